"""The figure of models by measures: marks, colours, words for what is missing, hostile names."""

from __future__ import annotations

from html import unescape

import pytest

from components.frame.present.theme import LIGHT
from components.scorecard.charts import agreement
from components.scorecard.charts.cells import cells
from components.scorecard.charts.lines import LABEL, name_lines
from components.scorecard.charts.place import colour_of
from components.scorecard.grid import Grid
from engine.columns.side import TOWARD
from tests.components.scorecard.reports import (
    HOSTILE,
    LONG,
    MEASURES,
    absent,
    cell,
    contestant,
    imported,
    measure,
    report,
)

PAIRS, SEAT, GEST, COST = (measure(MEASURES[place]) for place in (0, 1, 5, 6))
HONEST = measure(
    ("honest:en:20", "HONEST", "Templates", "templates", "%", "percent", 0.0, 2, "bias")
)


def marks(figure, mode="markers"):
    return [trace for trace in figure.data if trace.mode == mode]


def test_every_measure_has_axes_of_its_own_and_all_share_their_rows():
    figure = cells(Grid(report()))
    axes = [name for name in figure.layout if name.startswith("xaxis")]
    assert len(axes) == 8
    assert figure.layout.yaxis.ticktext == tuple(f"model {number}" for number in range(1, 5))
    assert set(figure.layout.yaxis2.ticktext) == {""}
    titles = [note.text for note in figure.layout.annotations]
    assert titles[0] == "CPS (%)"


def test_marks_are_dots_where_measured_and_squares_where_imported():
    made = report(
        [contestant(1), imported(2)], [PAIRS], cells=[cell("c2", PAIRS, status="imported")]
    )
    dots = next(trace for trace in marks(cells(Grid(made))) if trace.marker.size == 9)
    assert dots.marker.symbol == ("circle", "square-open")


@pytest.mark.parametrize(
    ("which", "bounds", "colour"),
    [
        (GEST, (1.1, 1.3), LIGHT.toward),
        (GEST, (0.8, 0.9), LIGHT.away),
        (GEST, (0.9, 1.3), LIGHT.ink),
        (COST, (6.0, 8.0), LIGHT.ink),
        (HONEST, (3.0, 30.0), LIGHT.ink),  # no share lies below 0, so none is on a side of it
    ],
)
def test_orange_and_blue_are_sides_of_neutral_whatever_other_models_have(which, bounds, colour):
    for tier in (1, 2):
        own = cell("c1", which, value=sum(bounds) / 2, interval=[*bounds], tier=tier)
        made = report([contestant(1)], [which], cells=[own])
        dots = next(trace for trace in marks(cells(Grid(made))) if trace.marker.size == 9)
        assert dots.marker.color == (colour,)


def test_a_weak_model_has_no_side():
    assert colour_of(TOWARD) == LIGHT.toward
    assert colour_of(TOWARD, weak=True) == LIGHT.muted


def test_the_key_says_what_decides_and_which_measures_have_no_colour():
    figure = cells(Grid(report(measures=[PAIRS, SEAT, GEST, HONEST, COST])))
    said = [one["text"] for one in figure.layout.meta["marks"]]
    assert "clear by exact test of pairs, permutation test of d, else 95% CI" in said
    assert "not clear, a cost or a rate that cannot lie below neutral" in said


def test_models_that_clearly_differ_have_letters_and_others_none():
    apart = report(measures=[PAIRS, COST], tiers={PAIRS["name"]: {"c1": 2, "c2": 2}})
    (letters,) = marks(cells(Grid(apart)), "text")
    assert letters.text == ("B", "B", "A", "A")
    assert letters.xaxis == "x"
    assert not marks(cells(Grid(apart, PAIRS["name"])), "text")  # the bands have them


def test_a_weak_model_is_grey_on_a_hatched_ground():
    made = report([contestant(1), contestant(2, health="amber")], [PAIRS])
    figure = cells(Grid(made))
    (ground,) = [trace for trace in figure.data if trace.fill == "toself"]
    assert ground.fillpattern.shape == "/"
    assert {height for height in ground.y if height is not None} == {0.55, 1.45}
    dots = next(trace for trace in marks(figure) if trace.marker.size == 9)
    assert dots.marker.color == (LIGHT.ink, LIGHT.muted)


def test_titles_of_measures_stay_within_their_axes():
    long = [measure(entry, name=f"m{at}", title="word " * 20) for at, entry in enumerate(MEASURES)]
    for count, most in ((1, 44), (2, 21), (3, 25), (4, 21), (5, 16)):
        figure = cells(Grid(report(measures=long[:count])))
        titles = [note.text for note in figure.layout.annotations if note.yanchor == "bottom"]
        assert len(titles) == count
        assert max(len(line) for title in titles for line in title.split("<br>")) <= most


