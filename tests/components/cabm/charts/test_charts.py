from __future__ import annotations

import json

import pandas as pd
import pytest

from components.cabm.charts import distribution, maps, marks, ranking, scores, shap, weightings
from components.frame.present.theme import DARK, LIGHT, contrast
from engine.measures.cabm import FEATURES
from engine.measures.cabm.data.sentences import GENDER, Groups

HOSTILE = "<b>nurse</b>"
FRAME = pd.DataFrame(
    [
        ("carpenter", "male", 1.2, 0.9, 1.5, "male-biased"),
        (HOSTILE, "female", 0.8, 0.1, 1.4, "male-biased"),
        ("clerk", "", -0.4, -0.9, 0.2, "not settled"),
        ("baker", "female", 0.05, -0.3, 0.4, "neutral"),
    ],
    columns=["occupation", "list", "score", "score_low", "score_high", "category"],
).assign(said=lambda frame: frame["category"])
BIAS = {LIGHT.toward, LIGHT.away, DARK.toward, DARK.away}


def held_by(figure) -> str:
    """Every name, number and colour of a figure; its JSON would spell each `<` as `\\u003c`."""
    return str(json.loads(figure.to_json()))


def test_shape_says_which_list_and_strength_whether_a_side_is_named():
    looks = marks.marks(FRAME, GENDER)
    assert looks.symbols == ["circle", "square", "diamond", "square"]
    assert looks.colours == [LIGHT.ink, LIGHT.ink, marks.unsettled(), marks.unsettled()]
    turned = Groups(("female", "male"), (GENDER.words[1], GENDER.words[0]))
    assert marks.marks(FRAME, turned).symbols[:2] == ["square", "circle"]
    assert contrast(marks.unsettled(), LIGHT.page) >= 3


def test_no_figure_of_cabm_has_a_colour_of_bias_or_takes_a_name_as_markup():
    values = pd.DataFrame([[0.1, 0.0, -0.2]] * 4, index=FRAME["occupation"], columns=FEATURES)
    both = FRAME.rename(columns={"score": "score_first"}).assign(score_second=FRAME["score"])
    looks = marks.marks(FRAME, GENDER)
    figures = [
        ranking.ranking(FRAME, GENDER, "CABM", (-0.1, 0.1), FRAME, ("a", "b")),
        scores.against_unmasking(FRAME.assign(unmasking=0.2, low=0.1, high=0.5), GENDER, "gap"),
        scores.two_models(both, FRAME, "a", "b", GENDER),
        weightings.weightings({"PCA": FRAME}),
        weightings.category_counts({"PCA": {"male-biased": 2, "not settled": 1}}, GENDER),
        distribution.by_category(FRAME, GENDER, 0.1),
        distribution.densities({"male": [0.1]}, {"male": ["a"]}, GENDER),
        shap.shap_values(values, values, "clerk", GENDER),
        maps.framing_map([*FRAME["occupation"]], [[0, 0]] * 8, GENDER, ("x", "y"), looks),
    ]
    for figure in figures:
        assert not [refused for refused in (HOSTILE, *BIAS) if refused in held_by(figure)]


def test_a_ranking_is_in_order_with_a_line_for_each_interval():
    figure = ranking.ranking(FRAME, GENDER, "CABM")
    drawn = figure.data[-1]
    assert list(drawn.x) == sorted(FRAME["score"])
    assert list(figure.layout.yaxis.ticktext) == [
        "clerk", "baker", "&lt;b&gt;nurse&lt;/b&gt;", "carpenter"
    ]  # fmt: skip
    assert figure.layout.xaxis.title.text == "CABM<br>← more female · more male →"
    named, open_ = sorted(figure.data[:2], key=lambda trace: trace.line.color != LIGHT.ink)
    assert [x for x in named.x if x is not None] == [0.1, 1.4, 0.9, 1.5]
    assert [y for y in open_.y if y is not None] == [0, 0, 1, 1]
    assert named.x[2] is None


def test_the_axis_of_a_ranking_has_the_names_of_its_groups():
    aged = Groups(("young", "old"), (("young",), ("old",)))
    title = ranking.ranking(FRAME, aged, "P(young) − P(old)").layout.xaxis.title.text
    assert title == "P(young) − P(old)<br>← more old · more young →"


