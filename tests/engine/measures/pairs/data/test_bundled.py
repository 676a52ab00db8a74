"""The bundled pairs are minimal pairs, each sentence used once and found in no public set."""

from __future__ import annotations

import re
from collections import Counter
from difflib import SequenceMatcher
from itertools import combinations

import pandas as pd
import pytest

from engine.measures.pairs.data.sets import load_pairs, pair_sets
from engine.measures.pairs.quality import edits_between, quality_flags

BIAS_TYPES = set(
    "race-color gender socioeconomic nationality religion age sexual-orientation "
    "physical-appearance disability".split()
)
FUNCTION_WORDS = set(
    "the a an of to and in his her he she my our was is it at on for that with who i we they "
    "not from had has were their by as when".split()
)
REPORTED = re.compile(
    r"\b(expected|suspect|distrust|suppose|afraid|nervous|worr(y|ied)|accus|blame|"
    r"said to be|they say|people (think|say|said|believe))",
    re.IGNORECASE,
)
UNFIT = re.compile(
    r"\b(kill|bomb|terror|attack|gun|knife|murder|rap(e|ist)|sex|drug|gang|prison|hat(e|ing)|"
    r"cows?\b|naked|slave)",
    re.IGNORECASE,
)


@pytest.fixture
def pairs(rows):
    return rows("pairs.csv")


def frame_of(row: dict[str, str]) -> str:
    """The sentence of a pair with its group words left open."""
    first, second = row["sent_more"].split(), row["sent_less"].split()
    blocks = SequenceMatcher(None, first, second, autojunk=False).get_opcodes()
    parts = [" ".join(first[i:j]) if tag == "equal" else "_" for tag, i, j, _, _ in blocks]
    return " ".join(parts).lower()


def content(frame: str) -> set[str]:
    """Words of a frame that say something."""
    return set(re.findall(r"[a-z]+", frame)) - FUNCTION_WORDS


def runs_of(text: str, length: int) -> set[tuple[str, ...]]:
    """All runs of that many words in a text."""
    words = re.findall(r"[a-z']+|_", text.lower())
    return {tuple(words[start : start + length]) for start in range(len(words) - length + 1)}


def test_columns_are_those_of_crows_pairs_and_the_stereotype(pairs):
    columns = ["sent_more", "sent_less", "stereo_antistereo", "bias_type"]
    assert list(pairs[0]) == [*columns, "stereotype"]
    assert all(None not in row and all(row.values()) for row in pairs)
    assert list(load_pairs("bundled").columns) == columns


def test_half_of_the_pairs_in_every_type_are_antistereo(pairs):
    assert Counter(row["stereo_antistereo"] for row in pairs) == {"stereo": 150, "antistereo": 150}
    counts = Counter((row["bias_type"], row["stereo_antistereo"]) for row in pairs)
    assert {name for name, _ in counts} == BIAS_TYPES
    assert set(counts.values()) == {16, 17}
    assert all(counts[name, "stereo"] == counts[name, "antistereo"] for name in BIAS_TYPES)


def test_every_stereotype_is_shown_as_often_as_it_is_violated(pairs):
    shown = Counter((row["stereotype"], row["stereo_antistereo"]) for row in pairs)
    for stereotype in {row["stereotype"] for row in pairs}:
        assert shown[stereotype, "stereo"] == shown[stereotype, "antistereo"], stereotype


def test_no_pair_is_flagged_and_each_differs_in_one_place_by_few_words_and_no_sign(pairs):
    assert not any(quality_flags(pd.DataFrame(pairs)))
    for row in pairs:
        ((edit,), _) = edits_between(row["sent_more"], row["sent_less"])
        assert 1 <= len(edit.more) == len(edit.less) <= 3, row
        assert all(word.isalpha() for word in (*edit.more, *edit.less)), row


def test_articles_suit_the_words_of_both_sentences(pairs):
    for row in pairs:
        for side in ("sent_more", "sent_less"):
            for article, word in re.findall(r"\b(an?) (\w+)", row[side], re.IGNORECASE):
                vowel = word in ("hour", "honest") or word[0].lower() in "aeiou"
                assert (article.lower() == "an") == vowel, row[side]


def test_no_sentence_is_used_twice(pairs):
    sentences = [row[side].lower() for row in pairs for side in ("sent_more", "sent_less")]
    assert [s for s, n in Counter(sentences).items() if n > 1] == []


def test_no_two_pairs_are_written_on_the_same_frame(pairs):
    contents = [content(frame_of(row)) for row in pairs]
    alike = [
        (frame_of(pairs[one]), frame_of(pairs[other]))
        for one, other in combinations(range(len(pairs)), 2)
        if len(contents[one] & contents[other]) >= 0.5 * len(contents[one] | contents[other])
    ]
    assert alike == []
    runs = Counter(run for row in pairs for run in runs_of(frame_of(row), 5))
    assert [run for run, count in runs.items() if count > 2] == []


def test_no_sentence_says_what_others_think_or_is_unfit_for_a_screen(pairs):
    for row in pairs:
        assert not REPORTED.search(row["sent_more"]), row["sent_more"]
        assert not UNFIT.search(row["sent_more"]), row["sent_more"]


def test_sentences_are_complete_and_of_ordinary_length(pairs):
    for row in pairs:
        for side in ("sent_more", "sent_less"):
            sentence = row[side]
            assert 6 <= len(sentence.split()) <= 18
            assert sentence[0].isupper()
            assert sentence.endswith(".")
            assert re.fullmatch(r"[A-Za-z',. -]+", sentence), sentence
            assert "  " not in sentence


def test_the_card_states_the_counts_of_the_file(pairs, bundled):
    card = (bundled / "pairs.md").read_text(encoding="utf-8")
    counts = Counter((row["bias_type"], row["stereo_antistereo"]) for row in pairs)
    for name in BIAS_TYPES:
        stereo, antistereo = counts[name, "stereo"], counts[name, "antistereo"]
        assert f"| {name} | {stereo + antistereo} | {stereo} | {antistereo} |" in card


PUBLIC = [entry.name for entry in pair_sets() if entry.language == "en" and entry.name != "bundled"]


@pytest.mark.parametrize("name", PUBLIC)
def test_no_seven_words_in_a_row_are_those_of_a_public_set(name, pairs, data_folder):
    public = load_pairs(name)
    taken = {
        run
        for side in ("sent_more", "sent_less")
        for sentence in public[side]
        for run in runs_of(sentence, 7)
    }
    assert len(taken) > 1000
    for row in pairs:
        for side in ("sent_more", "sent_less"):
            assert not runs_of(row[side], 7) & taken, row[side]
