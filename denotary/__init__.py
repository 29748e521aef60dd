"""Denotary: checks what Lean theorems about numerical programs claim, by running both sides.

    import denotary

    outcome = denotary.check("Proofs.batchSlice_batchShard", sizes={"R": "4"})
    for result in outcome.results:
        print(result.name, result.status)

Names are loaded on first use, so that importing this package is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from denotary.extraction.api import check as check
    from denotary.extraction.api import load_project as load_project
    from denotary.interpreter.judgement.verdict import Leaf as Leaf
    from denotary.interpreter.judgement.verdict import Status as Status
    from denotary.interpreter.judgement.verdict import TheoremResult as TheoremResult

    __version__: str

__all__ = ["Leaf", "Status", "TheoremResult", "__version__", "check", "load_project"]

_HOMES = {
    "check": "denotary.extraction.api",
    "load_project": "denotary.extraction.api",
    "Leaf": "denotary.interpreter.judgement.verdict",
    "Status": "denotary.interpreter.judgement.verdict",
    "TheoremResult": "denotary.interpreter.judgement.verdict",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return import_module("importlib.metadata").version("denotary")
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'denotary' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
