"""What is a cue's text, and what stands between cues: times, numbers, identifiers and blocks."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.core.errors import InputTextError
from engine.curation.subtitles.cues import Cue, cues_of
from engine.curation.subtitles.reading import read_film

# What a file holds, its ending, and the texts of its cues.
NUMBERS = {
    "SRT without indexes": (
        "00:00:01,000 --> 00:00:02,000\nHow many?\n12\n\n00:00:03,000 --> 00:00:04,000\nGone.\n",
        ".srt",
        ["How many?\n12", "Gone."],
    ),
    "SRT without indexes and blank lines": (
        "00:00:01,000 --> 00:00:02,000\nHow many?\n12\n00:00:03,000 --> 00:00:04,000\nGone.\n",
        ".srt",
        ["How many?\n12", "Gone."],
    ),
    "SRT with indexes": (
        "7\n00:00:01,000 --> 00:00:02,000\nHow many?\n12\n\n8\n00:00:03,000 --> 00:00:04,000\n90\n",
        ".srt",
        ["How many?\n12", "90"],
    ),
    "SRT with indexes and no blank lines": (
        "1\n00:00:01,000 --> 00:00:02,000\nHow many?\n2\n00:00:03,000 --> 00:00:04,000\nGone.\n",
        ".srt",
        ["How many?", "Gone."],
    ),
    "SRT with a blank line behind every line": (
        "1\n\n00:00:01,000 --> 00:00:02,000\n\nHow many?\n\n12\n\n\n"
        "2\n\n00:00:03,000 --> 00:00:04,000\n\nGone.\n",
        ".srt",
        ["How many?\n\n12", "Gone."],
    ),
    "SRT with one index set apart": (
        "1\n00:00:01,000 --> 00:00:02,000\nHow many?\n\n"
        "2\n\n00:00:03,000 --> 00:00:04,000\nGone.\n",
        ".srt",
        ["How many?", "Gone."],
    ),
    "SRT without one index": (
        "1\n00:00:01,000 --> 00:00:02,000\nHow many?\n12\n\n00:00:03,000 --> 00:00:04,000\nGone.\n",
        ".srt",
        ["How many?\n12", "Gone."],
    ),
    "VTT": (
        "WEBVTT\n\n00:01.000 --> 00:02.000\nHow many?\n12\n\n00:03.000 --> 00:04.000\n90\n",
        ".vtt",
        ["How many?\n12", "90"],
    ),
    "VTT with numbers as identifiers": (
        "WEBVTT\n\n1\n00:01.000 --> 00:02.000\nHow many?\n12\n\n2\n00:03.000 --> 00:04.000\n90\n",
        ".vtt",
        ["How many?\n12", "90"],
    ),
    "an empty cue": (
        "1\n00:00:01,000 --> 00:00:02,000\n\n2\n00:00:03,000 --> 00:00:04,000\nGone.\n",
        ".srt",
        ["Gone."],
    ),
}


@pytest.mark.parametrize(("text", "ending", "texts"), NUMBERS.values(), ids=NUMBERS)
def test_a_number_that_is_said_stays_and_that_of_the_next_cue_goes(text, ending, texts):
    cues, notes = cues_of(text, ending)
    assert [cue.text for cue in cues] == texts
    assert notes == ()


@pytest.mark.parametrize(
    ("first", "last", "rest"),
    [("1", "2", []), ("1", "20", ["20"]), ("cue-1", "cue-2", []), ("cue-1", "Bye.", ["Bye."])],
)
def test_a_number_or_name_whose_time_is_cut_off_is_no_speech(first, last, rest):
    text = f"{first}\n00:00:01,000 --> 00:00:02,000\nGone.\n\n{last}\n"
    assert [cue.text for cue in cues_of(text, ".srt")[0]] == ["\n\n".join(["Gone.", *rest])]


@given(
    said=st.lists(st.sampled_from(["Yes.", "7", "In\n1990", "1", "2"]), min_size=2, max_size=6),
    indexed=st.booleans(),
    mark=st.sampled_from([",", "."]),
)
def test_every_cue_of_a_plain_file_is_read_as_it_was_written(said, indexed, mark):
    for ending, head in ((".srt", ""), (".vtt", "WEBVTT\n\n")):
        blocks = [
            (f"{at + 1}\n" if indexed else "")
            + f"00:00:{at:02}{mark}0 --> 00:00:{at:02}{mark}9\n{text}"
            for at, text in enumerate(said)
        ]
        cues, notes = cues_of(head + "\n\n".join(blocks) + "\n", ending)
        assert [cue.text for cue in cues] == said
        assert notes == ()


TIMES = {
    "00:01:20 --> 00:01:24": (80, 84),
    "0:1:20 --> 0:1:24": (80, 84),
    "01:20 --> 01:24": (80, 84),
    "1:02:03,5 --> 1:02:04.25": (3723.5, 3724.25),
    "0:0:3.0 --> 0:0:4.0": (3, 4),
    "00:03.500 --> 00:04.250 align:start line:0": (3.5, 4.25),
    "00:00:03,500 -> 00:00:04,250": (3.5, 4.25),
    "00:00:03.500,00:00:04.250": (3.5, 4.25),
    "00:00:03.500000 --> 00:00:04.250000": (3.5, 4.25),
    "  00:00:03,500-->00:00:04,250 X1:100 X2:200": (3.5, 4.25),
    "3 00:00:03,500 --> 00:00:04,250": (3.5, 4.25),
}


@pytest.mark.parametrize(("time", "seconds"), TIMES.items(), ids=TIMES)
@pytest.mark.parametrize(("head", "ending"), [("", ".srt"), ("WEBVTT\n\n", ".vtt")])
def test_times_are_read_with_and_without_hours_and_parts_of_seconds(time, seconds, head, ending):
    cues, notes = cues_of(f"{head}{time}\nThe bus was late.\n", ending)
    assert cues == [Cue(*seconds, "The bus was late.")]
    assert notes == ()


def test_a_time_of_day_that_is_said_is_no_cue():
    text = "1\n00:00:01 --> 00:00:02\nFrom 10:30:15\nto 11:30:15.\n"
    assert [cue.text for cue in cues_of(text, ".srt")[0]] == ["From 10:30:15\nto 11:30:15."]


SAID = (
    "10:30:15 was when it happened.",
    "00:01:02,500 said the clock",
    "From 00:00:07,000 to 00:00:08,500",
    "0:00:07.000,0:00:08.500",
    "Trains leave 10:30 -> 11:00 on Sundays",
    "10:30 --> 11:00 and then?",
    "A --> B",
    "99:99:99",
    "7 99:99:99 Out of time.",
    "9:15:00",
)


@pytest.mark.parametrize("said", SAID)
@pytest.mark.parametrize("at", [0, 1], ids=["first line", "second line"])
@pytest.mark.parametrize("number", ["", "4\n"], ids=["without numbers", "with numbers"])
@pytest.mark.parametrize(("head", "ending"), [("", ".srt"), ("WEBVTT\n\n", ".vtt")])
def test_times_and_arrows_that_are_said_are_no_time_of_a_cue(said, at, number, head, ending):
    lines = ["She looked up."]
    lines.insert(at, said)
    text = "\n".join(lines)
    file = f"{head}{number}00:00:01,000 --> 00:00:02,000\n{text}\n\n"
    after = number and "5\n"
    file += f"{after}00:00:03,000 --> 00:00:04,000\nGone.\n"
    cues, notes = cues_of(file, ending)
    assert cues == [Cue(1, 2, text), Cue(3, 4, "Gone.")]
    assert notes == ()


def test_a_time_of_day_behind_a_blank_line_of_a_cue_is_said():
    text = (
        "1\n00:00:01,000 --> 00:00:02,000\nHow late?\n\n10:30:15 sharp.\n\n"
        "From 10:30 -> 11:00.\n\n12\n10:30:15, he said.\n"
    )
    said = "How late?\n\n10:30:15 sharp.\n\nFrom 10:30 -> 11:00.\n\n12\n10:30:15, he said."
    assert cues_of(text, ".srt") == ([Cue(1, 2, said)], ())


@pytest.mark.parametrize(
    "broken", ["00:00:0x,000 --> 00:00:06,000", "00:00:04,000 -->", "5:00 -> 5:xx"]
)
@pytest.mark.parametrize("gap", ["\n", ""], ids=["blank lines", "no blank lines"])
def test_an_unreadable_time_where_one_has_to_stand_is_counted(broken, gap):
    text = (
        f"1\n00:00:01,000 --> 00:00:02,000\nYes.\n{gap}2\n{broken}\nLost.\n{gap}"
        "3\n00:00:07,000 --> 00:00:08,000\nNo.\n"
    )
    cues, notes = cues_of(text, ".srt")
    assert [cue.text for cue in cues] == ["Yes.", "No."]
    assert notes == ("1 cue without a readable time left out.",)


PIECES = st.sampled_from(
    "10:30:15 00:01:02,500 0:00:07.000 9:5 12 1984 3 --> -> → – , 99:99:99 at she: x NOTE".split()
)
SPOKEN = st.lists(PIECES, min_size=1, max_size=5).map(" ".join)
# Nobody says the two times of a cue with an arrow between them and nothing else.
_A_CUES_TIME = re.compile(
    r"(?:\d+ )?[\d:.,]*:[\d:.,]+(?: (?:-->|->|→|– ?->|– -->) )[\d:.,]*:[\d:.,]+(?: she:\S*)*"
)


@given(said=st.lists(st.lists(SPOKEN, min_size=1, max_size=3), min_size=1, max_size=5))
def test_whatever_line_is_said_in_a_cue_is_read_in_every_format(said):
    assume(not any(_A_CUES_TIME.fullmatch(line) for lines in said for line in lines))
    texts = ["\n".join(["Look:", *lines]) for lines in said]
    times = [f"00:00:{at:02}MARK000 --> 00:00:{at:02}MARK900" for at in range(len(texts))]
    srt = "\n\n".join(f"{time}\n{text}" for time, text in zip(times, texts, strict=True))
    numbered = "\n\n".join(
        f"{at}\n{time}\n{text}" for at, (time, text) in enumerate(zip(times, texts, strict=True), 1)
    )
    spoken = "\n".join(
        f"Dialogue: 0,0:00:{at:02}.00,0:00:{at:02}.90,,,0,0,0,,{text}"
        for at, text in enumerate(text.replace("\n", "\\N") for text in texts)
    )
    written = {
        ".srt": [srt.replace("MARK", ","), numbered.replace("MARK", ",")],
        ".vtt": [f"WEBVTT\n\n{file.replace('MARK', '.')}" for file in (srt, numbered)],
        ".ass": [f"[Script Info]\n[V4+ Styles]\n[Events]\n{spoken}\n"],
    }
    for ending, files in written.items():
        for file in files:
            cues, notes = cues_of(f"{file}\n", ending)
            assert [cue.text.replace("\\N", "\n") for cue in cues] == texts
            assert notes == ()


BLOCKS = {
    "words of a cue": (
        "WEBVTT\n\n00:01.000 --> 00:02.000\nNOTE IT DOWN,\nREGION BY REGION.\n\n"
        "00:03.000 --> 00:04.000\nSTYLE\n",
        ["NOTE IT DOWN,\nREGION BY REGION.", "STYLE"],
    ),
    "a later line of a cue": (
        "WEBVTT\n\n00:01.000 --> 00:02.000\nShe said:\nNOTE the time.\n",
        ["She said:\nNOTE the time."],
    ),
    "words that begin alike": (
        "WEBVTT\n\n00:01.000 --> 00:02.000\nNo.\n\nNOTEBOOKS burn.\n\nSTYLES change.\n",
        ["No.\n\nNOTEBOOKS burn.\n\nSTYLES change."],
    ),
    "comments between cues": (
        "WEBVTT\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:one\n\nNOTE\nof two\nlines\n\n"
        "00:01.000 --> 00:02.000\nYes.\n\nNOTE 0.93\n\n00:03.000 --> 00:04.000\nNo.\n",
        ["Yes.", "No."],
    ),
    "a comment at the end": ("WEBVTT\n\n00:01.000 --> 00:02.000\nYes.\n\nNOTE 0.93", ["Yes."]),
    "a comment of lines at the end": (
        "WEBVTT\n\n00:01.000 --> 00:02.000\nYes.\n\nNOTE\nconfidence: 0.93\nspeaker: Anna",
        ["Yes."],
    ),
    "a style at the end": (
        "WEBVTT\n\n00:01.000 --> 00:02.000\nYes.\n\nSTYLE\n::cue(b) { color: red }\n",
        ["Yes."],
    ),
    "segments put together": (
        "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n\n00:01.000 --> 00:02.000\nYes.\n\n"
        "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:9\n\n00:03.000 --> 00:04.000\nNo.\n",
        ["Yes.", "No."],
    ),
}


@pytest.mark.parametrize(("text", "texts"), BLOCKS.values(), ids=BLOCKS)
@pytest.mark.parametrize("ending", [".vtt", ".srt", ".txt"])
def test_a_block_of_vtt_opens_after_a_blank_line_alone_and_may_end_the_file(text, texts, ending):
    cues, notes = cues_of(text, ending)
    assert [cue.text for cue in cues] == texts
    assert notes == ()


IDENTIFIED = "\n\n".join(
    f"a7c1-44/{number}-0\n{time} --> {time}\n{text}"
    for number, time, text in [
        (20, "TIME1", "The guard slept."),
        (21, "TIME2", "Nobody came.\n14"),
        (22, "TIME3", "Then she ran."),
    ]
)


@pytest.mark.parametrize("head", ["WEBVTT\n\n", ""], ids=["marked", "not marked"])
@pytest.mark.parametrize("ending", [".vtt", ".srt"])
@pytest.mark.parametrize("time", ["0:0:{}.0", "00:0{}.000", "00:00:0{}", "00:00:0{},500"])
def test_identifiers_are_never_speech_however_times_are_written(head, ending, time):
    text = IDENTIFIED
    for number in (1, 2, 3):
        text = text.replace(f"TIME{number}", time.format(number))
    cues, notes = cues_of(f"{head}{text}\n", ending)
    assert [cue.text for cue in cues] == ["The guard slept.", "Nobody came.\n14", "Then she ran."]
    assert notes == ()


FORMATS = {
    "Start, End, Text": ("0:00:01.00,0:00:02.00,Yes, sir.", ""),
    "Layer, Start, End, Actor, Text": ("0,0:00:01.00,0:00:02.00,Ann,Yes, sir.", "Ann"),
    "Marked, Start, End, Text, Style, Name": (
        "Marked=0,0:00:01.00,0:00:02.00,Yes, sir.,Default,Ann",
        "Ann",
    ),
    "Layer,Start,End,Style,Name,MarginL,MarginR,MarginV,Effect,Note,Text": (
        "0,0:00:01.00,0:00:02.00,Default,Ann,0,0,0,,checked,Yes, sir.",
        "Ann",
    ),
    " start , end , name , text ": ("0:00:01.00,0:00:02.00,Ann,Yes, sir.", "Ann"),
}


@pytest.mark.parametrize(("fields", "line"), FORMATS.items(), ids=FORMATS)
def test_the_format_line_of_ass_says_which_field_is_the_text(fields, line):
    said, speaker = line
    text = (
        "[Script Info]\n[V4+ Styles]\nFormat: Name, Fontname\nStyle: Default,Arial\n"
        f"[Events]\nFormat:{fields}\nDialogue: {said}\nDialogue: {said.replace('1.00', 'x')}\n"
    )
    cues, notes = cues_of(text, ".ass")
    assert cues == [Cue(1, 2, "Yes, sir.", speaker)]
    assert notes == ("1 cue without a readable time left out.",)


def test_the_marks_of_ass_are_read_whatever_their_case_and_spaces():
    text = (
        "[Script Info]\n[Events]\nformat : start, end, text\n"
        "dialogue: 0:00:01.00,0:00:02.00,Yes, sir.\nDialogue : 0:00:03.00,0:00:04.00,No.\n"
        "comment: 0:00:05.00,0:00:06.00,Not said.\n"
    )
    assert cues_of(text, ".ass") == ([Cue(1, 2, "Yes, sir."), Cue(3, 4, "No.")], ())


def test_a_format_line_without_text_or_times_is_not_followed():
    text = (
        "[Script Info]\n[V4+ Styles]\n[Events]\nFormat: Layer, Start, End\n"
        "Dialogue: 0,0:00:01.00,0:00:02,Default,Ann,0,0,0,,Yes, sir.\n"
    )
    assert cues_of(text, ".ass")[0] == [Cue(1, 2, "Yes, sir.", "Ann")]


# What stands behind the times of a cue, and which of it is words.
BEHIND = (
    ("The nurse left.", "The nurse left."),
    ("align:start position:0% He stayed.", "He stayed."),
    ("X1:40 X2:600 Y1:20 Y2:50 Run, she said.", "Run, she said."),
    ("Nurse:wait", "Nurse:wait"),
    ("<i>1984</i>", "<i>1984</i>"),
)
SETTINGS = ("", "align:start line:90% size:50%,end", "X1:40, X2:600, Y1:-20, Y2:50", "- ...")
SETTINGS += ("region:fred vertical:rl", "D:vertical A:start", "align: middle")


@pytest.mark.parametrize("head", ["", "WEBVTT\n\n"])
@pytest.mark.parametrize(("behind", "words"), [*BEHIND, *((each, "") for each in SETTINGS)])
def test_words_behind_a_time_are_counted_and_named(behind, words, head):
    cues = [
        f"{number}\n0:00:0{number}.000 --> 0:00:0{number}.900{end}\nYes.\n"
        for number, end in ((1, ""), (2, f" {behind}"), (3, ""))
    ]
    found, notes = cues_of(head + "\n".join(cues), ".vtt" if head else ".srt")
    assert [cue.text for cue in found] == ["Yes."] * 3
    assert bool(notes) == bool(words)
    if words:
        assert notes[0].startswith("1 cue has words on the line of the time, behind it")
        assert f"left out: “{words}”;" in notes[0]


def test_cues_whose_words_all_stand_behind_their_times_say_what_to_write():
    text = "1\n00:00:01,000 --> 00:00:02,000 He left.\n\n2\n00:00:03,000 --> 00:00:04,000 Yes.\n"
    with pytest.raises(InputTextError, match=r"2 cues have words on the line.*below them\."):
        read_film(text.encode(), "a.srt")
    said = text + "\n3\n00:00:05,000 --> 00:00:06,000\nShe stayed.\n"
    assert any("“He left.”, “Yes.”" in note for note in read_film(said.encode(), "a.srt").notes)
