"""A figure with many rows has twelve on a stage, and says how many are left out."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from components.frame.present.recolour import in_light
from components.frame.present.theme import LIGHT
from components.stage.fitting import fitted
from tests.components.stage.fitting.drawn import cells, dots, words


def names(figure):
    return figure["layout"]["yaxis"]["ticktext"]


def marks(figure):
    """Row of each dot by its value."""
    dot = next(trace for trace in figure["data"] if trace.get("mode") == "markers")
    return dict(zip(dot["x"], dot["y"], strict=True))


def test_the_largest_and_the_smallest_six_of_ordered_rows_stay():
    figure = fitted(dots(range(46, 0, -1)))
    assert names(figure) == [
        *(f"row {row}" for row in range(6)),
        "34 more",
        *(f"row {row}" for row in range(40, 46)),
    ]
    assert list(marks(figure).values()) == [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12]
    assert list(marks(figure)) == [46, 45, 44, 43, 42, 41, 6, 5, 4, 3, 2, 1]
    assert figure["layout"]["yaxis"]["range"] == [12.6, -0.6]


def test_intervals_texts_and_lists_of_marks_go_with_their_rows():
    figure = fitted(dots(range(20, 0, -1)))
    line, interval, dot = figure["data"]
    assert line["y"] == [-0.5, 12.5]  # what all rows are compared with
    known = [place for place in interval["y"] if place is not None]
    assert known == [place for row in (*range(6), *range(7, 13)) for place in (row, row)]
    assert len(dot["marker"]["color"]) == 12
    texts = {mark["text"]: mark["y"] for mark in figure["layout"]["annotations"]}
    assert texts["n 0"] == 0
    assert texts["n 19"] == 12
    assert "n 8" not in texts


def test_rows_from_the_bottom_stay_at_their_end():
    figure = dots(range(1, 31))
    figure["layout"]["yaxis"]["range"] = [-0.8, 29.8]
    shown = fitted(figure)
    assert names(shown)[0] == "row 0"
    assert names(shown)[-1] == "row 29"
    assert shown["layout"]["yaxis"]["range"] == [-0.8, 12.8]


def test_of_rows_in_another_order_the_extreme_ones_stay_in_it_and_the_row_of_all():
    values = [50, *(7 * row % 20 for row in range(20))]
    kinds = ["All pairs", *(f"kind {value}" for value in values[1:])]
    shown = names(fitted(dots(values, kinds)))
    assert shown[0] == "All pairs"
    assert shown[-1] == "10 more" or shown[-1] == "9 more"
    kept = {int(name.removeprefix("kind ")) for name in shown[1:-1]}
    assert kept == {0, 1, 2, 3, 4, 15, 16, 17, 18, 19}
    assert [name for name in kinds if name in shown] == shown[:-1]


def test_words_of_a_list_are_its_first_twelve():
    figure = fitted(words([1 / (rank + 1) for rank in range(30)]))
    (bars,) = figure["data"]
    assert bars["y"] == list(range(12))
    (more,) = figure["layout"]["annotations"]
    assert (more["text"], more["y"]) == ("18 more", 12)


def test_cells_keep_their_first_rows_with_their_texts():
    figure = fitted(cells(20))
    shades, texts = figure["data"]
    assert [line[0] for line in shades["z"]] == [*range(12), None]
    assert texts["y"] == [row for row in range(12) for _ in range(2)]
    assert names(figure)[-1] == "8 more"


def test_rows_named_by_their_bars_are_counted_too():
    bars = go.Bar(x=np.arange(20.0), y=[f"word {at}" for at in range(20)], orientation="h")
    figure = fitted(in_light(go.Figure(bars), LIGHT))
    assert len(names(figure)) == 13
    assert figure["data"][0]["x"] == [*range(6), *range(14, 20)]


def test_the_own_model_stays_wherever_it_is():
    models = [f"<b>model {row}</b>" if row == 9 else f"model {row}" for row in range(20)]
    figure = dots(range(20))
    figure["layout"]["yaxis"]["ticktext"] = models
    shown = names(fitted(figure))
    assert any("model 9" in name for name in shown)
    assert shown[-1] == "9 more"


def test_a_heading_above_the_rows_has_its_room():
    figure = dots(range(20))
    figure["layout"]["annotations"].append({"text": "rank,<br>95% CI", "x": 1, "y": -0.6})
    figure["layout"]["yaxis"]["range"] = [19.5, -1.7]
    shown = fitted(figure)
    assert shown["layout"]["yaxis"]["range"][1] < -2
    assert shown["layout"]["annotations"][-1]["y"] == -0.6


def test_names_in_two_lines_are_in_one_where_rows_are_many():
    assert names(fitted(dots(range(4))))[0] == "row 0"
    figure = dots(range(10))
    broken = ["female ×<br>learner", "some-<br>model", *("a<br>b" for _ in range(8))]
    figure["layout"]["yaxis"]["ticktext"] = broken
    assert names(fitted(figure))[:3] == ["female × learner", "some-model", "a b"]


def test_few_rows_and_the_kept_figure_stay_as_they_are():
    figure = dots(range(12))
    assert names(fitted(figure)) == [f"row {row}" for row in range(12)]
    many = dots(range(40))
    before = repr(many)
    fitted(many)
    assert repr(many) == before


def test_rows_that_the_page_has_shortened_keep_their_extremes_and_the_count():
    values = [*range(13, 7, -1), *range(6, 0, -1)]
    figure = dots(values)
    axis = figure["layout"]["yaxis"]
    places = [*range(6), *range(7, 13)]
    for trace in figure["data"]:
        if trace.get("mode") == "markers":
            trace["y"] = places
    axis["tickvals"] = list(range(13))
    axis["ticktext"] = [*(f"row {at}" for at in range(6)), "34 more", *"abcdef"]
    assert names(fitted(figure)) == axis["ticktext"]
    axis["tickvals"] = list(range(15))
    axis["ticktext"] = [*(f"row {at}" for at in range(6)), "1,034 more", *"abcdefgh"]
    for trace in figure["data"]:
        if trace.get("mode") == "markers":
            trace |= {"x": [*range(14, 8, -1), *range(8, 0, -1)], "y": [*range(6), *range(7, 15)]}
    shown = names(fitted(figure))
    assert shown == [*(f"row {at}" for at in range(6)), "1,036 more", *"cdefgh"]
