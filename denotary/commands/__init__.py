"""The commands, one a module. Heavy modules are imported when a command runs."""
