"""Tensor graphs as JAX programs."""
