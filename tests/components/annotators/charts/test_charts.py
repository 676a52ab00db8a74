"""Figures of the Annotators page show the numbers they are given."""

from __future__ import annotations

import pandas as pd
import pytest

from components.annotators.charts.cells import by_language, group_against_group
from components.annotators.charts.rows import candidates, changes, dots
from components.frame.present.theme import LIGHT, unsettled

HOSTILE = "<b>&</b>"
ESCAPED = "&lt;b&gt;&amp;&lt;/b&gt;"


def entry(group, language, value, interval=None, annotators=6):
    return {
        "group": group,
        "language": language,
        "p_at_1": value,
        "spearman": value,
        "intervals": {"p_at_1": interval, "spearman": interval},
        "n_annotators": annotators,
        "n_sentences": 24,
        "n_answers": 72,
        "pooled_n": 250,
    }


ENTRIES = [
    entry("native", "en", 0.25, [0.1, 0.4]),
    entry("learner", "en", 0.5, [0.3, 0.7], annotators=1),
    entry("native", "es", None),
]
LANGUAGES = {"en": "English", "es": "Spanish"}


def written(figure):
    """The trace of what stands in the cells."""
    (trace,) = [trace for trace in figure.data if getattr(trace, "mode", "") == "text"]
    return trace


def texts(figure):
    return list(written(figure).text)


def test_a_cell_has_score_interval_annotators_and_sentences_or_what_is_missing():
    figure = by_language(ENTRIES, LANGUAGES, "p_at_1", 0.5)
    assert texts(figure)[0] == "<b>25%</b><br>[10,\u00a040]<br>6 × 24"
    assert texts(figure)[1::2] == ["undefined", "–"]
    assert list(figure.data[0].z[0]) == [0.5, 0.0]
    assert figure.layout.xaxis.ticktext == ("English", "Spanish")


def test_a_correlation_has_its_words_a_shade_from_minus_one_and_a_true_minus():
    hover = by_language(ENTRIES, LANGUAGES, "spearman", 0.5).data[0].customdata[0][0]
    assert "0.25, 95%\u00a0CI\u00a0[0.10,\u00a00.40]<br>6 annotators, 250 words of 24" in hover
    figure = by_language([entry("native", "en", -0.3)], {"en": "English"}, "spearman", 0.5)
    assert list(figure.data[0].z[0]) == [pytest.approx(0.35)]
    assert texts(figure) == ["<b>−0.30</b><br>no interval<br>6 × 24"]


def test_the_interval_of_a_correlation_takes_two_lines_where_columns_are_narrow():
    names = {"en": "English", "es": "Spanish †", "de": "German"}
    figure = by_language([entry("native", "en", -0.3, [-0.4, -0.2])], names, "spearman", 0.5)
    assert texts(figure)[0] == "<b>−0.30</b><br>[−0.40,<br>−0.20]<br>6 × 24"
    assert figure.layout.xaxis.ticktext[1] == "Spanish<br>†"
    wide = by_language(ENTRIES, {**LANGUAGES, **dict.fromkeys("abcd", "x")}, "p_at_1", 0.5)
    assert texts(wide)[0] == "<b>25%</b>"


def test_an_axis_of_shares_ends_beyond_all_that_is_drawn_and_another_has_all_values():
    axes = [dots(ENTRIES[:1], score).layout.xaxis for score in ("p_at_1", "spearman")]
    assert [axis.ticktext for axis in axes] == [("0%", "20%", "40%"), ("−1", "0", "1")]
    assert [axis.range for axis in axes] == [(pytest.approx(-1.6), 41.6), (-1.08, 1.08)]
    people = {"native": {"people": 0.5, "interval": [0.2, 0.85]}}
    assert dots(ENTRIES[:1], "p_at_1", (), people).layout.xaxis.ticktext[-1] == "100%"
    low = dots([entry("native", "en", 0.003)], "p_at_1").layout.xaxis
    assert low.ticktext == ("0%", "0.5%", "1%")


