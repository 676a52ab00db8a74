"""The results that come with Biascope are those of the bundled model, and all that is asked for."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from engine.core import libraries
from engine.first_sight.asked import Question, questions
from engine.first_sight.prepare import prepare
from engine.flow.measurement import measure
from engine.flow.packing import is_packed, unpacked
from engine.flow.stored import stored_values
from engine.models.loading import MaskedLM, load
from engine.models.sources import identify
from engine.storage.store import SHIPPED, Store
from tests.unloaded import not_loaded

pytestmark = pytest.mark.model

MADE_WITH = {"python": "3.11.7", "torch": "2.13.0+cpu"}
SAMPLE = 3  # items of each question
_LONG = 200  # characters; packed vectors are longer, texts are not


@pytest.fixture
def shipped(tmp_path) -> Store:
    return Store(tmp_path / "results.sqlite", shipped=SHIPPED)


@pytest.fixture(scope="module")
def bundled() -> MaskedLM:
    return MaskedLM(load("bundled"))


def test_a_fresh_machine_has_all_that_the_pages_show(shipped, monkeypatch):
    # The Arena's report names its versions: others work it out again from these answers.
    versions = tuple((libraries.library_versions() | MADE_WITH).items())
    monkeypatch.setattr(libraries, "_versions", lambda: versions)
    found = prepare(identify("bundled"), "masked", not_loaded, shipped, lambda *_: None)
    assert found.refused == {}
    assert found.from_store == found.items
    assert not shipped.path.exists()  # nothing had to be worked out and kept


@pytest.mark.parametrize(
    "question",
    {entry.measure: entry for entry in questions("masked")}.values(),
    ids=lambda entry: entry.measure,
)
def test_a_sample_measured_again_is_the_same(question: Question, shipped, bundled):
    chosen = random.Random(0).sample(question.items, min(SAMPLE, len(question.items)))
    ask = (question.measure, bundled.spec, chosen, question.params)
    kept = stored_values(*ask, shipped)
    assert len(kept) == len(chosen)
    again = measure(*ask, lambda: bundled, None).values
    for index, value in enumerate(again):
        assert_close(value, kept[index])


def assert_close(one: Any, other: Any) -> None:
    """Equal but for the last digits, which depend on the machine."""
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for name in one:
            assert_close(one[name], other[name])
    elif isinstance(one, list):
        assert len(one) == len(other)
        for first, second in zip(one, other, strict=True):
            assert_close(first, second)
    elif isinstance(one, str) and len(one) > _LONG and is_packed(one):
        np.testing.assert_allclose(unpacked([one]), unpacked([other]), atol=1e-4)
    elif isinstance(one, float):
        assert one == pytest.approx(other, rel=1e-3, abs=1e-4)
    else:
        assert one == other
