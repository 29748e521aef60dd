"""The bundled Lean project, as a package so that its files are found wherever it is installed."""
