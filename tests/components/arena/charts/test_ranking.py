"""The ranking as a figure: order, own model, rank intervals, bands of tiers."""

from __future__ import annotations

from components.arena.charts.ranking import rank_text, ranking


def entry(number: int, tier: int) -> dict:
    return {
        "rank": number,
        "rank_interval": [1, number],
        "tier": tier,
        "flag_rate": number / 10,
        "interval": [number / 10 - 0.05, number / 10 + 0.05],
        "digest": str(number),
    }


def test_the_own_model_is_bold_and_ranks_have_their_interval():
    figure = ranking([entry(1, 1), entry(2, 1)], ["first", "<second>"], "2")
    assert list(figure.layout.yaxis.ticktext) == ["first", "<b>&lt;second&gt;</b>"]
    notes = figure.layout.annotations
    assert [note.text for note in notes[:3]] == ["10.0%", "20.0%", "flagged"]
    assert [note.text for note in notes[3:]] == ["1", "1–2", "rank,<br>95% CI"]
    apart = notes[3].xshift - notes[2].xshift
    assert apart > 7 * 9 + 6, "a column of its own, beside “flagged” in the type of the Stage"
    assert figure.layout.meta["marks"][0]["text"] == "this model"
    assert figure.layout.shapes == ()


def test_a_single_model_has_no_column_of_ranks():
    alone = entry(1, 1) | {"rank": None, "rank_interval": None, "tier": None}
    figure = ranking([alone], ["first"], "1")
    assert [note.text for note in figure.layout.annotations] == ["10.0%", "flagged"]
    assert not any("rank" in str(trace.hovertemplate) for trace in figure.data)


def test_every_other_tier_has_a_ground():
    figure = ranking([entry(1, 1), entry(2, 1), entry(3, 2)], ["a", "b", "c"], "")
    (band,) = figure.layout.shapes
    assert (band.y0, band.y1) == (-0.5, 1.5)


def test_an_interval_of_one_rank_is_that_rank():
    assert [rank_text(bounds) for bounds in ([2, 2], [1, 3], None)] == ["2", "1–3", "–"]


def test_no_line_of_a_name_is_wider_than_a_telephone_has_room_for():
    names = ["distilbert-base-multilingual-cased", "my-model, 3 heads switched off", "x" * 40]
    figure = ranking([entry(number, 1) for number in (1, 2, 3)], names, "")
    lines = [line for text in figure.layout.yaxis.ticktext for line in text.split("<br>")]
    assert max(map(len, lines)) <= 20
    assert len(lines) == 5
