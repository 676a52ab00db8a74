"""Word lists: the project's own, and users' files."""

from __future__ import annotations

import re
import tomllib

import pytest

from engine.core.errors import InputTextError
from engine.evaluators.word_lists import own_words, plain_word, read_word_list
from engine.files.samples import SAMPLES


def themes() -> dict[str, list[str]]:
    text = (SAMPLES / "unfavourable_words.toml").read_text(encoding="utf-8")
    return {theme: words.split() for theme, words in tomllib.loads(text)["themes"].items()}


def test_every_word_of_the_own_list_is_there_once_as_it_is_compared():
    words = [word for listed in themes().values() for word in listed]
    assert len(words) == len(set(words)) == len(own_words())
    assert [word for word in words if plain_word(word) != word or not word.isalpha()] == []


def test_words_are_sorted_within_a_theme():
    for words in themes().values():
        assert words == sorted(words)


def test_the_card_counts_the_words_of_each_theme():
    card = (SAMPLES / "unfavourable_words.md").read_text(encoding="utf-8")
    counts = dict(re.findall(r"^\| ([a-z ]+) \| ([\d,]+) \|$", card, re.M))
    assert counts == {theme: str(len(words)) for theme, words in themes().items()} | {
        "all": f"{len(own_words()):,}"
    }


@pytest.mark.parametrize("word", ["kind", "ordinary", "employees", "teachers", "women", "black"])
def test_neutral_words_and_groups_are_not_on_the_own_list(word):
    assert word not in own_words()


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"word,category\nIdle,work\nrude,manners\n", "a.csv"),
        (b"category\tlemma\nwork\tIdle\nmanners\trude\n", "a.tsv"),
        (
            b'{"word": "Idle", "category": "work"}\n{"word": "rude", "category": "manners"}',
            "a.jsonl",
        ),
        (b"Word;Theme\nIdle;work\nidle;work\nrude;manners\n", "a.csv"),
    ],
)
def test_a_users_list_as_csv_tsv_or_json_lines(data, name):
    assert read_word_list(data, name) == {"idle": "work", "rude": "manners"}


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", r"a\.csv is empty"),
        (b"word,category\n", "has no rows below its header"),
        (b"word\nidle\n", "needs the column category"),
        (b"word,category\nidle\n", "row 2 has 1 of 2 columns; it may be cut off"),
        (b"word,category\nidle,work\nrude,", "row 3: the category is empty"),
        (b"word,category\n  ,work\n", "row 2: the word is empty"),
        (b"word,category\nidle,work\nIdle,rest\n", "row 3: 'Idle' has the category 'rest'"),
        (b'word,category\nidle,"work\n', "row 2"),
        (b"word,category\n" + b"a" * 101 + b",work\n", "longer than 100 characters"),
        (b"PK\x03\x04", "a ZIP archive"),
    ],
)
def test_a_users_list_that_cannot_be_read_is_refused_with_its_row(data, problem):
    with pytest.raises(InputTextError, match=problem):
        read_word_list(data, "a.csv")


def test_a_number_is_no_word():
    with pytest.raises(InputTextError, match="row 1: the word and its category have to be text"):
        read_word_list(b'{"word": 3, "category": "work"}', "a.jsonl")
