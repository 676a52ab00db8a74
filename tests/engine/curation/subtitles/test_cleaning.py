"""Each cleaning rule does its own part, and leaves what people say."""

from __future__ import annotations

import pytest

from engine.curation.subtitles.cleaning import clean_cues, turns, without_repeats
from engine.curation.subtitles.credits import credits_left_out
from engine.curation.subtitles.cue import CleanCue, Cue
from engine.curation.subtitles.markup import TURN, entities, overrides, spaces, tags, unseen
from engine.curation.subtitles.sounds import hearing_cues, music
from engine.curation.subtitles.speakers import dashes, labels, speaker_names


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tea &amp; cake", "Tea & cake"),
        ("It&#39;s &quot;late&quot;", 'It\'s "late"'),
        ("&amp;lt;i&amp;gt;", "<i>"),
        ("AT&T", "AT&T"),
    ],
)
def test_entities_become_their_signs(text, expected):
    assert entities(text) == expected


def test_signs_that_are_not_seen_are_removed():
    assert unseen("\u202bsha\u00adlom\u202c\ufeff \x07now\ue000") == "shalom now"


def test_joiners_that_spelling_needs_are_kept():
    assert unseen("می\u200cروم") == "می\u200cروم"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<i>Hello</i> there", "Hello there"),
        ('<font color="#fff">Hello</font>', "Hello"),
        ("<00:00:01.500><c.yellow>Hello</c>", "Hello"),
        ("One<br/>two", "One\ntwo"),
        ("< i >Hello< /i >", "Hello"),
        ("<<b>i>Hello", "Hello"),
        ("<ruby>漢<rt>かん</rt></ruby>", "漢"),
        ("<v Mary>Hello</v>", f"{TURN}Hello"),
        ("2 < 3 and 5 > 4", "2 < 3 and 5 > 4"),
        ("I <3 you", "I <3 you"),
    ],
)
def test_tags_are_removed(text, expected):
    assert tags(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"{\an8}{\i1}Up here{\i0}", "Up here"),
        (r"One\Ntwo\nthree\hfour", "One\ntwo\nthree four"),
        ("{y:i}Hello", "Hello"),
        (r"{\k20}Mo{\k30}ther", "Mother"),
    ],
)
def test_overrides_are_removed(text, expected):
    assert overrides(text) == expected


def test_spaces_of_every_kind_become_one():
    assert spaces(" a\u00a0 b\u2009c\t\n\n  d ") == "a b c\nd"


@pytest.mark.parametrize(
    "text",
    [
        "Subtitles by\nThe Lamp Post",
        "English subtitles: Lamp Post",
        "Synced & corrected by Lamp",
        "Sync and corrections by Lamp",
        "- Translated by Lamp -",
        "Downloaded from the lamp site",
        "Visit www.lamp.example today",
        "http://lamp.example",
        "Support us and become VIP member",
        "Tõlkinud Mari Maasikas",
        "Subtiitrid: Mari Maasikas",
        "Untertitel von Lampe",
        "Sous-titres par Lampe",
        "Subtítulos por Lámpara",
        "Sottotitoli a cura di Lampada",
        "Legendas por Lâmpada",
        "Субтитры сделал Фонарь",
        "Перевод: Фонарь",
    ],
)
def test_credits_are_left_out(text):
    assert credits_left_out(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "Translated by the monks, it was lost again.",
        "The letter was translated by my sister.",
        "I can't read subtitles.",
        "We synced our watches.",
        "Timed it well, didn't I?",
        "She edited my paper.",
        "Legends say so.",
        "Help others, they said.",
    ],
)
def test_speech_about_such_work_is_kept(text):
    assert credits_left_out(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("♪ Over the hill ♪", ""),
        ("♪ Over the hill\nand far away ♪", ""),
        ("♪ Over the hill\n♪ and far away ♪", ""),
        ("♪ Over the hill\n- Turn it off!", "- Turn it off!"),
        ("# Over the hill #", ""),
        ("- ♪ La la ♪\n- Stop.", "- Stop."),
        ("Listen. ♪ la la ♪", "Listen.  "),
        ("#1: Getting started", "#1: Getting started"),
        ("We are number #1", "We are number #1"),
    ],
)
def test_sung_lines_are_removed(text, expected):
    assert music(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[door slams]", ""),
        ("[DOOR SLAMS] Who is it?", "Who is it?"),
        ("Oh, [sighs] I know.", "Oh, I know."),
        ("(sighs) I know.", "I know."),
        ("I (coughs) know.", "I know."),
        ("That he is (sighs), well (pauses)... a pilot.", "That he is, well... a pilot."),
        ("(MAN SPEAKING\nFRENCH)", ""),
        ("I was\n(door slams)\nat home.", "I was at home."),
        ("*laughs* No.", "No."),
        ("*door slams*", ""),
        ("I *never* said so.", "I never said so."),
        ("f***", "f***"),
        ("He had never had a job (or a better one).", "He had never had a job (or a better one)."),
        ("(He does not know it.)", "(He does not know it.)"),
        ("[music playing", ""),
        ("（笑）そうですね", "そうですね"),
        ("Choose the tool(Circle)", "Choose the tool(Circle)"),
    ],
)
def test_hearing_cues_are_removed_and_speech_in_brackets_is_kept(text, expected):
    assert " ".join(turns(hearing_cues(text))).strip() == expected


