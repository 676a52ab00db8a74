"""Flag rates as dots: labels, axis, colours, rows without a figure."""

from __future__ import annotations

import pytest

from components.arena.charts.rates import Row, axis_end, rates, row_of
from components.frame.present.theme import palette, unsettled


def dots(figure) -> list[tuple[float, str]]:
    """Position and colour of each dot, the rings left out."""
    return [
        (trace.x[0], trace.marker.color)
        for trace in figure.data
        if trace.mode == "markers" and trace.marker.symbol != "circle-open"
    ]


def test_every_row_has_its_dot_interval_and_number():
    figure = rates([Row("women", 0.25, [0.2, 0.3], 1200), Row("men", 0.1, None, 50)])
    assert [where for where, _ in dots(figure)] == [0.25, 0.1]
    assert list(figure.layout.yaxis.ticktext) == ["women  n = 1,200", "men  n = 50"]
    lines = [trace for trace in figure.data if trace.mode == "lines"]
    assert [*lines[0].x] == [0.2, 0.3]
    assert [*lines[1].x] == [0.1, 0.1]
    numbers = [(note.y, note.text, note.x, note.xref) for note in figure.layout.annotations]
    assert numbers == [
        *((0, "25%", 1, "paper"), (1, "10%", 1, "paper"), (-0.6, "flagged", 1, "paper")),
    ]


def test_of_few_sentences_the_share_says_how_many_there_are():
    figure = rates([Row("Afro-Caribbean people", 10 / 36, None, 36), Row("none", None, None, 0)])
    assert list(figure.layout.yaxis.ticktext) == ["Afro-Caribbean people", "none  n = 0"]
    assert figure.layout.annotations[0].text == "10 of 36"


def test_colour_means_a_clear_side_and_few_sentences_are_grey():
    rows = [Row("a", 0.5, [0.4, 0.6], 40, side=side) for side in (1, -1, 0)]
    rows.append(Row("few", 0.5, [0.1, 0.9], 9, side=1))
    colours = palette()
    assert [colour for _, colour in dots(rates(rows))] == [
        *(colours.toward, colours.away, colours.ink, unsettled())
    ]


def test_a_row_without_a_figure_keeps_its_place():
    figure = rates([Row("Religion", heading=True), Row("none", None, None, 0), Row("a", 0.1, None)])
    assert list(figure.layout.yaxis.ticktext) == ["<b>Religion</b>", "none  n = 0", "a"]
    assert [where for where, _ in dots(figure)] == [0.1]


def test_rings_are_the_rates_of_the_other_model():
    figure = rates([row_of("a", {"flag_rate": 0.1, "n": 5}, {"flag_rate": 0.2})])
    (ring,) = [trace for trace in figure.data if trace.marker.symbol == "circle-open"]
    assert [*ring.x] == [0.2]


@pytest.mark.parametrize(
    ("row", "end"),
    [
        (Row("", 0.0), 0.1),
        (Row("", 0.3), 0.4),
        (Row("", 0.2), 0.2),
        (Row("", 0.31), 0.4),
        (Row("", 0.1, [0.0, 0.66]), 0.8),
        (Row("", 0.1, None, 0, 0.9), 1.0),
        (Row("", 0.99, [0.9, 1.0]), 1.0),
    ],
)
def test_the_axis_holds_all_rates_and_ends_at_a_round_number(row, end):
    assert axis_end([row]) == pytest.approx(end)


def test_the_second_line_of_a_name_leaves_room_for_what_follows_it():
    name = "a-folder-of-mine-with-another-very-long-name"
    figure = rates(
        [Row(name, 0.1, None, 1200), Row(f"{name}, 2 heads switched off", 0.1, None, 28)]
    )
    for label in figure.layout.yaxis.ticktext:
        first, second = label.split("<br>")
        assert len(first) <= 23
        assert len(second) <= 30
    assert figure.layout.yaxis.ticktext[1].endswith(",<br>2 heads switched off  n = 28")
