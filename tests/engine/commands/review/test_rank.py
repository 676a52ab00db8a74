from __future__ import annotations

import pytest

from engine.curation.review.candidates import order
from engine.curation.review.scores import scoring_models
from tests.engine.curation.review.reviews import candidate, made
from tests.engine.outcome import table


def test_candidates_are_scored_and_then_come_in_the_order_of_their_differences(engine, model, name):
    found = engine("review", "rank", name, "--model", model, "--json").json
    assert (found["scored"], found["measure"], found["problems"]) == (6, "cps", {})
    assert len(found["differences"]) == 6
    (kept,) = scoring_models(name)
    assert kept.label == found["model"] == model
    ranked = order(name, ranked_by=kept.spec_key)
    sizes = [abs(found["differences"][key]) for key in ranked]
    assert sizes == sorted(sizes, reverse=True)


def test_the_differences_are_those_of_the_command_pairs(engine, model, tmp_path):
    found = engine("review", "rank", made(), "--model", model, "--json").json
    one, out = candidate(0), tmp_path / "scores.csv"
    engine(
        *("pairs", "--more", one.text, "--less", one.outcome.sent_less, "--model", model),
        *("--no-cache", "--out", str(out)),
    )
    (row,) = table(out)
    assert float(row["difference"]) == pytest.approx(found["differences"][one.id], abs=1e-6)


def test_a_masked_model_is_another_model(engine, model, name):
    engine("review", "rank", name, "--model", model)
    shown = engine("review", "rank", name, "--model", model, "--mask", "1-1").out
    assert "6 candidates scored by" in shown
    assert [one.label for one in scoring_models(name)] == [f"{model}, head 1-1 switched off", model]
