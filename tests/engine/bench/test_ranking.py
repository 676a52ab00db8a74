"""The bench of ranking, on few candidates."""

from __future__ import annotations

import pytest

from engine.bench import ranking
from engine.bench.ranking import made_pairs, ranking_cost
from engine.core.errors import InputTextError
from engine.models.loading import MaskedLM, load


@pytest.fixture
def few_lines(monkeypatch):
    monkeypatch.setattr(ranking, "_LINES", 60)


@pytest.mark.usefixtures("few_lines")
def test_candidates_of_made_films_are_scored(tmp_path, tiny_model_folder):
    pairs = made_pairs(tmp_path, None, 5, seed=0)
    assert len(pairs) == 5
    assert all(pair["sent_more"] != pair["sent_less"] for pair in pairs)
    cost = ranking_cost(MaskedLM(load(str(tiny_model_folder("bert")))), pairs, tmp_path)
    assert cost.candidates == 5
    assert cost.words == pytest.approx(sum(len(pair["sent_more"].split()) for pair in pairs) / 5)
    assert min(cost.seconds, cost.again) > 0


@pytest.mark.usefixtures("few_lines")
def test_more_candidates_than_the_films_have_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(ranking, "_A_FILM", 100_000)
    with pytest.raises(InputTextError, match="ask for fewer"):
        made_pairs(tmp_path, None, 90_000, seed=0)
