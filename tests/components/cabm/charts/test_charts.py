from __future__ import annotations

import pandas as pd
import pytest

from components.cabm.charts import densities, maps, scores, shap, weightings
from components.present.theme import LIGHT
from engine.datasets.occupations.sentences import GENDER, Groups
from engine.measures.cabm import FEATURES

HOSTILE = "<b>nurse</b>"
FRAME = pd.DataFrame(
    [
        ("carpenter", "male", 1.2, 0.9, 1.5, "male-biased"),
        (HOSTILE, "female", 0.8, 0.1, 1.4, "male-biased"),
        ("clerk", "", -0.4, -0.9, 0.2, "female-biased"),
        ("baker", "female", 0.05, -0.3, 0.4, "neutral"),
    ],
    columns=["occupation", "list", "score", "score_low", "score_high", "category"],
)


def names_in(figure) -> str:
    return figure.to_json()


def test_colour_says_whether_an_occupation_leans_the_stereotyped_way():
    assert scores.tints(FRAME, GENDER) == [LIGHT.toward, LIGHT.away, LIGHT.ink, LIGHT.pale]
    turned = Groups(("female", "male"), (GENDER.words[1], GENDER.words[0]))
    assert scores.tints(FRAME, turned)[:2] == [LIGHT.away, LIGHT.toward]


def test_the_ranking_is_in_order_and_holds_text_as_text():
    figure = scores.ranking(FRAME, GENDER, 0.1)
    marks = figure.data[-1]
    assert list(marks.x) == sorted(FRAME["score"])
    assert list(marks.y) == ["clerk", "baker", "&lt;b&gt;nurse&lt;/b&gt;", "carpenter"]
    assert HOSTILE not in names_in(figure)
    assert "more male →" in figure.layout.xaxis.title.text


def test_the_other_model_is_drawn_hollow_on_the_same_axis():
    figure = scores.ranking(FRAME, GENDER, 0.1, FRAME.assign(score=0.0), ("before", "now"))
    hollow = next(trace for trace in figure.data if trace.name == "before")
    assert set(hollow.x) == {0.0}
    assert hollow.marker.symbol == "circle-open"
    assert figure.layout.showlegend


def test_weights_without_intervals_are_marks_only():
    found = dict(zip(FEATURES, (0.5, 0.3, 0.2), strict=True))
    assert len(scores.weights(found, None).data) == 1
    bounds = {name: [0.1, 0.6] for name in FEATURES}
    figure = scores.weights(found, bounds)
    assert len(figure.data) == 4
    assert list(figure.data[-1].y) == ["context", "cosine", "pmi"]


def test_probability_gap_bars_span_their_interval():
    frame = FRAME.assign(unmasking=0.2, low=0.1, high=0.5)
    figure = scores.against_unmasking(frame, GENDER, "P(he) − P(she)")
    assert list(figure.data[0].error_y.array) == pytest.approx([0.3] * 4)
    assert list(figure.data[0].error_y.arrayminus) == pytest.approx([0.1] * 4)
    assert HOSTILE not in names_in(figure)


def test_two_models_meet_on_the_diagonal():
    both = pd.DataFrame(
        {"occupation": FRAME["occupation"], "score_first": [1.0, 0.0, -1.0, 2.0]}
    ).assign(score_second=FRAME["score"])
    figure = scores.two_models(both, FRAME, "a", "b", GENDER)
    assert list(figure.data[0].x) == list(figure.data[0].y) == [-1.0, 2.0]
    assert list(figure.data[1].marker.color) == scores.tints(FRAME, GENDER)


def test_shap_values_keep_their_place_and_ring_the_one_opened():
    values = pd.DataFrame([[0.1, 0.0, -0.2], [0.1, 0.0, 0.2]], index=["a", "b"], columns=FEATURES)
    figure = shap.shap_values(values, values, "b", GENDER)
    rings = [trace for trace in figure.data if trace.marker.symbol == "circle-open"]
    assert [ring.x[0] for ring in rings] == [0.1, 0.0, 0.2]
    marks = [trace for trace in figure.data if trace.marker.symbol != "circle-open"]
    for ring, mark in zip(rings, marks, strict=True):
        assert ring.y[0] == mark.y[1]
    assert len(set(marks[0].y)) == 2  # equal values do not cover each other


