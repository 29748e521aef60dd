"""The page on mutation against the operators and fates that there are."""

from __future__ import annotations

import re
from pathlib import Path

from denotary.extraction.mutation.operators import OPERATORS
from denotary.extraction.mutation.records import Fate

PAGE = Path(__file__).parents[2] / "docs" / "mutation.md"


def test_the_page_lists_every_operator_and_every_fate_in_order() -> None:
    rows = re.findall(r"^\| `([a-z]+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert rows == [*OPERATORS, *(fate.value for fate in Fate)]
