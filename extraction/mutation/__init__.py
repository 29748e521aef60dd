"""`denotary mutate`: whether the checks would notice if the Lean text said something else.

- `places`: the places of a statement or a definition that can be changed; `operators`: how
- `mutants`: the mutants of a theorem; `arms`: which places running it reaches
- `weaker`: whether one follows from the theorem
- `examine`: mutants listed and tried; `server`: the process that does it
- `source`: where a change stands in the text
- `records`: what is said of a mutant and of a theorem; `cache`: what is kept between runs
- `run`: which mutants, over which processes, within what time
- `report`: tables and JSON
"""
