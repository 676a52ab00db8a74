"""Tiny models loaded once a run, for everything under `tests/engine`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from engine.models.loading import LoadedModel, MaskedLM


@pytest.fixture(scope="session")
def loaded(tiny_model_folder: Callable[[str], Path]) -> Callable[[str], LoadedModel]:
    """The tiny model of a family on the CPU in float32; shared, so never change it."""
    from engine.models.loading import load

    @cache
    def model(family: str) -> LoadedModel:
        return load(str(tiny_model_folder(family)), "cpu")

    return model


@pytest.fixture(scope="session")
def masked_lm(loaded: Callable[[str], LoadedModel]) -> Callable[..., MaskedLM]:
    """What a measure receives: `masked_lm("bert", "1-2, 2-1")`."""
    from engine.models.loading import MaskedLM
    from engine.spec import parse_heads

    def lm(family: str, heads: str = "") -> MaskedLM:
        return MaskedLM(loaded(family), parse_heads(heads))

    return lm
