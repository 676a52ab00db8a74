from __future__ import annotations

import pytest

from engine.flow.beside import beside_published
from engine.measures.heads.replication import (
    BERT,
    GENDER,
    GPT2,
    LLAMA,
    LPBS,
    MASKED,
    RACE,
    SEAT,
    T_TEST,
    lpbs_figures,
    masked_figures,
    published,
    published_models,
    t_test_figures,
)


def scores(model, part, dimension=GENDER):
    return [figure.score for figure in published(model, dimension) if figure.part == part]


def test_the_tables_have_every_row():
    assert len(scores(BERT, MASKED)) == 12
    assert len(scores(BERT, LPBS)) == 24
    assert scores(BERT, T_TEST) == [3.182, -1.478]
    assert scores(BERT, T_TEST, RACE) == [2.324, -0.107]
    assert scores(GPT2, SEAT) == [0.351]
    assert scores(LLAMA, SEAT) == [0.27]
    assert published(GPT2, RACE) == []
    assert {len(published(model)) > 0 for model in published_models()} == {True}


def run(kind, k, d, pppl=5.0, seed=None):
    return {"kind": kind, "k": k, "seed": seed, "effect_size": d, "pppl": pppl}


def test_random_sets_of_one_size_are_averaged_and_d_has_no_sign():
    ours = masked_figures(
        [
            run("none", 0, -1.0),
            run("top", 3, -0.5),
            run("positive", 30, 0.1, pppl=9.0),
            run("random", 3, 1.0, seed=0),
            run("random", 3, -2.0, seed=1),
            run("random", 30, None, pppl=None, seed=0),
        ]
    )
    assert ours[MASKED, "none", "|d|"] == 1.0
    assert ours[MASKED, "top-3", "|d|"] == 0.5
    assert ours[MASKED, "positive", "PPPL"] == 9.0
    assert ours[MASKED, "random-3", "|d|"] == 1.5
    assert (MASKED, "random-45", "|d|") not in ours
    assert ours[SEAT, "none", "|d|"] == 1.0


def test_random_sets_as_many_as_the_biased_heads_stand_beside_the_papers_45():
    ours = masked_figures([run("positive", 30, 0.1), run("random", 30, 0.7, seed=0)])
    assert ours[MASKED, "random-45", "|d|"] == 0.7


def test_undefined_figures_are_missing_not_zero():
    experiment = {"biased": {"t_by_sentence": None}, "other": {"t_by_sentence": 1.5}}
    assert t_test_figures(experiment) == {(T_TEST, "other", "t"): 1.5}
    entries = {15: [{"domain": "math-arts", "effect_size": None}]}
    assert lpbs_figures(entries) == {}


def test_ours_stands_beside_the_published_figure():
    figures = [figure for figure in published(BERT) if figure.part == LPBS]
    ours = lpbs_figures({15: [{"domain": "math-arts", "effect_size": 0.81}]})
    entries = {entry["name"]: entry for entry in beside_published(figures, ours)}
    assert entries["math-arts, 15 masked"]["difference"] == pytest.approx(0.1)
    assert entries["math-arts, 0 masked"]["ours"] is None
    assert entries["math-arts, 0 masked"]["difference"] is None
