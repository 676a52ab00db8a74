"""Gender pairs in ten languages as columns: the share of pairs, and S_JSD around 0."""

from __future__ import annotations

import pytest

from engine.core.errors import DataSetError, InputTextError
from engine.core.families import CAUSAL, MASKED
from engine.flow.asking import Measurement
from engine.measures.pairs.s_jsd import distance
from engine.scorecard.columns import column
from tests.engine.measures.pairs.pair_values import PROBLEM, of_scores


@pytest.fixture
def _data(monkeypatch, shared_data):
    monkeypatch.setenv("BIASCOPE_DATA", str(shared_data))


def ask(name, items, params):
    assert (name, params) == ("pairs", {"variant": "cps"})
    values = [of_scores(-1.0, -2.0)] * 150 + [of_scores(-2.0, -1.0)] * (len(items) - 151)
    return Measurement([*values, PROBLEM], {})


@pytest.mark.usefixtures("_data")
def test_a_language_is_a_share_of_pairs_by_code_or_name():
    for name in ("multilingual:de", "multilingual:German:cps"):
        found = column(name)
        assert found.name == "multilingual:de:cps"
        assert found.neutral == 50.0
        reading = found.read(ask, None, MASKED, 0)
        assert reading.n == 211
        assert reading.value == pytest.approx(100 * 150 / 211)
        assert reading.parts[-1] is None


@pytest.mark.usefixtures("_data")
def test_s_jsd_is_the_mean_of_its_parts_in_thousandths():
    found = column("multilingual:fi:s_jsd")
    reading = found.read(ask, None, MASKED, 0)
    step = 1000 * (distance(-1.0) - distance(-2.0))
    assert reading.value == pytest.approx(step * (150 - 61) / 211)
    known = [part for part in reading.parts if part is not None]
    assert found.scale.of(sum(known) / len(known)) == pytest.approx(reading.value)
    assert reading.interval[0] < reading.value < reading.interval[1]
    assert reading.detail["binary"] == pytest.approx(100 * 150 / 211)
    assert len(set(reading.detail["clusters"])) < len(reading.detail["clusters"]) == 212
    assert found.neutral == 0.0
    assert found.refuses(CAUSAL).startswith("cps needs a masked language model")
    assert found.identity != column("multilingual:fi").identity


def test_other_languages_are_refused_with_those_there_are():
    with pytest.raises(InputTextError, match=r"no gender pairs in 'nl'; there is ar \(Arabic\)"):
        column("multilingual:nl")


def test_pairs_that_are_not_here_say_how_to_get_them(monkeypatch):
    monkeypatch.delenv("BIASCOPE_DATA", raising=False)
    with pytest.raises(DataSetError, match="datasets get multilingual-pairs"):
        column("multilingual:de:s_jsd")
