"""What is claimed: terms, declarations and environments, and what can be said without running them.

- `terms`, `declarations`, `environment`, `diagnostics`: the data
- `nat`, `matching`, `recursors`, `reduce`: weak head normal forms
- `infer`, `canonical`, `convert`: types of well-typed terms, definitional equality
- `indices`, `faults`, `check`: the independent checker
- `layout`, `notation`, `pretty`, `signature`: Lean text for people
- `reach`, `fingerprint`: what a statement rests on, and a hash of it

Evaluates nothing: numbers beyond `Nat` literals belong to the interpreter.
"""
