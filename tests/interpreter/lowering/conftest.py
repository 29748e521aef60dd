"""Four devices for every test of this session: the number is fixed when JAX starts."""

from denotary.interpreter.lowering import ensure_devices

ensure_devices(4)