def test_an_interval_that_cannot_be_computed_is_said_and_not_drawn():
    none = FRAME.assign(score_low=float("nan"), score_high=float("nan"))
    told = [entry[4] for entry in ranking.ranking(none, GENDER, "CABM").data[-1].customdata]
    assert told == ["no interval"] * 4


def test_the_other_model_is_drawn_as_strokes_in_the_same_rows():
    before = FRAME[FRAME["occupation"] != "baker"].assign(score=0.0)
    figure = ranking.ranking(FRAME, GENDER, "CABM", before=before, names=("before", "now"))
    strokes = next(trace for trace in figure.data if trace.name == "before (filled marks: now)")
    assert list(strokes.x) == [0.0] * 3
    assert list(strokes.y) == [0, 2, 3]
    assert figure.layout.showlegend


def test_weights_without_intervals_are_marks_only():
    found = dict(zip(FEATURES, (0.5, 0.3, 0.2), strict=True))
    assert len(scores.weights(found, None).data) == 1
    bounds = {name: [0.1, 0.6] for name in FEATURES}
    figure = scores.weights(found, bounds)
    assert len(figure.data) == 4
    assert list(figure.data[-1].y) == ["context", "cosine", "pmi"]


def test_a_feature_without_a_weight_has_a_mark_and_no_interval():
    found = {"pmi": 0.0, "cosine": 0.5, "context": 0.5}
    figure = scores.weights(found, {"cosine": [0.1, 0.6], "context": [0.4, 0.9]})
    assert [list(trace.y) for trace in figure.data[:-1]] == [["context"] * 2, ["cosine"] * 2]
    assert dict(zip(figure.data[-1].y, figure.data[-1].x, strict=True)) == found


def test_probability_gap_bars_span_their_interval():
    frame = FRAME.assign(unmasking=0.2, low=0.1, high=0.5)
    figure = scores.against_unmasking(frame, GENDER, "P(he) − P(she)")
    assert list(figure.data[0].error_y.array) == pytest.approx([0.3] * 4)
    assert list(figure.data[0].error_y.arrayminus) == pytest.approx([0.1] * 4)


def test_two_models_meet_on_the_diagonal():
    both = pd.DataFrame(
        {"occupation": FRAME["occupation"], "score_first": [1.0, 0.0, -1.0, 2.0]}
    ).assign(score_second=FRAME["score"])
    figure = scores.two_models(both, FRAME[::-1], "a", "b", GENDER)
    assert list(figure.data[0].x) == list(figure.data[0].y) == [-1.0, 2.0]
    assert list(figure.data[1].marker.symbol) == marks.marks(FRAME, GENDER).symbols


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
    assert sum(bars.x[:4]) == pytest.approx(0.7)
    assert list(figure.layout.yaxis.ticktext) == ["base", *FEATURES, "a"]
    assert bars.customdata[3] == "context: −0.100"


def test_the_bars_of_shap_are_in_order():
    figure = shap.shap_bar({"pmi": 0.1, "cosine": 0.3, "context": 0.2})
    assert list(figure.data[0].y) == ["pmi", "context", "cosine"]


def test_the_curve_of_each_list_has_its_rug_and_its_n():
    many = {"male list": [place / 10 for place in range(-15, 15)], "female list": [0.1, 0.2]}
    targets = {name: [f"job {place}" for place in range(len(each))] for name, each in many.items()}
    figure = distribution.densities(many, targets, GENDER)
    curve, rug, empty, few = figure.data
    assert len(curve.x) > 100
    assert curve.name == "male list (n = 30)"
    assert len(rug.x) == 30
    assert rug.customdata[0][0] == "job 0"
    assert not empty.x  # two scores make no density
    assert list(few.x) == [0.1, 0.2]
    assert curve.line.dash != empty.line.dash


def test_scores_too_few_for_a_curve_are_ticks_in_named_rows():
    sets = {"male list": [0.5, -0.5], "<b>": [0.1, 0.2]}
    targets = {name: ["a", HOSTILE] for name in sets}
    figure = distribution.densities(sets, targets, GENDER)
    assert not figure.layout.yaxis.visible
    assert figure.layout.yaxis2.ticktext == ("male list (n = 2)", "&lt;b&gt; (n = 2)")
    assert not figure.layout.showlegend
    assert HOSTILE not in held_by(figure)


