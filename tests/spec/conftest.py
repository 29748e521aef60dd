"""The hand-built world, afresh for each test."""

import pytest
from spec_world import world

from denotary.spec.environment import Environment


@pytest.fixture
def env() -> Environment:
    return world()
