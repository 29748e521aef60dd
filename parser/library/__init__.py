"""What the elaborator sees of a project: its files, its table of names, instances and members."""
