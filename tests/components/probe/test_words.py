"""The words beside the bars: statements, tables and notes say what the numbers say."""

from __future__ import annotations

import math
from typing import Any

import pytest

from components.frame.present.comparison import claim, claim_beside, comparison, statement
from components.frame.present.words import shown_words
from components.probe.looked_up import lookup_notes, lookup_table, unlikely_note
from components.probe.words import word_rows
from engine.core.spec import ModelSpec
from tests.subjects import subject

SPEC = ModelSpec("bundled", "sha256:0")
ONE = [subject(SPEC, "biascope-mini")]
TWO = [subject(SPEC, "all heads on"), subject(SPEC, "2 heads switched off")]


def target(word: str, probability: float | None, rank: int | None = 1, pieces: int = 1) -> Any:
    odds = None if probability is None else math.log(probability / (1 - probability))
    return {
        "word": word,
        "mask": 1,
        "pieces": pieces,
        "probability": probability,
        "log_odds": odds,
        "rank": rank,
    }


@pytest.mark.parametrize(
    ("she", "he", "said"),
    [
        (0.6, 0.2, "“she” is 3.0 times as likely as “he”"),
        (0.2, 0.6, "“he” is 3.0 times as likely as “she”"),
        (0.2, 0.19, "“she” and “he” are about equally likely"),
        (0.5, 0.0502, "“she” is 10 times as likely as “he”"),
        (0.5, 0.001, "“she” is 500 times as likely as “he”"),
        (0.9, 0.0001, "“she” is over 1,000 times as likely as “he”"),
    ],
)
def test_two_words_are_compared_in_plain_words(she, he, said):
    assert comparison([target("she", she), target("he", he)]) == said


@pytest.mark.parametrize(
    "entries",
    [
        [],
        [target("she", 0.5)],
        [target("she", 0.5), target("xyzzy", None, None, 3)],
        [target("she", 0.5), target("firefighter", 0.1, None, 2)],
        [target("xyzzy", None), target("she", 0.5), target("he", 0.1)],  # of two words alone
    ],
)
def test_what_is_not_comparable_is_not_compared(entries):
    assert comparison(entries) == ""


def test_a_compared_word_is_never_markup():
    said = comparison([target("<b>she</b>", 0.6), target("**he**", 0.2)])
    assert said == r"“\<b\>she\</b\>” is 3.0 times as likely as “\*\*he\*\*”"


def test_the_table_has_probability_rank_and_log_odds_of_one_model():
    entries = [
        target("she", 0.6, 1),
        target("firefighter", 0.1, None, 2),
        target("xyzzy", None, None),
    ]
    table = lookup_table(ONE, [entries])
    assert list(table) == ["word", "probability", "rank", "log-odds", "pieces"]
    assert list(table["probability"]) == ["60.0%", "10.0%", "unknown"]
    assert list(table["rank"]) == ["1", "", ""]
    assert list(table["log-odds"]) == ["+0.41", "−2.20", ""]
    assert list(table["pieces"]) == [1, 2, 1]
    assert "pieces" not in lookup_table(ONE, [[target("she", 0.6)]])


def test_of_two_models_each_has_its_column_and_the_measured_one_the_rank():
    before, after = [target("she", 0.6, 1)], [target("she", 0.2, 7_000)]
    table = lookup_table(TWO, [before, after])
    own = ["rank, 2 heads switched off", "log-odds, 2 heads switched off"]
    assert list(table) == ["word", "all heads on", "2 heads switched off", *own]
    assert list(table.loc[0]) == ["she", "60.0%", "20.0%", "7,000", "−1.39"]


def test_notes_name_the_words_that_are_unknown_or_split_and_no_others():
    entries = [target("she", 0.6), target("*x*", None), target("fire#", 0.1, None, 2)]
    unknown, split = lookup_notes(entries)
    assert r"“\*x\*”" in unknown
    assert r"“fire\#”" in split
    assert "she" not in unknown + split
    assert lookup_notes([target("she", 0.6)]) == []


def test_the_data_holds_every_word_of_every_model_and_whole_ranks():
    value = {
        "predictions": [[{"word": "she", "pieces": 1, "probability": 0.6, "rank": 1}]],
        "targets": [target("he", 0.2, 2), target("firefighter", 0.1, None, 2)],
    }
    frame = word_rows(TWO, [value, value])
    assert list(frame["model"].unique()) == ["all heads on", "2 heads switched off"]
    assert len(frame) == 6
    assert list(frame["asked"]) == [False, True, True] * 2
    assert frame["rank"].dtype == "Int64"
    assert "\r\n".join(frame.to_csv(index=False).splitlines()).count(".0,") == 0


