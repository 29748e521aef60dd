"""What the doctor finds, and the devices it starts."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from denotary.extraction import doctor


def start(count: str, tmp_path: Path) -> dict:
    code = (
        "import json\nfrom denotary.extraction import doctor\n"
        f"doctor.start_devices({count})\nprint(json.dumps(doctor.environment()))"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env={"PATH": "", "JAX_PLATFORMS": "cpu"},
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize(("count", "devices"), [("None", doctor.CPU_DEVICES), ("3", 3)])
def test_a_cpu_is_split(count: str, devices: int, tmp_path: Path) -> None:
    found = start(count, tmp_path)
    assert (found["platform"], found["devices"]) == ("cpu", devices)
    assert found["versions"]["jax"] == doctor.versions()["jax"]


def test_sizes_are_readable() -> None:
    assert doctor.size(512) == "512 B"
    assert doctor.size(1536) == "1.5 KiB"
    assert doctor.size(25 * 2**30) == "25.0 GiB"
    assert doctor.size(4096 * 2**30) == "4096.0 GiB"


def test_memory_is_known_here() -> None:
    total, free = doctor.memory()
    assert total >= free >= 0