def test_the_heatmap_is_ordered_and_shaded_by_score():
    figure = weightings.weightings({"PCA": FRAME, "SHAP + RF": FRAME})
    cells = figure.data[0]
    assert list(figure.layout.yaxis.ticktext)[-1] == "carpenter"
    assert [row[0] for row in cells.z] == pytest.approx([0, 0.28125, 0.75, 1])
    notes = figure.data[1]
    assert [text for text, y in zip(notes.text, notes.y, strict=True) if y == 2] == ["+0.80"] * 2
    assert list(figure.layout.xaxis.ticktext) == ["PCA", "SHAP<br>+ RF"]
    assert figure.layout.xaxis.tickangle == 0


def test_a_heading_too_long_for_a_narrow_column_stands_upright():
    figure = weightings.heatmap([[1.0, 1.0]], ["P\nChristian", "P\nMuslim"], ["x"], [".0f"] * 2)
    assert figure.layout.xaxis.tickangle == -90


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_numbers_can_be_read_on_the_darkest_cell(theme, monkeypatch):
    monkeypatch.setattr(weightings, "palette", lambda: theme)
    figure = weightings.weightings({"PCA": FRAME})
    for _, ground in figure.data[0].colorscale:
        assert contrast(figure.data[1].textfont.color, ground) >= 4.5


def test_columns_of_different_units_are_shaded_on_their_own():
    figure = weightings.heatmap(
        [[1, 2, 100, 300], [3, 2, 200, 100]], "abcd", ["x", "y"], [".0f"] * 4, pairs=2
    )
    assert [list(row) for row in figure.data[0].z] == [[0, 0.5, 0, 1], [1, 0.5, 0.5, 0]]
    same = weightings.heatmap([[1.0, 1.0]], "ab", ["x"], [".0f"] * 2)
    assert [list(row) for row in same.data[0].z] == [[0, 0]]


def test_categories_are_counted():
    counts = {"PCA": {"male-biased": 2, "female-biased": 0, "neutral": 1, "not settled": 1}}
    figure = weightings.category_counts(counts, GENDER)
    assert {trace.name: list(trace.x) for trace in figure.data[::2]} == {
        "neutral": [1],
        "no clear lean": [1],
        "leans male": [2],
    }
    assert [list(trace.x) for trace in figure.data[1::2]] == [[0.5], [1.5], [3]]
    assert [trace.text for trace in figure.data[1::2]] == [("1",), ("1",), ("2",)]


def test_the_scores_of_a_category_are_in_its_row():
    figure = distribution.by_category(FRAME, GENDER, 0.1)
    assert list(figure.layout.yaxis.ticktext) == [
        "neutral (n = 1)", "not settled (n = 1)", "male-biased (n = 2)"
    ]  # fmt: skip
    assert [list(trace.x) for trace in figure.data] == [[0.05], [-0.4], [0.8, 1.2]]
    assert len(set(figure.data[2].y)) == 2  # neighbours do not cover each other


def test_a_line_joins_the_marks_of_both_groups():
    values = pd.DataFrame(
        [("a", "male", 1.0), ("a", "female", -1.0), (HOSTILE, "male", 0.0), (HOSTILE, "female", 2)],
        columns=["occupation", "group", "pmi"],
    )
    figure = ranking.of_both_groups(values, GENDER, "pmi", "PMI, bits")
    lines, first, second = figure.data
    assert list(figure.layout.yaxis.ticktext) == ["&lt;b&gt;nurse&lt;/b&gt;", "a"]
    assert (list(first.x), list(second.x)) == ([0.0, 1.0], [2.0, -1.0])
    assert list(lines.x)[:2] == [0.0, 2.0]
    assert HOSTILE not in held_by(figure)


def test_the_largest_shift_is_on_top_and_a_missing_one_is_left_out():
    shifts = pd.DataFrame({"occupation": ["most", "least"], "occupation_shift": [3.0, 1.0]})
    shifts = shifts.assign(occupation_shift_low=0.5, occupation_shift_high=4.0)
    missing = {f"sentence_shift{end}": float("nan") for end in ("", "_low", "_high")}
    figure = ranking.shifts(shifts.assign(**missing))
    assert list(figure.layout.yaxis.ticktext) == ["least", "most"]
    assert [trace.name for trace in figure.data if trace.mode == "markers"] == ["own vector"]
    complete = dict.fromkeys(missing, 1.0)
    assert len(ranking.shifts(shifts.assign(**complete)).data) == 4


