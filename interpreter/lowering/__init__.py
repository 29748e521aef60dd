"""Tensor graphs as JAX programs. Importing this package imports JAX and enables 64 bits."""

import jax

jax.config.update("jax_enable_x64", True)

from .devices import DeviceError, describe, ensure_devices  # noqa: E402
from .program import Output, Program, compile  # noqa: E402
from .trace import LoweringError  # noqa: E402

__all__ = [
    "DeviceError", "LoweringError", "Output", "Program", "compile", "describe", "ensure_devices",
]  # fmt: skip
