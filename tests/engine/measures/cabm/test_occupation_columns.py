"""Columns of occupations: the figure is the mean of its parts, one part an occupation."""

from __future__ import annotations

from contextlib import closing

import numpy as np
import pytest

from engine.core.errors import DataSetError, InputTextError
from engine.core.families import CAUSAL, MASKED
from engine.measures.bec_pro import column as bec_pro
from engine.measures.bec_pro.data.sentences import sampled
from engine.measures.bec_pro.data.sets import load_professions
from engine.measures.cabm import column as cabm
from engine.measures.cabm import unmasking_column as unmasking
from engine.measures.cabm.unmasking import TEMPLATES
from engine.scorecard import columns as registry
from engine.storage.store import default_store
from tests.engine.measures.cabm.test_study import Counting, framed_set


@pytest.fixture
def counting(masked_lm):
    with closing(default_store()) as store:
        yield Counting(masked_lm("bert"), store)


def read(column, counting):
    reading = column.read(counting.ask, counting.derive, MASKED, 0)
    known = [part for part in reading.parts if part is not None]
    assert column.scale.of(float(np.mean(known))) == pytest.approx(reading.value)
    assert reading.interval[0] < reading.value < reading.interval[1]
    assert reading.n == len(known)
    return reading


def test_bec_pro_has_one_part_a_profession(counting, monkeypatch):
    few = sampled(load_professions("bundled"), 6, seed=0)
    monkeypatch.setattr(bec_pro, "load_professions", lambda *_: few)
    column = registry.column("bec-pro")
    reading = read(column, counting)
    assert reading.n == 6
    assert reading.value == pytest.approx(
        reading.detail["lists"]["male"] - reading.detail["lists"]["female"]
    )
    each = reading.detail["templates"]
    assert len(each) > 2
    assert np.mean([*each.values()]) == pytest.approx(reading.value), "all have all person words"
    read(column, counting)
    assert counting.measured == 1


def test_the_probability_gap_is_in_points(counting, monkeypatch):
    monkeypatch.setattr("engine.measures.cabm.column.load_framed", lambda _: framed_set())
    reading = read(registry.column("unmasking"), counting)
    assert reading.n == 10
    gaps = reading.detail["occupations"]
    assert reading.value == pytest.approx(
        np.mean([gaps[name] for name in list(gaps)[::2]])
        - np.mean([gaps[name] for name in list(gaps)[1::2]])
    )
    assert all(abs(gap) <= 100 for gap in gaps.values())
    each = reading.detail["templates"]
    assert list(each) == list(TEMPLATES)
    assert np.mean([*each.values()]) == pytest.approx(reading.value)


def test_cabm_is_raw_with_equal_weights(counting, monkeypatch):
    data = framed_set(("nurse", "engineer", "doctor", "teacher", "lawyer", "driver"))
    monkeypatch.setattr("engine.measures.cabm.column.load_framed", lambda _: data)
    reading = read(registry.column("cabm"), counting)
    features = reading.detail["features"]
    assert reading.value == pytest.approx(sum(features.values()) / 3)
    assert "the same for every model" in reading.notes[0]


@pytest.mark.parametrize("family", [bec_pro, unmasking, cabm])
def test_causal_models_are_refused_in_a_sentence(family):
    assert "only a masked language model has" in family.column("").refuses(CAUSAL)
    assert family.column("").refuses(MASKED) == ""


def test_what_cannot_be_had_is_said(monkeypatch):
    monkeypatch.delenv("BIASCOPE_DATA", raising=False)
    for name in ("unmasking:palms", "cabm:palms"):
        with pytest.raises(InputTextError, match="there is bundled, winobias"):
            registry.column(name)
    with pytest.raises(InputTextError, match="neither a file nor one of bundled, en, de"):
        registry.column("bec-pro:fr")
    for name in ("bec-pro:de", "cabm:winobias"):
        with pytest.raises(DataSetError, match="not on this machine"):
            registry.column(name)
