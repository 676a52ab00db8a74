"""Each cleaning rule does its own part, and leaves what people say."""

from __future__ import annotations

import pytest

from engine.curation.subtitles.cleaning import (
    TURN,
    clean_cues,
    credits_left_out,
    dashes,
    entities,
    hearing_cues,
    labels,
    music,
    overrides,
    spaces,
    speaker_names,
    tags,
    turns,
    unseen,
    without_repeats,
)
from engine.curation.subtitles.cues import CleanCue, Cue


@pytest.mark.parametrize(
    ("clean", "text", "expected"),
    [
        (entities, "Tea &amp; cake", "Tea & cake"),
        (entities, "It&#39;s &quot;late&quot;", 'It\'s "late"'),
        (entities, "&amp;lt;i&amp;gt;", "<i>"),
        (entities, "AT&T", "AT&T"),
        (unseen, "\u202bsha\u00adlom\u202c\ufeff \x07now\ue000", "shalom now"),
        # A joiner that spelling needs.
        (unseen, "می\u200cروم", "می\u200cروم"),
        (tags, "<i>Hello</i> there", "Hello there"),
        (tags, '<font color="#fff">Hello</font>', "Hello"),
        (tags, "<00:00:01.500><c.yellow>Hello</c>", "Hello"),
        (tags, "One<br/>two", "One\ntwo"),
        (tags, "< i >Hello< /i >", "Hello"),
        (tags, "<<b>i>Hello", "Hello"),
        (tags, "<ruby>漢<rt>かん</rt></ruby>", "漢"),
        (tags, "<v Mary>Hello</v>", f"{TURN}Hello"),
        (tags, "2 < 3 and 5 > 4", "2 < 3 and 5 > 4"),
        (tags, "I <3 you", "I <3 you"),
        (overrides, r"{\an8}{\i1}Up here{\i0}", "Up here"),
        (overrides, r"One\Ntwo\nthree\hfour", "One\ntwo\nthree four"),
        (overrides, "{y:i}Hello", "Hello"),
        (overrides, r"{\k20}Mo{\k30}ther", "Mother"),
        (spaces, " a\u00a0 b\u2009c\t\n\n  d ", "a b c\nd"),
        (music, "♪ Over the hill ♪", ""),
        (music, "♪ Over the hill\nand far away ♪", ""),
        (music, "♪ Over the hill\n♪ and far away ♪", ""),
        (music, "♪ Over the hill\n- Turn it off!", "- Turn it off!"),
        (music, "# Over the hill #", ""),
        (music, "- ♪ La la ♪\n- Stop.", "- Stop."),
        (music, "Listen. ♪ la la ♪", "Listen.  "),
        (music, "#1: Getting started", "#1: Getting started"),
        (music, "We are number #1", "We are number #1"),
    ],
)
def test_a_rule_removes_its_own_part_and_leaves_what_people_say(clean, text, expected):
    assert clean(text) == expected


CREDITS = (
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
)
SPEECH = (
    "Translated by the monks, it was lost again.",
    "The letter was translated by my sister.",
    "I can't read subtitles.",
    "We synced our watches.",
    "Timed it well, didn't I?",
    "She edited my paper.",
    "Legends say so.",
    "Help others, they said.",
)


@pytest.mark.parametrize("text", [*CREDITS, *SPEECH])
def test_credits_are_left_out_and_speech_about_such_work_is_kept(text):
    assert credits_left_out(text) == ("" if text in CREDITS else text)


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


def labels_and_dashes(text: str) -> str:
    return dashes(labels(text))


@pytest.mark.parametrize(
    ("divide", "text", "expected"),
    [
        (hearing_cues, "[Mary] Where is he?", ("", "Where is he?")),
        (hearing_cues, "[sighs] Where is he?", ("Where is he?",)),
        (labels_and_dashes, "JOHN: Come in.", ("", "Come in.")),
        (labels_and_dashes, "MAN #1: Go!\nMRS. LAMP: No!", ("", "Go!", "No!")),
        (labels_and_dashes, "- JOHN: Come in.", ("", "Come in.")),
        (labels_and_dashes, "МАША: Иди сюда.", ("", "Иди сюда.")),
        (labels_and_dashes, "Listen: I said no.", ("Listen: I said no.",)),
        (labels_and_dashes, "Meet me at 10:30.", ("Meet me at 10:30.",)),
        (labels_and_dashes, "It is 10:30.", ("It is 10:30.",)),
        (labels_and_dashes, "I: me.", ("I: me.",)),
        (dashes, "- Yes.\n- No.", ("", "Yes.", "No.")),
        (dashes, "-Yes.\n-No.", ("", "Yes.", "No.")),
        (dashes, "– Yes. – No, never. – Why?", ("", "Yes.", "No, never.", "Why?")),
        (dashes, ">> Yes.\n>> No.", ("", "Yes.", "No.")),
        (dashes, "It is easy\n- just choose.", ("It is easy - just choose.",)),
        (dashes, "- I saw\nyour sister.\n- Where?", ("", "I saw your sister.", "Where?")),
        (dashes, "--and so he went", ("and so he went",)),
        (dashes, "-5 degrees.", ("-5 degrees.",)),
        (dashes, "Yes - no - never.", ("Yes - no - never.",)),
        # A hyphen at the end of a line joins the word; Chinese lines are joined without a space.
        (str, "She is well-\nknown here.", ("She is well-known here.",)),
        (str, "我们今天\n要去村里。", ("我们今天要去村里。",)),
    ],
)
def test_dashes_labels_in_capitals_and_names_in_brackets_begin_a_speaker(divide, text, expected):
    assert turns(divide(text)) == expected


def test_other_names_are_labels_where_the_film_uses_them_often():
    film = ["Mary: Yes.", "Mary: No.", "Old Tom: Well.", "Mary: Why?", "Listen: it rains."]
    names = speaker_names(film)
    assert names == {"Mary"}
    assert turns(labels("Mary: Come in.", names)) == ("", "Come in.")
    assert turns(labels("Listen: it rains.", names)) == ("Listen: it rains.",)


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
