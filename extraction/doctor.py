"""What this machine has, and what would run where."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import platformdirs
from rich.console import Console
from rich.table import Table
from rich.text import Text

from denotary.extraction.documents import version
from denotary.extraction.errors import UsageError
from denotary.extraction.projects import Root, bundled, files

CPU_DEVICES = 8
"""Devices that a CPU is split into unless `--devices` says otherwise."""

PACKAGES = ("jax", "jaxlib", "numpy", "rich", "click")


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor's report. `good` is false for what stops or slows a check."""

    topic: str
    text: str
    good: bool = True
    advice: str = ""


def versions() -> dict[str, str]:
    """Installed versions, without importing anything heavy."""
    found = {"denotary": version("denotary"), "python": platform.python_version()}
    return found | {name: version(name) for name in PACKAGES}


def environment() -> dict[str, Any]:
    """What a report says of the machine: platform, devices and versions. Starts JAX."""
    import jax

    devices = jax.devices()
    return {
        "platform": devices[0].platform,
        "devices": len(devices),
        "device_kind": devices[0].device_kind,
        "cpus": cpus(),
        "memory_bytes": memory()[0],
        "system": platform.platform(),
        "versions": versions(),
    }


def start_devices(count: int | None) -> None:
    """Have `count` devices, or the default, before anything else uses JAX.

    Raises `UsageError` when the machine does not have that many.
    """
    from denotary.interpreter.lowering.devices import DeviceError, ensure_devices

    if count is None:
        if os.environ.get("XLA_FLAGS", "").find("host_platform_device_count") < 0:
            import jax

            jax.config.update("jax_num_cpu_devices", CPU_DEVICES)
        return
    try:
        ensure_devices(count)
    except DeviceError as error:
        raise UsageError(
            f"--devices {count} is more than there is",
            expected="at most the devices of this machine",
            found=str(error),
            advice="leave --devices out: replicas beyond the devices are then emulated",
        ) from error


def cpus() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def memory() -> tuple[int, int]:
    """Bytes of main memory: in all, and available now (0 where the system does not say)."""
    try:
        rows = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        table = {row.split(":")[0]: int(row.split()[1]) * 1024 for row in rows}
        return table["MemTotal"], table["MemAvailable"]
    except (OSError, KeyError, ValueError, IndexError):
        pass
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"), 0
    except (ValueError, OSError, AttributeError):
        return 0, 0


def share(processes: int) -> int:
    """Bytes of memory that each of some processes may take: of half of what there is."""
    return (memory()[0] or 2**60) // 2 // processes


def size(count: float) -> str:
    """`count` bytes for a reader: `23.4 GiB`."""
    for unit in ("B", "KiB", "MiB", "GiB"):
        if count < 1024 or unit == "GiB":
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
        count /= 1024
    raise AssertionError("unreachable")


def examine(root: Root | None) -> list[Finding]:
    """Look at the installation, the devices and the project, the cheapest first."""
    found = versions()
    findings = [
        Finding("denotary", f"{found['denotary']} on Python {found['python']} ({sys.executable})"),
        Finding("packages", ", ".join(f"{name} {found[name]}" for name in PACKAGES)),
        *_machine(),
        *_devices(),
        *_places(),
    ]
    if root is not None:
        findings.append(Finding("project", f"{root.label}: {len(files(root.path))} Lean files"))
    return findings


def encode(findings: Sequence[Finding]) -> list[dict[str, Any]]:
    return [asdict(finding) for finding in findings]


def show(console: Console, findings: Sequence[Finding]) -> None:
    """One row a finding; advice under what is not well, and under what can be done better."""
    grid = Table(box=None, pad_edge=False, show_header=False)
    grid.add_column()
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(overflow="fold")
    for finding in findings:
        mark = Text("✓", style="green") if finding.good else Text("!", style="bold red")
        text = Text(finding.text)
        if finding.advice:
            text += Text(f"\n→ {finding.advice}", style="dim" if finding.good else "yellow")
        grid.add_row(mark, finding.topic, text)
    console.print(grid)


def _machine() -> list[Finding]:
    total, free = memory()
    text = f"{size(total)} in all, {size(free)} available" if total else "not known"
    few = 0 < free < 2 * 2**30
    advice = "full networks need about 2 GiB; reduce their sizes with --set" if few else ""
    return [
        Finding("system", f"{platform.platform()}, {cpus()} cores"),
        Finding("memory", text, not few, advice),
    ]


def _devices() -> list[Finding]:
    try:
        import jax

        devices = jax.devices()
    except Exception as error:
        return [
            Finding(
                "devices",
                f"JAX does not start: {type(error).__name__}: {error}",
                good=False,
                advice="reinstall jax, or unset JAX_PLATFORMS",
            )
        ]
    kinds = sorted({f"{device.platform} ({device.device_kind})" for device in devices})
    findings = [Finding("devices", f"{len(devices)}: {', '.join(kinds)}")]
    for device in devices:
        stats = device.memory_stats() or {}
        if "bytes_limit" in stats:
            limit, used = stats["bytes_limit"], stats.get("bytes_in_use", 0)
            findings.append(Finding(str(device), f"{size(limit)} in all, {size(used)} in use"))
    findings += _replicas(len(devices), devices[0].platform)
    return findings


def _replicas(count: int, kind: str) -> list[Finding]:
    if kind == "cpu":
        mesh = f"up to {CPU_DEVICES} on a mesh: this CPU, split (--devices K splits it into K)"
    else:
        mesh = f"up to {count} on a mesh"
    return [
        Finding(
            "replicas",
            f"{mesh}, their sums as collectives; with fewer devices than replicas "
            "they are emulated, and the report says so",
        ),
        Finding(
            "precision",
            "float64 and float32 natively"
            if kind in ("cpu", "gpu", "cuda", "rocm")
            else f"float32 natively; {kind} emulates float64, slowly",
        ),
    ]


def _places() -> list[Finding]:
    try:
        proofs = Finding("proofs", str(bundled().path))
    except UsageError as error:
        proofs = Finding(
            "proofs", error.diagnostic.message, good=False, advice=error.diagnostic.advice
        )
    cache = Path(platformdirs.user_cache_dir("denotary"))
    parent = next(folder for folder in (cache, *cache.parents) if folder.exists())
    writable = os.access(parent, os.W_OK)
    return [
        proofs,
        _prelude(),
        Finding(
            "cache",
            f"{cache}{'' if writable else ' (not writable)'}",
            writable,
            "" if writable else "set XDG_CACHE_HOME to a folder that can be written",
        ),
    ]


def _prelude() -> Finding:
    folder = resources.files("denotary.parser.prelude")
    files = sorted(item.name for item in folder.iterdir() if item.name.endswith(".lean"))
    return Finding(
        "prelude",
        f"{folder}: {len(files)} Lean files, the constants whose meaning is trusted",
        good=bool(files),
        advice="" if files else "reinstall denotary: its own Lean files are missing",
    )
