"""Unification of what is equal after unfolding, in time that does not double with each step."""

from denotary.parser.project import load_text
from denotary.spec.check import check

STEPS = 24
SHARED = """\
def Pt : Type := ℕ → ℝ
def step (k : ℕ) (x : Pt) : Pt := fun i => x i + x (i + k) * x (2 * i)
structure At (x : Pt) where
  n : ℕ
"""


def composed(n: int) -> str:
    """`step n ∘ (… ∘ step 1)`."""
    text = "step 1"
    for k in range(2, n + 1):
        text = f"step {k} ∘ ({text})"
    return text


def test_named_stages_meet_a_composition() -> None:
    stages = "".join(
        f"  let z{k} := step {k} {'x' if k == 1 else f'z{k - 1}'}\n" for k in range(1, STEPS + 1)
    )
    text = f"def d (x : Pt) (a : (y : Pt) → At y) : At (({composed(STEPS)}) x) :=\n"
    project = load_text(SHARED + text + stages + f"  a z{STEPS}\n")
    assert project.declare("d").value is not None
    assert not project.errors
    check(project.environment, project.declare("d"))


def test_what_was_found_equal_is_not_compared_again() -> None:
    """No step gives the other side's head: bodies are compared, and a part stands twice in each."""
    left = right = "x"
    for k in range(1, STEPS + 1):
        left, right = f"step {k} ({left})", f"again {k} ({right})"
    text = (
        "def step (k : ℕ) (x : ℕ → ℝ) : ℕ → ℝ := fun i => dot x x * i + k\n"
        "def again (k : ℕ) (x : ℕ → ℝ) : ℕ → ℝ := fun i => dot x x * i + k\n"
    )
    head = "opaque dot (x y : ℕ → ℝ) : ℝ\nstructure At (x : ℕ → ℝ) where\n  n : ℕ\n"
    project = load_text(head + text + f"def d (x : ℕ → ℝ) (a : At ({left})) : At ({right}) := a\n")
    assert project.declare("d").value is not None
    assert not project.errors
