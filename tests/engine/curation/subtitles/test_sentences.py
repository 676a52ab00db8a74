"""Cues are joined where a sentence goes on, and only there."""

from __future__ import annotations

import pytest

from engine.curation.candidate import Sentence
from engine.curation.subtitles.cues import CleanCue
from engine.curation.subtitles.reading import MOST_WORDS, join_cues


def texts(*cues: CleanCue) -> list[str]:
    return [sentence.text for sentence in join_cues(cues)]


def test_a_sentence_goes_on_in_the_next_cue():
    cues = (CleanCue(1, 3, ("I met her",)), CleanCue(3.2, 5, ("by the river. She sang.",)))
    assert join_cues(cues) == (
        Sentence("I met her by the river.", 1, 5),
        Sentence("She sang.", 3.2, 5),
    )


@pytest.mark.parametrize(
    ("first", "then", "pause", "expected"),
    [
        ("I met her", "by the river.", 2.9, ["I met her by the river."]),
        ("I met her", "by the river.", 3.1, ["I met her", "by the river."]),
        ("I talked to", "Mary.", 0.9, ["I talked to Mary."]),
        ("I talked to", "Mary.", 1.1, ["I talked to", "Mary."]),
        ("If it rains,", "Mary stays.", 2.9, ["If it rains, Mary stays."]),
        ("If it rains,", "she stays.", 5.9, ["If it rains, she stays."]),
        ("If it rains,", "she stays.", 6.1, ["If it rains,", "she stays."]),
        ("Like bees to a...", "...honeypot.", 0.2, ["Like bees to a honeypot."]),
        ("Like bees to a…", "honeypot.", 0.2, ["Like bees to a honeypot."]),
        ("Calm down...", "Listen.", 0.2, ["Calm down...", "Listen."]),
        ("Yes.", "no.", 0.1, ["Yes.", "no."]),
        ("Choose “Window” -", "“Tools”.", 1.8, ["Choose “Window” - “Tools”."]),
        ("If you had--", "Mother!", 1.8, ["If you had--", "Mother!"]),
        ("I met Mr.", "Lamp.", 0.1, ["I met Mr. Lamp."]),
        ("Calm down...", "Listen.", -0.9, ["Calm down...", "Listen."]),
        ("I met her", "by the river.", -0.9, ["I met her by the river."]),
        ("CHAPTER ONE", "Mary left.", 0.1, ["CHAPTER ONE", "Mary left."]),
    ],
)
def test_whether_two_cues_are_one_sentence(first, then, pause, expected):
    assert texts(CleanCue(0, 1, (first,)), CleanCue(1 + pause, 9, (then,))) == expected


def test_a_word_that_the_film_writes_small_begins_a_sentence_where_it_is_capital():
    cues = [CleanCue(0, 1, ("It is now.",)), CleanCue(5, 6, ("We need help",))]
    assert texts(*cues, CleanCue(6.1, 7, ("Now go.",))) == ["It is now.", "We need help", "Now go."]


def test_another_speaker_ends_the_sentence():
    cues = (CleanCue(0, 1, ("I was",)), CleanCue(1, 2, ("", "you were", "they were.")))
    assert texts(*cues) == ["I was", "you were", "they were."]


def test_a_first_turn_goes_on_though_others_follow():
    cues = (CleanCue(0, 1, ("I was",)), CleanCue(1, 2, ("at home.", "Really?")))
    assert texts(*cues) == ["I was at home.", "Really?"]


def test_cues_of_a_film_without_full_stops_are_sentences():
    for line in ("Line number {}", "line number {}", "line number {},"):
        cues = [CleanCue(at, at + 0.9, (line.format(at),)) for at in range(4)]
        assert texts(*cues) == [line.format(at) for at in range(4)]


def test_a_sentence_that_never_ends_is_cut_at_a_cue():
    cues = [CleanCue(at, at + 1, ("and so on and on and on and on",)) for at in range(20)]
    ends = [CleanCue(100 + at, 100 + at, ("Yes.",)) for at in range(20)]
    long = [text for text in texts(*cues, *ends) if text != "Yes."]
    assert len(long) > 1
    assert all(len(text.split()) <= MOST_WORDS + 9 for text in long)
    assert " ".join(long) == " ".join(["and so on and on and on and on"] * 20)


def test_one_cue_of_very_many_words_is_cut():
    assert [len(text.split()) for text in texts(CleanCue(0, 1, ("word " * 150,)))] == [60, 60, 30]


def test_signs_without_words_are_no_sentence():
    assert texts(CleanCue(0, 1, ("...",)), CleanCue(9, 10, ("?! Yes.",))) == ["Yes."]