def test_an_arrow_runs_from_the_first_group_to_the_second():
    looks = marks.marks(FRAME[:2], GENDER)
    figure = maps.framing_map(
        ["a", HOSTILE], [[0, 0], [1, 1], [0, 2], [3, 1]], GENDER, ("x", "y"), looks
    )
    arrows = figure.layout.annotations
    assert [(arrow.ax, arrow.ay, arrow.x, arrow.y) for arrow in arrows] == [
        (0, 0, 0, 2),
        (1, 1, 3, 1),
    ]
    assert HOSTILE not in held_by(figure)


def test_the_feature_map_names_features_and_shares():
    loadings = [[0.7, 0.7, 0.1], [0.1, -0.1, 0.9], [0.7, -0.7, 0.1]]
    looks = marks.marks(FRAME, GENDER)
    figure = maps.feature_map(
        FRAME, [[1.0, 0.0, 0.0]] * 4, loadings, (0.5, 0.3, 0.2), looks, FEATURES
    )
    assert "50% of the variance" in figure.layout.xaxis.title.text
    assert {"<b>pmi</b>", "<b>cosine</b>", "<b>context</b>"} <= {
        note.text for note in figure.layout.annotations
    }


def test_an_occupation_under_the_name_of_a_feature_is_named_on_hover_alone():
    away = [[-1.0, -1.0, 0.0], [-1.0, 1.0, 0.0], [1.0, -1.0, 0.0]]
    at_the_tip = [0.8, 0.0, 0.0]  # an arrow is as long as 0.8 of the farthest occupation
    figure = maps.feature_map(
        FRAME, [*away, at_the_tip], [[1.0], [0.0]], (0.5, 0.3), marks.marks(FRAME, GENDER), ["pmi"]
    )
    assert [bool(name) for name in figure.data[0].text] == [True, True, True, False]
    assert figure.data[0].customdata[3][0] == FRAME["occupation"].iloc[3]


@pytest.mark.parametrize("count", [2, 3])
def test_the_legend_of_densities_stands_above_the_curves_with_a_line_for_each(count):
    sets = {f"set {number}": [place / 10 for place in range(-15, 15)] for number in range(count)}
    targets = {name: [f"job {place}" for place in range(30)] for name in sets}
    figure = distribution.densities(sets, targets, GENDER)
    legend = figure.layout.legend
    assert (legend.y, legend.yanchor) == (1, "bottom")
    assert figure.layout.margin.t >= 20 * count


def test_of_many_both_ends_are_drawn_and_the_others_counted():
    figure = ranking.ranking(FRAME, GENDER, "CABM", ends=1)
    assert list(figure.layout.yaxis.ticktext) == ["clerk", "2 more", "carpenter"]
    assert list(figure.data[-1].y) == [0, 2]
    assert list(figure.data[-1].x) == [-0.4, 1.2]
    whole = ranking.ranking(FRAME, GENDER, "CABM", ends=2)
    assert len(whole.layout.yaxis.ticktext) == 4


def test_a_ring_is_the_model_compared_with_and_a_dot_the_measured_one():
    before = FRAME.assign(score=0.5)
    figure = ranking.ranking(FRAME, GENDER, "CABM", (0.0,), before, ("old", "new"), ends=1)
    named = {trace.name: trace.marker.symbol for trace in figure.data if trace.name}
    assert named == {"old (filled marks: new)": "circle-open"}
    (rings,) = [trace for trace in figure.data if trace.name]
    assert (list(rings.x), list(rings.y)) == ([0.5, 0.5], [0, 2])


def test_a_long_title_of_an_axis_takes_lines_and_names_words():
    title = ranking.ranking(FRAME, GENDER, "How much likelier “he” is than “she”", words=True)
    assert title.layout.xaxis.title.text == (
        "How much likelier “he” is than “she”<br>← more “she” · more “he” →"
    )
    long = ranking.ranking(FRAME, GENDER, "How much likelier one long word is than another")
    assert long.layout.xaxis.title.text.count("<br>") == 2
    assert long.layout.margin.t > title.layout.margin.t
