"""How a model folder is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.errors import UnusableModelError
from engine.models.loading import load


def refusal(folder: Path) -> str:
    """The one sentence that this folder is refused with."""
    with pytest.raises(UnusableModelError) as caught:
        load(str(folder), "cpu")
    said = str(caught.value)
    assert "\n" not in said
    assert "Traceback" not in said
    return said
