"""Commands that only read start within a second and leave JAX alone."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = "{'jax', 'jaxlib', 'sympy', 'numpy', 'scipy'}"

PROBE = f"""
import sys
from denotary.cli import cli
try:
    cli(sys.argv[1:])
except SystemExit as end:
    assert end.code == 0, end.code
loaded = {HEAVY} & set(sys.modules)
assert not loaded, loaded
"""


@pytest.mark.parametrize(
    "args", [["--help"], ["--version"], ["check", "--help"], ["list"], ["list", "--json", "-"]]
)
def test_nothing_heavy_is_imported(args: list[str], tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-c", PROBE, *args], capture_output=True, text=True, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("args", [["--help"], ["list"]])
def test_an_answer_within_a_second(args: list[str], tmp_path: Path) -> None:
    """Processor time, the best of three: what other processes take from the machine is not ours."""
    command = [sys.executable, "-P", "-m", "denotary", *args]
    took = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, capture_output=True, cwd=tmp_path)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(took) < 1.0, took


def test_importing_the_package_loads_nothing(tmp_path: Path) -> None:
    code = "import sys, denotary; assert 'denotary.extraction' not in sys.modules; denotary.Status"
    subprocess.run([sys.executable, "-P", "-c", code], check=True, cwd=tmp_path)
