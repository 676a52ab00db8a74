"""Figures of the Probe page show the numbers they are given, and text as text."""

from __future__ import annotations

import math

import pandas as pd
import pytest

from components.frame.present.labels import shortened
from components.frame.present.numbers import percent
from components.frame.present.theme import LIGHT, contrast
from components.frame.present.word_bars import mirrored_bars, word_bars
from components.probe.heatmaps import group_heatmaps, in_front

HOSTILE = "<b>&amp;</b>"
ESCAPED = "&lt;b&gt;&amp;amp;&lt;/b&gt;"


def words(*pairs: tuple[str, float]) -> list[tuple[str, float]]:
    return list(pairs)


def table() -> pd.DataFrame:
    return pd.DataFrame(
        {"nurses": [0.02, 0.50, 0.03], "engineers": [0.08, 0.30, 0.03]},
        index=["kind", "clever", HOSTILE],
    )


def test_a_bar_is_as_long_as_its_probability_and_named():
    (bar,) = word_bars(words(("she", 0.62), ("he", 0.21))).data
    assert list(bar.x) == [0.62, 0.21]
    assert list(bar.text) == ["she  62.0%", "he  21.0%"]


@pytest.mark.parametrize(
    ("drawn", "end", "names"),
    [
        (word_bars(words(("she", 0.53))), 1, ["0", "50", "100%"]),
        (word_bars(words(("she", 0.08))), 0.1, ["0", "5", "10%"]),
        (word_bars(words(("free", 0.0266), ("a", 0.01))), 0.05, ["0", "2.5", "5%"]),
        (word_bars(words(("of", 1e-7))), 0.005, ["0", "0.25", "0.5%"]),
        (word_bars(words(("she", 0.08)), 1.0), 1, ["0", "50", "100%"]),
        (mirrored_bars(words(("a", 0.08)), words()), 0.1, ["0", "5", "10%"]),
        (mirrored_bars(words(("a", 0.08)), words(("a", 0.3))), 0.5, ["0", "25", "50%"]),
    ],
)
def test_the_axis_ends_at_a_round_share_that_is_written_there(drawn, end, names):
    axis = drawn.layout["xaxis2" if "xaxis2" in drawn.layout else "xaxis"]
    assert list(axis.range) == pytest.approx([0, 1.02 * end])
    assert list(axis.tickvals) == [0, end / 2, end]
    assert list(axis.ticktext) == names
    assert axis.ticklabeloverflow == "allow"  # else the 0 at the edge is left out
    assert drawn.layout.margin.l >= 5
    assert drawn.layout.margin.r >= 8  # with the 2%, half of the last name


@pytest.mark.parametrize("figure", [word_bars, lambda frame: mirrored_bars(frame, frame)])
def test_words_in_bars_are_never_markup(figure):
    bar = figure(words((HOSTILE, 0.5))).data[0]
    assert bar.text == (f"{ESCAPED}  50.0%",)
    assert bar.customdata[0][0] == ESCAPED


def test_every_bar_leaves_room_for_its_label_in_the_narrowest_figure():
    for frame in (
        words(("she", 0.9), ("he", 0.05)),
        words(("a" * 40, 0.3), ("b", 0.29)),
        words(("of", 1e-7)),
    ):
        figure = word_bars(frame)
        end, room = figure.layout.xaxis.range[1], figure.layout.margin.r
        for word, probability in frame:
            label = 7.5 * (len(shortened(word)) + len(percent(probability)) + 2)
            reach = (214 - room) * probability / end
            assert reach + label <= 220 or room == 0.6 * 220  # of a very long word some is cut


def test_two_halves_that_meet_have_one_0():
    axes = mirrored_bars(words(("a", 0.1)), words(("b", 0.2))).layout
    assert axes.xaxis.tickvals == axes.xaxis2.tickvals
    assert axes.xaxis.ticktext == ("", "10", "20%")
    assert axes.xaxis2.ticktext == ("0", "10", "20%")


@pytest.mark.parametrize("groups", [2, 12])
def test_a_share_that_rounds_to_nothing_is_short_in_its_cell_and_exact_in_its_hover(groups):
    frame = pd.DataFrame({f"g{place}": [2e-6, 0.2] for place in range(groups)}, index=["a", "b"])
    cells, numbers, _ = group_heatmaps([("m", frame)]).data
    assert numbers.text == ("~0",) * groups + ("20.0",) * groups
    assert cells.text[0][0] == "a for g0: &lt; 0.01%"


def test_two_models_stand_on_one_scale_back_to_back():
    figure = mirrored_bars(words(("she", 0.62), ("he", 0.2)), words(("he", 0.4)))
    left, right = figure.layout.xaxis.range, figure.layout.xaxis2.range
    assert left[0] == right[1] > 0.62
    assert left[1] == right[0] == 0
    assert figure.layout.yaxis.range == figure.layout.yaxis2.range
    assert [list(bar.x) for bar in figure.data] == [[0.62, 0.2], [0.4]]