def test_rows_are_lower_where_there_are_many():
    many = [entry(str(number), "en", 0.25) for number in range(12)]
    assert dots(many, "p_at_1").layout.height == 12 * 30 + 44
    assert dots(many[:4], "p_at_1").layout.height == 4 * 46 + 44


def test_scores_that_are_all_zero_are_drawn():
    figure = by_language([entry("native", "en", 0.0)], {"en": "English"}, "p_at_1", 0.0)
    assert list(figure.data[0].z[0]) == [0.0]


def test_names_are_escaped_in_every_figure():
    hostile = [entry(HOSTILE, "en", 0.25, [0.1, 0.4])]
    assert by_language(hostile, {"en": HOSTILE}, "p_at_1", 1).layout.xaxis.ticktext == (ESCAPED,)
    assert dots(hostile, "p_at_1").layout.yaxis.ticktext == (ESCAPED,)
    words = pd.DataFrame({"word": [HOSTILE], "probability": [0.5], "given": [1]})
    assert candidates(words).layout.yaxis.ticktext == (ESCAPED,)


def test_dots_stand_best_first_with_interval_ceiling_and_ring():
    people = {
        "native": {"people": 0.6, "interval": [0.5, 0.7]},
        "learner": {"people": None, "interval": None},
    }
    before = [entry("native", "en", 0.2)]
    figure = dots(ENTRIES[:2], "p_at_1", before, people)
    assert figure.layout.yaxis.ticktext == ("learner", "native")
    ceiling, bounds, *_, rings = figure.data
    assert (list(ceiling.x), list(ceiling.y)) == ([60, 60], [0.78, 1.28])
    assert (list(bounds.x), list(bounds.y)) == ([50, 70], [1.28, 1.28])
    assert "60%, 95%\u00a0CI\u00a0[50,\u00a070]" in ceiling.hovertemplate
    assert (list(rings.x), list(rings.y)) == ([20], [1])
    points = [trace for trace in figure.data if trace.mode == "markers" and trace is not rings]
    assert {trace.x[0]: trace.y[0] for trace in points} == {50: 0, 25: 1}
    assert [(note.text, note.y) for note in figure.layout.annotations] == [("50%", 0), ("25%", 1)]


def test_words_somebody_gave_are_dark_and_counted():
    words = pd.DataFrame({"word": ["tea", "oil"], "probability": [0.5, 0.1], "given": [3, 0]})
    bar = candidates(words).data[0]
    assert bar.marker.color == (LIGHT.ink, LIGHT.pale)
    assert bar.text == (" 50.0% · 3×", " 10.0%")


@pytest.mark.parametrize(
    ("interval", "side", "colour"),
    [([0.1, 0.3], 1, LIGHT.ink), ([0.1, 0.3], 0, unsettled()), (None, 0, unsettled())],
)
def test_a_change_is_pale_unless_clear_and_takes_no_colour_of_bias(interval, side, colour):
    found = {"name": "a", "before": 0.4, "after": 0.6, "change": 0.2}
    found |= {"interval": interval, "side": side}
    point = changes([found], "p_at_1").data[-1]
    assert point.marker.color == colour
    assert (list(point.x), point.text) == ([20], ("+20 points",))


def test_groups_that_share_no_sentence_show_a_dash():
    pairs = pd.DataFrame(
        {
            "group": ["a", "a", "b", "b"],
            "other": ["a", "b", "a", "b"],
            "share": [0.5, float("nan"), float("nan"), 0.25],
            "low": [0.4, float("nan"), float("nan"), float("nan")],
            "high": [0.6, float("nan"), float("nan"), float("nan")],
            "sentences": [4, 0, 0, 1],
        }
    )
    figure = group_against_group(pairs)
    assert texts(figure) == ["<b>50%</b><br>[40,\u00a060]", "–", "–", "<b>25%</b>"]
    assert [list(row) for row in figure.data[0].z] == [[1.0, 0.0], [0.0, 0.5]]


def test_no_change_has_no_sign():
    same = {"name": "a", "before": 0.4, "after": 0.4, "change": -0.0, "interval": None, "side": 0}
    assert changes([same], "mrr").data[-1].text == ("0.00",)
    assert changes([same], "p_at_1").data[-1].text == ("0 points",)
