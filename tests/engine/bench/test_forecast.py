"""The bench of forecasts, on a clock that only the measure moves."""

from __future__ import annotations

import json

import pytest

from engine.bench import forecast as bench
from engine.bench.forecast import FAR, MOST, OTHER, SAME, TIMES_AS_MANY, forecast_quality
from engine.core.errors import InputTextError
from engine.flow.descriptor import ROW_A_TOKEN
from engine.flow.pace import work_of
from engine.flow.registry import MEASURES
from engine.storage.paces import FILE


@pytest.fixture
def clock(monkeypatch):
    """Seconds that pass only while pairs are scored: a hundredth for each character."""
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    monkeypatch.setattr("time.perf_counter", lambda: now[0])
    score = MEASURES["pairs"].scorer()

    def timed(lm, items, params):
        now[0] += sum(len(item["sent_more"]) for item in items) / 100
        return score(lm, items, params)

    monkeypatch.setattr(type(MEASURES["pairs"]), "scorer", lambda _: timed)


@pytest.mark.usefixtures("clock")
def test_a_forecast_is_compared_with_the_time_of_other_pairs(masked_lm, tmp_path):
    found = forecast_quality(masked_lm("bert"), 12, 2, tmp_path)
    same, other, far = found.runs
    assert (same.texts, other.texts, far.texts) == (SAME, OTHER, FAR)
    assert (found.earlier_pairs, same.pairs, other.pairs, far.pairs) == (12, 36, 36, 36)
    assert other.words > 1.8 * same.words
    assert far.words > 3.6 * same.words
    assert len(found.earlier) == len(same.forecast) == len(same.actual) == 2
    assert same.ratio.median == pytest.approx(1.0, rel=0.05)
    assert other.ratio.median == pytest.approx(other.forecast[0] / other.actual[0])


@pytest.mark.usefixtures("clock")
def test_every_forecast_rests_on_the_earlier_run_alone(masked_lm, tmp_path, monkeypatch):
    known, run = [], bench._run

    def noted(lm, pairs, folder):
        file = folder / FILE
        known.append(file.read_text() if file.is_file() else None)
        return run(lm, pairs, folder)

    monkeypatch.setattr(bench, "_run", noted)
    forecast_quality(masked_lm("bert"), 12, 2, tmp_path)
    first, second = ((tmp_path / f"earlier-{repeat}" / FILE).read_text() for repeat in range(2))
    assert known == [None, None, *[first] * 3, None, *[second] * 3]


def test_no_pair_is_measured_twice_and_all_are_about_as_much_work():
    earlier, others = bench._made_pairs(MOST // (1 + TIMES_AS_MANY))
    texts = [json.dumps(pair) for pair in earlier + others]
    assert len(set(texts)) == len(texts) == MOST
    work = [
        sum(work_of(text, ROW_A_TOKEN) for text in some) / len(some)
        for some in (texts[:100], texts[-100:])
    ]
    assert max(work) < 1.2 * min(work)


def test_more_pairs_than_can_be_made_are_refused(tmp_path):
    with pytest.raises(InputTextError, match="2,688 or fewer"):
        forecast_quality(None, MOST, 1, tmp_path)


def test_an_earlier_run_of_a_moment_is_refused(masked_lm, tmp_path, monkeypatch):
    monkeypatch.setattr("engine.flow.pace._LEAST", 1e9)
    with pytest.raises(InputTextError, match="ask for more --pairs"):
        forecast_quality(masked_lm("bert"), 2, 1, tmp_path)
