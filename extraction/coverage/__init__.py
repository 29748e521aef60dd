"""`denotary coverage`: how far each declaration of a project gets.

- `records`: what is said of a declaration; `reasons`: messages put into classes
- `examine`: parse, elaborate and check one declaration; `server`: the process that does it
- `run`: which declarations, over which processes, within what time
- `report`: tables and JSON
"""
