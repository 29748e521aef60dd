"""The devices that programs run on."""

from __future__ import annotations

import os
import platform as host
from importlib.metadata import PackageNotFoundError, version
from typing import Protocol

import jax
from jax.extend import backend


class Device(Protocol):
    """What is used of a `jax.Device`, which JAX's own types leave open."""

    id: int
    platform: str
    device_kind: str


class DeviceError(RuntimeError):
    """Devices that cannot be had; the text says what to do."""


def _started() -> bool:
    """Whether JAX has initialised its backends, after which the number of CPU devices is fixed."""
    try:
        from jax._src import xla_bridge

        return xla_bridge.backends_are_initialized()
    except (ImportError, AttributeError):  # a private name: without it, let JAX itself refuse
        return False


def ensure_devices(count: int) -> list[Device]:
    """`count` devices of the default platform; on CPU, that many virtual ones.

    Call it before anything else uses JAX: the number of CPU devices is fixed when the backend
    starts. Raises `DeviceError` if there are fewer devices than asked for.
    """
    late = _started()
    if not late:
        asked = max(count, getattr(jax.config, "jax_num_cpu_devices", 1))
        if "xla_force_host_platform_device_count" not in os.environ.get("XLA_FLAGS", ""):
            jax.config.update("jax_num_cpu_devices", asked)
    found = jax.devices()
    if len(found) < count:
        hint = (
            "JAX had already started: call ensure_devices before any JAX operation"
            if late
            else f"run with JAX_PLATFORMS=cpu to get {count} virtual CPU devices"
        )
        raise DeviceError(
            f"expected {count} devices, found {len(found)} of platform {found[0].platform}; {hint}"
        )
    return found[:count]


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def describe() -> dict[str, object]:
    """Platform, devices and versions, for reports and the `doctor` command."""
    devices = jax.devices()
    return {
        "platform": devices[0].platform,
        "devices": [f"{device.id}: {device.device_kind}" for device in devices],
        "platform_version": " ".join(backend.get_backend().platform_version.split()),
        "cpu_count": os.cpu_count(),
        "machine": f"{host.system()} {host.machine()}",
        "python": host.python_version(),
        "jax": _version("jax"),
        "jaxlib": _version("jaxlib"),
        "numpy": _version("numpy"),
    }
