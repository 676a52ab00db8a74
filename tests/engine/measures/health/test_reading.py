from __future__ import annotations

import pytest

from engine.core.spec import BUNDLED, ModelSpec
from engine.measures.health.reading import (
    Reading,
    ends_at_gap,
    reading_in,
    reading_notes,
    readings_by,
)
from engine.models.reading import guarded_tokenizer
from engine.models.sources import resolve


@pytest.fixture(scope="module")
def bundled() -> tuple[ModelSpec, object]:
    source = resolve(BUNDLED)
    return ModelSpec(BUNDLED, source.revision), guarded_tokenizer(source)


ENGLISH = "The nurse said that [MASK] was tired."
GERMAN = "Der Arzt sagte, dass [MASK] müde war."


@pytest.mark.parametrize(
    ("text", "whole", "words"),
    [
        (ENGLISH, 6, 6),
        ("____ don't know; they're nurses, 24 of 2024.", 7, 7),
        (GERMAN, 2, 6),
        ("El médico dijo que [MASK] estaba cansado.", 2, 6),
        ("Doktor [MASK] çok yorgun olduğunu söyledi.", 0, 5),
        ("[MASK]", 0, 0),
        ("  ", 0, 0),
    ],
)
def test_whole_words_are_counted_without_masks_numbers_and_signs(bundled, text, whole, words):
    found = reading_in(bundled[1], text)
    assert (len(found.whole), len(found.whole) + len(found.split)) == (whole, words)


@pytest.mark.parametrize(
    "text",
    [
        *(ENGLISH, GERMAN, "Café naïve déjà [MASK]", "Gli italiani sono ____ .", "[mask]"),
        "LGBTQ snowflakes don't <b>know</b> [MASK]_[MASK] e-mail 5G",
        "[CLS] The [UNK] said [SEP] that [sep] [SEP] was <s> [MASK].",
    ],
)
def test_texts_of_the_bundled_model_are_read_alike_without_its_tokenizer(bundled, text):
    spec, tokenizer = bundled
    assert readings_by(spec, [text]) == [reading_in(tokenizer, text)]


def test_what_cannot_be_read_is_neither_whole_nor_split(bundled):
    (found,) = readings_by(bundled[0], ["The 医生 said [MASK] was tired."])
    assert found.unread == ("医",)
    assert found.whole == ("The", "said", "was", "tired")
    assert found.split == ()


def test_unread_words_have_their_last_vowel_signs_and_accents(bundled):
    (found,) = readings_by(bundled[0], ["औरतें [MASK] होती हैं।"])
    assert found.unread == ("औरतें",)


def test_special_tokens_that_are_typed_are_no_words(bundled):
    (found,) = readings_by(bundled[0], ["The [UNK] nurse [SEP] was [MASK]."])
    assert found == Reading(("[UNK]",), ("The", "nurse", "was"), signs=("[SEP]",))
    assert reading_notes([Reading(signs=("[CLS]", "[SEP]"))]) == [
        "The model takes “[CLS]”, “[SEP]” for signs of its own, not words."
    ]
    assert reading_notes([Reading(signs=("[SEP]",))]) == [
        "The model takes “[SEP]” for a sign of its own, not a word."
    ]


def test_one_rare_name_is_no_language_and_half_of_the_words_are_enough():
    assert not Reading(split=("Kubernetes",)).few
    assert not Reading(whole=("is",), split=("Kubernetes",)).few
    assert Reading(whole=("is",), split=("Arzt", "sagte")).few
    assert Reading(whole=("Die", "ist"), split=("Krankenschwester",)).few
    assert not Reading(whole=("The", "said"), split=("paralegal",)).few
    assert Reading().share is None
    assert Reading(whole=("is",), split=("Arzt", "sagte", "dass")).share == 0.25


@pytest.mark.parametrize(
    ("text", "few"),
    [
        ("Ich bin [MASK] und arbeite im Krankenhaus.", True),
        ("я люблю [MASK]", True),
        ("[MASK] люблю", True),
        ("אני אוהב [MASK]", True),
        ("औरतें [MASK] होती हैं।", True),
        (ENGLISH, False),
        ("The anesthesiologist said that [MASK] was late.", False),
        ("My grandma cooks paella and [MASK].", False),
        ("Café naïve déjà [MASK]", False),
        ("我[MASK]", False),
    ],
)
def test_another_language_or_script_is_noticed_by_its_letters(bundled, text, few):
    assert reading_in(bundled[1], text).few is few


def test_of_a_vocabulary_too_small_for_words_none_is_counted(masked_lm):
    tokenizer = masked_lm("bert").tokenizer
    assert len(tokenizer) < 1000
    assert reading_in(tokenizer, GERMAN).share is None


@pytest.mark.parametrize(
    ("text", "open_end"),
    [
        ("Women are ____", True),
        ("Women are [MASK] ", True),
        ("Women are [MASK].", False),
        ("Women [MASK] tired", False),
        ("____", False),
        ("No gap", False),
    ],
)
def test_a_sentence_that_ends_at_its_gap_is_noticed(bundled, text, open_end):
    spec, tokenizer = bundled
    assert ends_at_gap(text) == open_end
    assert readings_by(spec, [text])[0].open_end == open_end
    assert reading_in(tokenizer, text).open_end == open_end


def test_a_model_whose_files_are_gone_is_said_nothing_of():
    assert readings_by(ModelSpec("/nowhere/at/all", "sha256:0"), [GERMAN]) == [Reading()]


@pytest.mark.parametrize(
    ("readings", "notes"),
    [
        ([Reading(whole=("a", "b"))], []),
        (
            [Reading(unread=("茶", "木"), whole=("a",))],
            ["The model cannot read “茶”, “木”; its answer rests on the other words."],
        ),
        (
            [Reading(whole=("war",), split=("Arzt", "sagte"))],
            [
                "The model hardly knows 2 words (“Arzt”, “sagte”), as with rare words and other "
                "languages; its answer may say little."
            ],
        ),
        (
            [Reading(unread=("茶",)), Reading(whole=("a", "b")), Reading(split=("Arzt", "sagte"))],
            [
                "The model cannot read “茶”; its answer rests on the other words of 1 of 3 "
                "sentences.",
                "The model hardly knows 2 words of 1 of 3 sentences (“Arzt”, “sagte”), as with "
                "rare words and other languages; its answer may say little.",
            ],
        ),
        (
            [Reading(split=("Arzt", "sagte")), Reading(whole=("war",), split=("Arzt", "dass"))],
            [
                "The model hardly knows 3 words of both sentences (“Arzt”, “sagte”, “dass”), as "
                "with rare words and other languages; its answer may say little."
            ],
        ),
        (
            [Reading(whole=("are",), open_end=True)],
            [
                "The sentence ends at the blank: put a full stop after it, or the model may expect "
                "one there in place of a word."
            ],
        ),
        (
            [Reading(open_end=True), Reading(), Reading(open_end=True)],
            [
                "Where a sentence ends at the blank (2 of 3 sentences), the model may expect a "
                "full stop in place of a word: put one after it."
            ],
        ),
    ],
)
def test_the_notes_name_what_is_unread_and_what_is_in_pieces(readings, notes):
    assert reading_notes(readings) == notes
