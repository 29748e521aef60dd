"""Programs with matrix products and convolutions recognised agree with the plain sums."""

from __future__ import annotations

import numpy as np
import pytest
from spine_changes import PROOFS, bundled

from denotary.extraction.settings import load_settings
from denotary.interpreter.judgement.compare import MULTIPLE
from denotary.interpreter.judgement.rehearse import first_run
from denotary.interpreter.lowering import compile

SETTINGS = load_settings(PROOFS)
WINDOWS = (
    "Proofs.conv2d_one_by_one", "Proofs.oddCells_conv2d_three", "Proofs.depthwise2d_eq_conv2d",
    "Proofs.conv2d_adjoint", "Proofs.convStridedGradWB_smul", "Proofs.flatConvStridedBack_isVJP",
)  # fmt: skip
"""Theorems whose sides are made of windows; every other one is slow to go through."""
NETWORKS = frozenset(
    name for name, settings in SETTINGS.theorems.items() if (settings.timeout or 0) > 300
)


def relative_noise(values: dict[str, dict[str, np.ndarray]]) -> float:
    """The most that float32 is off by in an array, of its largest entry; one may be lucky."""
    found = 0.0
    for output, exact in values["f64"].items():
        scale = np.abs(exact).max(initial=0.0) if exact.dtype == np.float64 else 0.0
        if scale > 0:
            found = max(found, np.abs(values["f32"][output] - exact).max() / scale)
    return found


def agree(name: str, contractions: bool = False) -> bool:
    """Compare what there is to run, with products as plain sums by default; whether anything is."""
    first = first_run(bundled().environment, name, sizes=SETTINGS.of(name).sizes)
    if first is None or first.plan is None:
        return False
    made, arrays = first.plan, first.arrays
    for outputs, mesh in ((made.near, made.mesh_axis), (made.far, None)):
        if not outputs:
            continue
        on = compile(outputs, "f64", mesh, windows="all").run(arrays)
        off = compile(outputs, ("f64", "f32"), mesh, contractions=contractions, windows="none")
        values = off.run_all(arrays)
        noise = relative_noise(values)
        for output, expected in values["f64"].items():
            if expected.dtype != np.float64:
                np.testing.assert_array_equal(on[output], expected)
                continue
            scale = np.abs(expected).max(initial=0.0)
            allowed = (MULTIPLE * noise * 2.0**-29 + 64 * np.finfo(np.float64).eps) * scale
            np.testing.assert_allclose(on[output], expected, rtol=0, atol=allowed, err_msg=name)
    return True


@pytest.mark.parametrize("name", WINDOWS)
def test_windows(name: str) -> None:
    assert agree(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(SETTINGS.theorems) - NETWORKS - set(WINDOWS)))
def test_every_theorem(name: str) -> None:
    if SETTINGS.of(name).skip:
        pytest.skip(SETTINGS.of(name).skip)
    agree(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(NETWORKS))
def test_networks(name: str) -> None:
    """Windows alone: XLA for CPUs dies of a fault on a network of plain sums."""
    assert agree(name, contractions=True)
