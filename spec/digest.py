"""Hashes of several parts together: keys of what is kept between runs."""

from __future__ import annotations

from hashlib import blake2b


def digest(*parts: str | bytes) -> bytes:
    """A hash in which no two sequences of parts run together."""
    h = blake2b(digest_size=20)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        h.update(b"%d:" % len(data))
        h.update(data)
    return h.digest()