def test_a_heatmap_shows_each_share_and_colours_it_by_its_ratio_to_the_mean():
    heat, numbers, _ = group_heatmaps([("bert", table())]).data
    assert heat.z[0] == pytest.approx([math.log2(0.02 / 0.05), math.log2(0.08 / 0.05)])
    assert heat.z[2] == pytest.approx([0, 0])
    assert list(numbers.text) == ["2.00", "8.00", "50.0", "30.0", "3.00", "3.00"]
    assert heat.text[0][1] == "kind for engineers: 8.00%"


def test_words_that_are_next_to_impossible_everywhere_have_no_colour():
    frame = pd.DataFrame({"a": [9e-5, 0.0, 0.0002], "b": [3e-5, 0.0, 0.0001]})
    heat = group_heatmaps([("bert", frame)]).data[0]
    assert heat.z[0] == heat.z[1] == pytest.approx([0, 0])
    assert heat.z[2] == pytest.approx([math.log2(4 / 3), math.log2(2 / 3)])


def test_the_change_is_coloured_by_the_distance_to_the_average_group():
    before = pd.DataFrame({"a": [0.02, 0.05], "b": [0.08, 0.05]}, index=["kind", "poor"])
    after = pd.DataFrame({"a": [0.05, 0.02], "b": [0.05, 0.08]}, index=["kind", "poor"])
    *_, heat, numbers, signs = group_heatmaps([("first", before), ("second", after)]).data
    assert list(numbers.text) == ["+3.00", "−3.00", "−3.00", "+3.00"]
    assert all(value < 0 for value in heat.z[0])  # the groups are alike now
    assert all(value > 0 for value in heat.z[1])
    assert list(signs.marker.symbol) == ["triangle-down"] * 2 + ["triangle-up"] * 2


def test_each_row_ends_with_its_part_of_the_divergence():
    figure = group_heatmaps([("bert", table())])
    kind = (0.02 * math.log2(0.02 / 0.05) + 0.08 * math.log2(0.08 / 0.05)) / 2
    found = [entry.text for entry in figure.layout.annotations]
    assert found[0] == f"{kind:.3f}"
    assert len(found) == 4
    assert found[-1] == "bits"  # above them


def test_names_in_a_heatmap_are_never_markup():
    frame = table().rename(columns={"nurses": HOSTILE})
    figure = group_heatmaps([(HOSTILE, frame), ("other", frame)])
    assert figure.layout.yaxis.ticktext[2] == ESCAPED
    assert figure.layout.xaxis.ticktext[0] == ESCAPED
    assert figure.layout.xaxis.title.text == f"<b>{ESCAPED}</b>"
    assert figure.data[0].text[2][0] == f"{ESCAPED} for {ESCAPED}: 3.00%"


def test_names_that_begin_alike_keep_their_own_columns():
    frame = table()
    frame.columns = ["people who work in hospitals at night", "people who work in hospitals by day"]
    figure = group_heatmaps([("bert", frame)])
    assert len(figure.data[0].z[0]) == len(figure.layout.xaxis.ticktext) == 2


def test_two_models_share_rows_columns_and_colours():
    figure = group_heatmaps([("untouched", table()), ("masked", table() / 2)])
    first, second, _ = (trace for trace in figure.data if trace.type == "heatmap")
    assert (first.zmin, first.zmax) == (second.zmin, second.zmax) == (-3, 3)
    assert first.colorscale == second.colorscale
    assert figure.layout.yaxis.ticktext == figure.layout.yaxis2.ticktext
    assert figure.layout.xaxis.title.text == "<b>untouched</b>"


def test_numbers_are_read_on_the_colour_they_stand_on():
    frame = pd.DataFrame({"a": [0.9, 0.001, 0.1], "b": [0.001, 0.9, 0.1]}, index=["x", "y", "z"])
    heat, numbers, _ = group_heatmaps([("bert", frame)]).data
    for ratio, ink in zip((z for row in heat.z for z in row), numbers.textfont.color, strict=True):
        ground = LIGHT.at(min(max((ratio / 3 + 1) / 2, 0), 1))
        assert contrast(ink, ground) >= 4.5


def test_more_groups_than_fit_leave_the_numbers_to_the_pointer():
    frame = pd.DataFrame({f"g{number}": [0.1, 0.2] for number in range(40)}, index=["x", "y"])
    heat, _ = group_heatmaps([("bert", frame)]).data
    assert heat.type == "heatmap"
    assert len(heat.text[0]) == 40


def test_no_line_shows_in_the_gaps_between_the_cells():
    layout = group_heatmaps([("first", table()), ("second", table() / 2)]).layout
    for axis in (layout.xaxis, layout.yaxis, layout.xaxis3, layout.yaxis3):
        assert axis.zeroline is False
        assert axis.ticks == ""


def test_words_that_are_named_come_first():
    frames = [table(), table() / 2]
    for frame in in_front(["clever", "gone"], frames):
        assert list(frame.index) == ["clever", "kind", HOSTILE]


def test_the_key_of_a_screen_names_both_halves():
    shown = mirrored_bars(words(("she", 0.5)), words(("he", 0.4)), names=("all heads on", "masked"))
    key = [(entry["colour"], entry["text"]) for entry in shown.layout.meta["marks"]]
    assert key == [(LIGHT.pale, "left: all heads on"), (LIGHT.ink, "right: masked")]
