"""Names beside the axis of shares: text, and broken where they are long."""

from __future__ import annotations

import pytest

from components.arena.charts.share_axis import in_lines


def test_long_and_hostile_names_are_text():
    assert in_lines("a model, 2 heads switched off", 30) == "a model, 2 heads switched off"
    assert in_lines("a long name of a model, 2 heads switched off", 30) == (
        "a long name of a model,<br>2 heads switched off"
    )
    assert in_lines("<b>x</b>" * 9, 10) == "&lt;b&gt;x&lt;/b&gt;&lt;…"


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Afro-Caribbean people", "Afro-Caribbean <br>people"),
        ("Jehovah's Witnesses", "Jehovah's <br>Witnesses"),
        ("Polish people", "Polish people"),
        ("Culture/nationality", "Culture/nationality"),
        ("the nothingtobreakhere", "the nothingtobreakhere"),
    ],
)
def test_a_last_line_leaves_room_for_what_follows_it(name, lines):
    assert in_lines(name, 22, 17) == lines


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("distilbert-base-multilingual-cased", "distilbert-base-<br>multilingual-cased"),
        ("scibert_scivocab_uncased", "scibert_scivocab_<br>uncased"),
        ("twitter-roberta-base-sentiment-latest", "twitter-roberta-<br>base-sentiment-la…"),
        ("exactly18charslong", "exactly18charslong"),
        ("nothingtobreakthisnameat", "nothingtobreakthi…"),
    ],
)
def test_names_of_models_are_broken_where_their_parts_end(name, lines):
    assert in_lines(name, 18) == lines