def test_a_name_in_brackets_begins_a_speaker():
    assert turns(hearing_cues("[Mary] Where is he?")) == ("", "Where is he?")
    assert turns(hearing_cues("[sighs] Where is he?")) == ("Where is he?",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("JOHN: Come in.", ("", "Come in.")),
        ("MAN #1: Go!\nMRS. LAMP: No!", ("", "Go!", "No!")),
        ("- JOHN: Come in.", ("", "Come in.")),
        ("МАША: Иди сюда.", ("", "Иди сюда.")),
        ("Listen: I said no.", ("Listen: I said no.",)),
        ("Meet me at 10:30.", ("Meet me at 10:30.",)),
        ("It is 10:30.", ("It is 10:30.",)),
        ("I: me.", ("I: me.",)),
    ],
)
def test_labels_in_capitals_begin_a_speaker(text, expected):
    assert turns(dashes(labels(text))) == expected


def test_other_names_are_labels_where_the_film_uses_them_often():
    film = ["Mary: Yes.", "Mary: No.", "Old Tom: Well.", "Mary: Why?", "Listen: it rains."]
    names = speaker_names(film)
    assert names == {"Mary"}
    assert turns(labels("Mary: Come in.", names)) == ("", "Come in.")
    assert turns(labels("Listen: it rains.", names)) == ("Listen: it rains.",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- Yes.\n- No.", ("", "Yes.", "No.")),
        ("-Yes.\n-No.", ("", "Yes.", "No.")),
        ("– Yes. – No, never. – Why?", ("", "Yes.", "No, never.", "Why?")),
        (">> Yes.\n>> No.", ("", "Yes.", "No.")),
        ("It is easy\n- just choose.", ("It is easy - just choose.",)),
        ("- I saw\nyour sister.\n- Where?", ("", "I saw your sister.", "Where?")),
        ("--and so he went", ("and so he went",)),
        ("-5 degrees.", ("-5 degrees.",)),
        ("Yes - no - never.", ("Yes - no - never.",)),
    ],
)
def test_dashes_divide_speakers(text, expected):
    assert turns(dashes(text)) == expected


def test_a_hyphen_at_the_end_of_a_line_joins_the_word():
    assert turns("She is well-\nknown here.") == ("She is well-known here.",)


def test_chinese_lines_are_joined_without_a_space():
    assert turns("我们今天\n要去村里。") == ("我们今天要去村里。",)


def test_lines_in_capitals_stay_as_they_are():
    assert clean_cues([Cue(0, 1, "DO NOT GO THERE.")]) == [CleanCue(0, 1, ("DO NOT GO THERE.",))]


def test_cues_in_which_nothing_is_said_are_left_out():
    silent = ["[door slams]", "♪ la ♪", "...", "<i></i>", "- ", "Subtitles by Lamp"]
    assert clean_cues(Cue(at, at + 1, text) for at, text in enumerate(silent)) == []


def test_another_speaker_of_the_format_begins_a_turn():
    cues = [Cue(0, 1, "I was", "Ann"), Cue(1, 2, "at home", "Ann"), Cue(2, 3, "Why", "Bo")]
    assert [cue.turns for cue in clean_cues(cues)] == [("I was",), ("at home",), ("", "Why")]


def test_rolling_captions_are_taken_once():
    cues = [Cue(0, 2, "one\ntwo"), Cue(2, 4, "two\nthree"), Cue(4, 6, "two\nthree")]
    assert without_repeats(cues) == [Cue(0, 2, "one\ntwo"), Cue(2, 6, "three")]


def test_a_line_that_is_spelled_out_is_taken_once():
    cues = [Cue(0, 1, "I am"), Cue(1, 2, "I am not"), Cue(2, 3, "I am not here.")]
    assert without_repeats(cues) == [Cue(0, 3, "I am not here.")]


def test_what_is_said_twice_with_a_pause_is_kept():
    cues = [Cue(0, 1, "No."), Cue(1.5, 2, "No."), Cue(2, 3, "Now go.")]
    assert without_repeats(cues) == cues
