"""Four devices, fixed when JAX starts; the bundled proofs as they are and with one change."""

from denotary.interpreter.lowering import ensure_devices

ensure_devices(4)