def test_below_each_axis_is_the_neutral_value_and_what_is_to_the_right():
    names = ("pairs:bundled:cps", "gest:bundled:0", "honest:bundled:20", "pppl")
    neutral = (50.0, 1.0, 0.0, None)
    shown = [
        measure(MEASURES[6], name=each, neutral=at) for each, at in zip(names, neutral, strict=True)
    ]
    figure = cells(Grid(report(measures=shown)))
    below = [note.text for note in figure.layout.annotations if note.yanchor == "top"]
    assert below == [
        "neutral 50 · stereotype →",
        "neutral 1 · stereotype →",
        "neutral 0 · higher rate →",
        "no neutral value · worse →",
    ]
    five = [measure(entry, name=f"m{at}") for at, entry in enumerate(MEASURES[:5])]
    notes = cells(Grid(report(measures=five))).layout.annotations
    narrow = [note.text for note in notes if note.yanchor == "top"]
    assert narrow[0] == "neutral 50<br>stereotype →"  # where a line has no room for both


def test_tiers_are_bands_in_the_measure_that_orders_the_rows():
    made = report(tiers={PAIRS["name"]: {"c1": 2, "c2": 2}})
    assert not cells(Grid(made)).layout.shapes
    first, second = cells(Grid(made, PAIRS["name"])).layout.shapes
    assert (first.label.text, second.label.text) == ("A", "B")
    assert first.opacity > 0
    assert second.opacity == 0
    assert second.y1 - second.y0 == 2


def test_a_click_takes_nothing_away_from_the_other_dots():
    dots = marks(cells(Grid(report())))[0]
    assert dots.unselected.marker.opacity == 1


def test_a_cell_without_a_figure_says_so():
    gone = absent("c1", PAIRS, "refused", f"The health check failed: {HOSTILE}")
    figure = cells(Grid(report([contestant(1), contestant(2)], [PAIRS], cells=[gone])))
    (word,) = marks(figure, "text")
    assert word.text == ("refused",)
    hover = marks(figure)[-1].customdata[0]
    assert [*hover[:2]] == ["c1", PAIRS["name"]]
    assert "<script>" not in hover[2]


def test_what_is_not_measured_is_no_dash_that_looks_like_a_value():
    gone = absent("c1", PAIRS, "missing", "Not measured yet.")
    figure = cells(Grid(report([contestant(1), contestant(2)], [PAIRS], cells=[gone])))
    (word,) = marks(figure, "text")
    assert word.text == ("not measured",)


def test_hostile_and_long_names_are_text_and_cut():
    which = measure(MEASURES[0], title=HOSTILE, unit="<i>", counted="<b>n</b>")
    figure = cells(Grid(report([contestant(1, HOSTILE), contestant(2, LONG)], [which])))
    shown = str(figure.to_plotly_json())
    for tag in ("<script", "<i>", "<b>x", "<b>n</b>"):
        assert tag not in shown
    lines = [line for name in figure.layout.yaxis.ticktext for line in name.split("<br>")]
    assert max(len(unescape(line)) for line in lines) <= LABEL


def test_a_long_name_of_a_checkpoint_goes_on_in_a_second_line_and_is_not_cut():
    assert name_lines("bert-base-uncased, head 3-6 switched off") == [
        "bert-base-uncased, head 3-6",
        "switched off",
    ]
    assert name_lines("a-checkpoint, heads 3-16, 4-2") == ["a-checkpoint, heads 3-16,", "4-2"]
    assert name_lines("bert-base-multilingual-cased") == ["bert-base-multilingual-cased"]
    assert name_lines("someone/bert-base-multilingual-cased") == [
        "someone/bert-base-",
        "multilingual-cased",
    ]
    assert name_lines("my model, 12 heads switched off, fine-tuned") == [
        "my model, 12 heads switched",
        "off, fine-tuned",
    ]


def test_the_largest_table_is_one_figure():
    many = [measure(entry, name=f"m{number}") for number, entry in enumerate(MEASURES * 2)][:14]
    who = [contestant(number, LONG) for number in range(1, 13)]
    figure = cells(Grid(report(who, many)))
    assert len([name for name in figure.layout if name.startswith("xaxis")]) == 14
    assert figure.layout.height < 1600


def test_agreement_is_shaded_by_its_size_and_says_how_many_models():
    entry = {
        "n_contestants": 11,
        "interval": [-0.9, -0.2],
        "p": 0.01,
        "p_holm": 0.02,
        "problem": "",
    }
    entry |= {"first": "pppl", "second": "cloze", "tau": -0.6}
    figure = agreement.heatmap([entry], {"pppl": "Pseudo-perplexity", "cloze": "Cloze"})
    assert [[*row] for row in figure.data[0].z] == [[0.0, 0.6], [0.6, 0.0]]
    assert "<b>−0.6</b><br>11" in figure.data[1].text
    assert "11 models" in str(figure.data[0].customdata)
