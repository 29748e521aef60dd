"""Four virtual devices for the tests that run programs: the number is fixed when JAX starts."""

import os
from pathlib import Path

import pytest

HERE = Path(__file__).parent
RUNNING = ("interpreter", "spine")


def pytest_pycollect_makemodule(module_path: Path) -> None:
    """Before the first module that computes is imported; other rooms never load JAX."""
    if module_path.relative_to(HERE).parts[0] in RUNNING:
        from denotary.interpreter.lowering import ensure_devices

        ensure_devices(4)


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What the tests keep between runs is theirs, and gone with them."""
    os.environ["XDG_CACHE_HOME"] = str(tmp_path_factory.mktemp("cache"))
