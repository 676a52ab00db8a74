"""Chunks follow from the places of the items alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.cluster.order import chunks_of
from engine.flow.measurement import Missing


def cut(name, places):
    items = [{"place": place} for place in places]
    return chunks_of(Missing(name, {}, items, list(places)))


def test_a_chunk_is_a_sixteenth_of_what_one_machine_scores_together():
    assert [len(chunk.items) for chunk in cut("pairs", range(40))] == [16, 16, 8]
    assert [len(chunk.items) for chunk in cut("seat", range(3))] == [1, 1, 1]
    assert [len(chunk.items) for chunk in cut("cloze_answers", range(6))] == [4, 2]


@given(st.sets(st.integers(0, 100)))
def test_what_is_known_already_moves_no_border(known):
    whole = {
        item["place"]: number
        for number, chunk in enumerate(cut("pairs", range(101)))
        for item in chunk.items
    }
    missing = [place for place in range(101) if place not in known]
    chunks = cut("pairs", missing)
    for chunk in chunks:
        assert len({whole[item["place"]] for item in chunk.items}) == 1
        assert [missing[number] for number in chunk.numbers] == [
            item["place"] for item in chunk.items
        ]
    assert sorted(number for chunk in chunks for number in chunk.numbers) == list(
        range(len(missing))
    )