def test_one_occupations_waterfall_ends_at_the_forests_probability():
    figure = shap.shap_of_one(dict(zip(FEATURES, (0.2, 0.1, -0.1), strict=True)), 0.5, "a")
    bars = figure.data[0]
    assert list(bars.measure) == ["absolute", "relative", "relative", "relative", "total"]
    assert sum(bars.y[:4]) == pytest.approx(0.7)


def test_the_bars_of_shap_are_in_order():
    figure = shap.shap_bar({"pmi": 0.1, "cosine": 0.3, "context": 0.2})
    assert list(figure.data[0].y) == ["pmi", "context", "cosine"]


def test_a_density_has_its_rug_and_its_n():
    many = {"PCA": [place / 10 for place in range(-15, 15)], "equal": [0.1, 0.2]}
    figure = densities.densities(many, GENDER)
    curve, rug, empty, few = figure.data
    assert len(curve.x) > 100
    assert curve.name == "PCA (n 30)"
    assert len(rug.x) == 30
    assert not empty.x  # two scores make no density
    assert list(few.x) == [0.1, 0.2]


def test_scores_too_few_for_a_curve_are_ticks_in_named_rows():
    figure = densities.densities({"PCA": [0.5, -0.5], "<b>": [0.1, 0.2]}, GENDER)
    assert not figure.layout.yaxis.visible
    assert figure.layout.yaxis2.ticktext == ("PCA", "&lt;b&gt;")
    assert not figure.layout.showlegend


def test_an_occupation_on_no_list_has_no_colour_beside_those_that_are():
    cells = weightings.weightings({"PCA": FRAME}, GENDER).data[0]
    place = list(cells.y).index("clerk")
    assert (list(cells.z[place]), list(cells.customdata[place])) == ([0.0], [-0.4])
    unlisted = weightings.weightings({"PCA": FRAME.assign(list="")}, GENDER).data[0]
    assert list(unlisted.z[list(unlisted.y).index("clerk")]) == [0.4]


def test_the_heatmap_shades_toward_the_list_and_writes_the_score():
    figure = weightings.weightings({"PCA": FRAME, "equal": FRAME}, GENDER)
    cells = figure.data[0]
    place = list(cells.y).index("&lt;b&gt;nurse&lt;/b&gt;")
    assert list(cells.z[place]) == [-0.8, -0.8]
    assert list(cells.customdata[place]) == [0.8, 0.8]
    notes = figure.data[1]
    written = [text for text, y in zip(notes.text, notes.y, strict=True) if y == cells.y[place]]
    assert written == ["+0.80", "+0.80"]


def test_categories_are_counted():
    figure = weightings.category_counts({"PCA": FRAME}, GENDER)
    assert {trace.name: list(trace.x) for trace in figure.data[::2]} == {
        "female-biased": [1],
        "neutral": [1],
        "not settled": [0],
        "male-biased": [2],
    }
    assert [list(trace.x) for trace in figure.data[1::2]] == [[0.5], [1.5], [2], [3]]
    assert [trace.text for trace in figure.data[1::2]] == [("1",), ("1",), ("",), ("2",)]


def test_an_arrow_runs_from_the_first_group_to_the_second():
    figure = maps.framing_map(
        ["a", HOSTILE], [[0, 0], [1, 1], [0, 2], [3, 1]], GENDER, ("x", "y"), ["#000000"] * 2
    )
    arrows = figure.layout.annotations
    assert [(arrow.ax, arrow.ay, arrow.x, arrow.y) for arrow in arrows] == [
        (0, 0, 0, 2),
        (1, 1, 3, 1),
    ]
    assert HOSTILE not in names_in(figure)


def test_the_feature_map_names_features_and_shares():
    loadings = [[0.7, 0.7, 0.1], [0.1, -0.1, 0.9], [0.7, -0.7, 0.1]]
    figure = maps.feature_map(
        FRAME, [[1.0, 0.0, 0.0]] * 4, loadings, (0.5, 0.3, 0.2), ["#000000"] * 4, FEATURES
    )
    assert "50% of the variance" in figure.layout.xaxis.title.text
    assert {"<b>pmi</b>", "<b>cosine</b>", "<b>context</b>"} <= {
        note.text for note in figure.layout.annotations
    }
