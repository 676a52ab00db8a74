"""Figures of the Stage: every number is at its mark, and every side and colour is explained."""

import json

import pandas as pd
import pytest

from components.stage.charts.before_after import before_after
from components.stage.charts.contributions import contributions
from components.stage.charts.groups import word_by_group
from components.stage.charts.planted import planted_and_measured
from components.stage.charts.shares import grouped_shares


def written(figure) -> list[str]:
    """All that is written on a figure."""
    drawn = json.loads(figure.to_json())
    marks = [text for trace in drawn["data"] for text in trace.get("text") or []]
    return [*marks, *(note["text"] for note in drawn["layout"].get("annotations", []))]


def moved(before: float, after: float, low: float = float("nan"), high: float = float("nan")):
    row = {"figure": "x", "before": before, "after": after, "after_low": low, "after_high": high}
    return before_after(pd.DataFrame([row]))


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [(0.2, 0.5, "20% → 50%"), (0.5, 0.2, "20% ← 50%"), (0.2, 0.2, "20%")],
)
def test_numbers_before_and_after_are_in_the_order_of_their_marks(before, after, text):
    assert written(moved(before, after)) == [text]


def test_the_interval_is_explained_where_there_is_one():
    def explained(figure) -> set[str]:
        return {trace.name for trace in figure.data if trace.showlegend}

    assert explained(moved(0.2, 0.5)) == {"before", "after"}
    assert explained(moved(0.2, 0.5, 0.4, 0.6)) == {"before", "after", "95% CI after"}


def test_what_is_not_known_yet_has_its_row_and_no_mark():
    unknown, known = moved(float("nan"), float("nan")), moved(0.2, 0.5, 0.4, 0.6)
    assert written(unknown) == []
    names = [
        [trace.name for trace in figure.data if trace.showlegend] for figure in (unknown, known)
    ]
    assert names[0] == names[1]
    assert unknown.layout.yaxis == known.layout.yaxis
    assert "NaN" not in unknown.to_json()


def test_both_sides_of_the_words_of_a_pair_are_named():
    parts = pd.DataFrame({"text": ["was", "late"], "difference": [0.5, -0.25]})
    said = written(contributions(parts, ("fits “he”", "fits <b>")))
    assert said == ["+0.50", "−0.25", "+0.25", "← fits “he”", "fits &lt;b&gt; →"]


def test_the_colours_of_groups_are_explained():
    table = pd.DataFrame({"man": [0.2], "woman": [0.1]}, index=["soldier"])
    assert "more likely than for the average group" in written(word_by_group(table))[-1]


def test_the_ends_and_the_farthest_occupation_are_named():
    rows = [("a", 0.1, 0.1), ("b", 0.3, 0.35), ("c", 0.5, 0.8), ("d", 0.9, 0.85)]
    assert written(planted_and_measured(rows)) == ["a", "", "c", "d"]


def test_two_sentences_share_one_scale():
    figure = grouped_shares({"A [MASK].": {"x": 0.5}, "B [MASK].": {"x": 0.005}}, ["x"])
    assert written(figure)[:2] == ["x  50.0%", "x  0.50%"]
    low, high = figure.layout.xaxis.range
    assert low == 0
    assert high > 0.5


def test_cells_of_many_groups_have_short_texts():
    groups = [f"group {number}" for number in range(8)]
    table = pd.DataFrame([[0.0] * 8], columns=groups, index=["she"])
    few = json.loads(word_by_group(table.iloc[:, :6]).to_json())["data"][1]
    many = json.loads(word_by_group(table).to_json())["data"][1]
    assert set(few["text"]) == {"< 0.01%"}
    assert set(many["text"]) == {"<0.01%"}
    assert many["textfont"]["size"] < few["textfont"]["size"]
