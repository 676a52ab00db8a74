"""Cues of well-formed and of broken subtitle files."""

from __future__ import annotations

import pytest

from engine.curation.subtitles.cues import MOST_CHARACTERS, Cue, cues_of

SRT = """1
00:00:01,000 --> 00:00:02,500
Good morning.

2
00:00:03,000 --> 00:00:04,000
What year
is it?
"""
TEXTS = ["Good morning.", "What year\nis it?"]
UNREADABLE = ("1 cue without a readable time left out.",)
ASS_HEAD = """[Script Info]
ScriptType: v4.00+
[V4+ Styles]
Style: Default,Arial,not a number,&Hzz
[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
"""


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_srt_is_read_with_the_line_ends_of_every_system(line_end):
    cues, notes = cues_of(SRT.replace("\n", line_end), ".srt")
    assert cues == [Cue(1, 2.5, "Good morning."), Cue(3, 4, "What year\nis it?")]
    assert notes == ()


# What an .srt holds, the texts of its cues, and what is noted.
KEPT = {
    "a number that is said": (
        "00:00:01,000 --> 00:00:02,000\n1984\n\n2\n00:00:03,000 --> 00:00:04,000\nIn\n1985\n",
        ["1984", "In\n1985"],
        (),
    ),
    "no numbers and other arrows": (
        "0:00:01.5 -> 0:00:02.5\nGood.\n\n00:00:03,000-->00:00:04,000 X1:10\nMorning.\n",
        ["Good.", "Morning."],
        (),
    ),
    "a time of day": (
        "1\n00:00:01,000 --> 00:00:02,000\nWe meet at 10:30.\nOr 10:30:15 sharp.\n",
        ["We meet at 10:30.\nOr 10:30:15 sharp."],
        (),
    ),
    "empty cues": (
        "1\n00:00:01,000 --> 00:00:02,000\n\n2\n00:00:03,000 --> 00:00:04,000\n \n",
        [],
        (),
    ),
    "a broken first cue": (f"0\nnever --> ever\nLost.\n\n{SRT}", TEXTS, UNREADABLE),
    "very many characters": (
        f"{SRT}\n3\n00:00:08,000 --> 00:00:09,000\n{'a' * (MOST_CHARACTERS + 1)}\n",
        TEXTS,
        ("1 cue of more than 2,000 characters left out.",),
    ),
    **{
        f"the time {time}": (
            f"{SRT}\n3\n{time}\nLost.\n\n4\n00:00:07,000 --> 00:00:08,000\nOn.\n",
            [*TEXTS, "On."],
            UNREADABLE,
        )
        for time in (
            *("00:00:xx,000 --> 00:00:06,000", "XX 00:00:04 -> 00:00", "00:00:04,000 --> ??"),
            *("99:99:99", "7 99:99:99 Out of time."),
        )
    },
}


@pytest.mark.parametrize(("text", "texts", "notes"), KEPT.values(), ids=KEPT)
def test_what_is_said_is_kept_and_what_cannot_be_read_is_noted(text, texts, notes):
    cues, noted = cues_of(text, ".srt")
    assert [cue.text for cue in cues] == texts
    assert noted == notes


def test_cues_are_in_the_order_of_their_times():
    text = (
        "1\n00:00:05,000 --> 00:00:09,000\nLater.\n\n"
        "2\n00:00:01,000 --> 00:00:06,000\nFirst.\n\n"
        "3\n00:00:08,000 --> 00:00:07,000\nBackwards.\n"
    )
    assert cues_of(text, ".srt")[0] == [
        Cue(1, 6, "First."),
        Cue(5, 9, "Later."),
        Cue(8, 8, "Backwards."),
    ]


def test_vtt_is_read_without_names_notes_and_styles():
    text = (
        "WEBVTT - a title\nKind: captions\n\nSTYLE\n::cue { color: red }\n\n"
        "opening\n00:01.000 --> 00:02.000 align:start\nGood morning.\n\n"
        "NOTE a remark\nof two lines\n\n"
        "empty\n00:03.000 --> 00:04.000\n\n"
        "last one\n01:00:05.000 --> 01:00:06.000\nWell.\n"
    )
    for ending in (".vtt", ".srt", ".txt"):
        assert cues_of(text, ending)[0] == [Cue(1, 2, "Good morning."), Cue(3605, 3606, "Well.")]


def test_a_vtt_time_with_a_stray_colon_does_no_harm():
    text = "WEBVTT\n\n:00:01.000 --> :00:02.000\nGood morning.\n"
    assert cues_of(text, ".vtt")[0] == [Cue(1, 2, "Good morning.")]


def test_ass_is_read_whatever_its_styles_hold():
    text = (
        f"{ASS_HEAD}"
        "Comment: 0,0:00:00.00,0:00:09.00,Default,,0,0,0,,Not shown\n"
        "Dialogue: 0,0:00:03.00,0:00:04.00,Default,Ann,0,0,0,,Yes, it is,\\Nfor sure.\n"
        "Dialogue: 0,0:00:01.00,0:00:02.00,Default,,x,0,0,,{\\i1}Is it?\n"
        "Dialogue: 0,0:00:05.00,0:00:06.00,Default,,0,0,0,,{\\p1}m 0 0 l 100 0{\\p0}\n"
        "Dialogue: 0,never,0:00:06.00,Default,,0,0,0,,Lost.\n"
    )
    cues, notes = cues_of(text, ".ass")
    assert cues == [
        Cue(1, 2, "{\\i1}Is it?"),
        Cue(3, 4, "Yes, it is,\\Nfor sure.", "Ann"),
    ]
    assert notes == UNREADABLE


def test_ssa_is_read():
    text = (
        "[Script Info]\n[V4 Styles]\n[Events]\n"
        "Dialogue: Marked=0,0:00:01.00,0:00:02.00,Default,Ann,0000,0000,0000,,Yes.\n"
    )
    assert cues_of(text, ".ssa")[0] == [Cue(1, 2, "Yes.", "Ann")]
