"""What the tests of training share."""

import pytest

from engine.models.loading import load


@pytest.fixture
def fresh(tiny_model_folder):
    """A tiny model of one's own, whose weights may change."""
    return lambda family="bert": load(str(tiny_model_folder(family)), "cpu", attention="eager")
