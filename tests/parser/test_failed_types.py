"""A type that does not elaborate leaves nothing behind that could be taken for it."""

from __future__ import annotations

import pytest

from denotary.parser import Project, load_text
from denotary.spec.diagnostics import LeanError

TEXT = """\
class S (α : Type) where
  x : α
  next : S α
  wrong : Nope

def f [S ℕ] : ℕ := S.x

def g [S ℕ] : ℕ := 1
"""


@pytest.fixture
def project() -> Project:
    return load_text(TEXT)


@pytest.mark.parametrize("order", [["S", "f", "g"], ["g", "S", "f"], ["f", "g", "S", "S"]])
def test_its_error_is_the_error_of_all_that_need_it(project: Project, order: list[str]) -> None:
    for name in order:
        with pytest.raises(LeanError) as caught:
            project.declare(name)
        assert caught.value.diagnostic.message == "unknown identifier `Nope`"
    assert "S" not in {declaration.name for declaration in project.environment.loaded()}
