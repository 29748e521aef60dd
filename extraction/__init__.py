"""From theorems to things that people run and read: projects, checks, reports."""
