"""Colours of differences between genders: toward the stereotype, away, or neither."""

from __future__ import annotations

from components.cabm.charts import professions
from components.cabm.charts import scores as employment
from components.frame.present.theme import palette


def entry(group, difference, interval, p=0.01):
    plain = {"mean": 0.1, "interval": [0.0, 0.2]}
    return {
        "group": group,
        "n": 20,
        "male": plain,
        "female": plain,
        "difference": {"mean": difference, "interval": interval},
        "test": {"p_holm": p, "n": 9},
    }


def report(*entries):
    return {"parts": {"groups": list(entries)}}


def test_a_difference_is_coloured_by_its_list_and_only_where_test_and_interval_are_clear():
    drawn = professions.groups(
        report(
            entry("male", 0.4, [0.1, 0.7]),
            entry("female", 0.4, [0.1, 0.7]),
            entry("balanced", 0.4, [0.1, 0.7]),
        )
    )
    colours = palette()
    differences = next(trace for trace in drawn.data if trace.name == "difference")
    assert [*differences.marker.color] == [colours.toward, colours.away, colours.ink]
    open_ = professions.groups(
        report(
            entry("male", 0.4, [-0.1, 0.9]),
            entry("female", 0.4, None),
            entry("male", 0.4, [0.1, 0.7], p=0.06),
            entry("female", -0.4, [-0.7, -0.1], p=None),
        )
    )
    differences = next(trace for trace in open_.data if trace.name == "difference")
    assert [*differences.marker.color] == [colours.ink] * 4


def test_the_genders_of_person_words_take_no_colour_and_each_half_has_its_scale_and_title():
    drawn = professions.groups(report(entry("male", 0.4, [0.1, 0.7])))
    for name in ("words for men", "words for women"):
        trace = next(trace for trace in drawn.data if trace.name == name)
        assert set(trace.marker.color) == {palette().ink}
    assert len(drawn.layout.shapes) == 2
    assert drawn.layout.xaxis.rangemode == "tozero"
    assert drawn.layout.xaxis2.domain[0] - drawn.layout.xaxis.domain[1] > 0.1
    assert [note.text for note in drawn.layout.annotations] == [
        "<b>Association</b><br>nats",
        "<b>Difference</b><br>words for men −<br>for women, nats",
    ]


def test_names_that_would_overlap_are_left_out():
    names = ("firefighter", "architect", "carpenter", "librarian", "therapist")
    places = ((5, 0.5), (15, 0.5), (18, 0.52), (80, -0.5), (85, -0.48))
    rows = [
        {"occupation": name, "employed": share, "year": 2015, "gap": gap}
        for name, (share, gap) in zip(names, places, strict=True)
    ]
    marks = employment.scatter(rows, "gap", "gap").data[0]
    assert [name for name in marks.text if name] == ["firefighter", "therapist"]
    assert [row[0] for row in marks.customdata] == [*names], "the rest when pointed at"


def test_the_model_compared_with_is_drawn_in_the_rows_that_both_have():
    before = report(entry("female", -0.2, [-0.3, -0.1]))
    own = report(entry("male", 0.4, [0.1, 0.7]), entry("female", 0.1, [0.0, 0.2]))
    drawn = professions.groups(own, before, "other <b>")
    rings = [trace for trace in drawn.data if trace.marker.symbol == "circle-open"]
    assert [len(trace.x) for trace in rings] == [1, 1, 1]
    assert {trace.name for trace in rings} == {"other &lt;b&gt;"}


def test_every_occupation_is_a_mark_with_its_name_and_share():
    rows = [
        {"occupation": "nurse", "employed": 89.6, "year": 2015, "gap": -0.4},
        {"occupation": "mason", "employed": 2.0, "year": 2016, "gap": 0.5},
    ]
    drawn = employment.scatter(rows, "gap", "gap, nats")
    marks = next(trace for trace in drawn.data if trace.mode == "markers+text")
    assert [*marks.x] == [89.6, 2.0]
    assert [*marks.text] == ["nurse", "mason"]
    assert marks.customdata[0][1:3] == ["90", 2015]