def test_bars_of_an_uncased_model_are_written_as_english_and_its_export_is_not():
    ranked = [
        {"word": word, "pieces": pieces, "probability": 0.1, "rank": 1}
        for word, pieces in (("i", 1), ("france", 1), ("may", 1), ("i'm", 2))
    ]
    shown = [word for word, _ in shown_words(ranked, uncased=True)]
    assert shown == ["I", "France", "may", "I'm (2 pieces)"]
    assert [word for word, _ in shown_words(ranked, uncased=False)][:2] == ["i", "france"]
    value = {"predictions": [ranked], "targets": []}
    assert list(word_rows(ONE, [value])["word"]) == ["i", "france", "may", "i'm"]


LIKELIEST = "the model expects “his” first (59.6%)"
HIS = [
    {"word": "his", "probability": 0.596, "rank": 1},
    {"word": "the", "probability": 0.289, "rank": 2},
]


def test_an_answer_without_a_likely_word_says_that_there_is_no_favourite():
    ranked = [
        {"word": "free", "probability": 0.0266, "rank": 1},
        {"word": "well", "probability": 0.02, "rank": 2},
    ]
    said = claim([target("he", 0.0001), target("she", 0.0001)], ranked, uncased=True)
    assert said == "The model has no clear favourite. First of many: “free” (2.66%)."
    assert claim([], ranked, uncased=True) == said


def ranked_words(*words: tuple[str, float, int]) -> list[dict]:
    return [{"word": word, "probability": share, "rank": rank} for word, share, rank in words]


@pytest.mark.parametrize(
    ("predictions", "said"),
    [
        (
            ranked_words(("france", 0.0636, 1), ("california", 0.0569, 2)),
            "The model expects “France” first (6.36%), closely followed by “california” (5.69%).",
        ),
        (
            ranked_words(("free", 0.0016, 3), ("well", 0.001, 4)),
            "First of the words shown: “free” (0.16%); 2 tokens are likelier but left out, such as "
            "punctuation or pieces of words.",
        ),
        (
            [{"word": "freely", "probability": 0.2, "rank": None}],
            "First of the words shown: “freely” (20.0%); others are left out, such as punctuation "
            "or pieces of words.",
        ),
        (
            ranked_words(("a", 0.0592, 1), ("b", 0.0543, 2), ("c", 0.053, 3), ("d", 0.03, 4)),
            "The model expects “a” first (5.92%), closely followed by “b” (5.43%) and “c” (5.30%).",
        ),
        (
            ranked_words(*((word, 0.06, rank) for rank, word in enumerate("abcdef", start=1))),
            "The model expects “a” first (6.00%), closely followed by “b” (6.00%), “c” (6.00%), "
            "“d” (6.00%) and 2 more.",
        ),
        (
            ranked_words(("he", 0.5, 1), ("she", 0.2, 2)),
            "“he” is 2.5 times as likely as “she” here.",
        ),
        (
            ranked_words(("it", 0.55, 1), ("he", 0.3, 2)),
            "The model expects “it” first (55.0%); “he” is 2.5 times as likely as “she”.",
        ),
    ],
)
def test_an_answer_says_what_comes_first_and_whether_it_is_a_favourite(predictions, said):
    targets = [target("he", 0.5), target("she", 0.2)]
    known = targets if predictions[0]["word"] in ("he", "it") else []
    assert claim(known, predictions, uncased=True) == said


def test_an_answer_names_what_the_model_compared_with_expects():
    beside = claim_beside("“she” is 3.0 times as likely as “he” here.", "*x*", "“he” is likelier")
    assert beside == "“she” is 3.0 times as likely as “he” here; \\*x\\*: “he” is likelier."
    assert claim_beside("It is so.", "x", "") == "It is so."


@pytest.mark.parametrize(
    ("he", "she", "headline", "small"),
    [
        (
            *(0.00006, 0.00001, LIKELIEST),
            "“he” and “she” are both unlikely here (below 1%); “he” is 6.0 times as likely as "
            "“she”.",
        ),
        (0.0005, None, LIKELIEST, "“he” is unlikely here (below 1%)."),
        (None, None, LIKELIEST, ""),
        (0.02, 0.001, "“he” is 20 times as likely as “she”", ""),
    ],
)
def test_words_that_are_both_unlikely_are_not_the_headline(he, she, headline, small):
    entries = [target("he", he), target("she", she)]
    assert statement(entries, HIS, uncased=True) == headline
    answer = claim(entries, HIS, uncased=True)
    assert answer == (
        "The model expects “his” first (59.6%)."
        if headline == LIKELIEST
        else f"The model expects “his” first (59.6%); {headline}."
    )
    assert unlikely_note(entries) == small
