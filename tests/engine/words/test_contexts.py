from __future__ import annotations

import gzip

import pytest

from engine.core.errors import InputTextError
from engine.words.contexts import WordFinder, collect_contexts, corpus_lines


def words(finder, text):
    return [found.word for found in finder.find(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The woman left.", ["woman"]),
        ("WOMAN!", ["woman"]),
        ("A womanly wom an.", []),
        ("The woman's hat", ["woman"]),
        ("my mother-in-law and mother", ["mother"]),
        ("women, woman; woman", ["woman", "woman"]),
        ("", []),
    ],
)
def test_only_whole_words_are_found_in_any_case(text, found):
    assert words(WordFinder(["woman", "mother"]), text) == found


def test_a_find_carries_its_characters():
    (found,) = WordFinder(["nurse"]).find("The Nurse left.")
    assert found == ("nurse", 4, 9)


def test_phrases_are_found_with_spaces_and_the_longer_one_wins():
    finder = WordFinder(["hair_salon", "hair", "mrs."])
    assert words(finder, "Her hair in the hair salon, Mrs. Hill?") == ["hair", "hair_salon", "mrs."]


def test_an_entry_without_letters_is_refused():
    with pytest.raises(InputTextError, match="no letter"):
        WordFinder(["woman", "--"])


def test_letters_that_change_their_number_when_folded_keep_their_place():
    (found,) = WordFinder(["frau"]).find("Straße der Frau")
    assert "Straße der Frau"[found.start : found.stop] == "Frau"


LINES = ["A man left.", "The man and a woman.", "A man left.", "One man.", "No one."]


@pytest.mark.parametrize(
    ("most", "sentences", "counts"),
    [
        (1, LINES[:1], {"man": 1}),  # the others are of a word that needs no more
        (2, LINES[:2], {"man": 2, "woman": 1, "child": 0}),
        (3, [*LINES[:2], "One man."], {"man": 3}),  # equal sentences count once
    ],
)
def test_the_first_sentences_of_each_word_are_taken_in_order(most, sentences, counts):
    found = collect_contexts(LINES, list(counts), max_contexts=most)
    assert (list(found.sentences), found.counts) == (sentences, counts)


def test_reading_stops_when_every_word_has_its_contexts():
    def endless():
        while True:
            yield "A man."

    assert collect_contexts(endless(), ["man"], max_contexts=1).counts == {"man": 1}


def test_no_context_at_all_cannot_be_asked_for():
    with pytest.raises(ValueError, match="at least 1"):
        collect_contexts(LINES, ["man"], max_contexts=0)


def test_packed_and_plain_corpora_give_the_same_lines(tmp_path):
    plain, packed = tmp_path / "c.txt", tmp_path / "c.txt.gz"
    plain.write_text("one\n\n two \n", encoding="utf-8")
    packed.write_bytes(gzip.compress(b"one\n\n two \n"))
    assert list(corpus_lines(plain)) == list(corpus_lines(packed)) == ["one", "two"]


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda path: None, "There is no file"),
        (lambda path: path.mkdir(), "is a folder"),
        (lambda path: path.write_bytes(b"\xff\xfe\xfa"), "not UTF-8"),
    ],
)
def test_a_corpus_that_cannot_be_read_is_told(tmp_path, make, complaint):
    path = tmp_path / "corpus.txt"
    make(path)
    with pytest.raises(InputTextError, match=complaint):
        list(corpus_lines(path))


@pytest.mark.parametrize("text", ["", " \n\n\t\n"])
def test_a_corpus_without_a_sentence_is_told(tmp_path, text):
    path = tmp_path / "empty.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputTextError, match=r"empty\.txt holds no sentence"):
        list(corpus_lines(path))


@pytest.mark.parametrize("packed", [True, False])
def test_a_line_without_end_is_told(tmp_path, monkeypatch, packed):
    monkeypatch.setattr("engine.words.contexts.SIZE_LIMIT", 2**20)
    path = tmp_path / ("corpus.txt.gz" if packed else "corpus.txt")
    content = b"one\n" + b"a" * 2**20
    path.write_bytes(gzip.compress(content) if packed else content)
    lines = corpus_lines(path)
    assert next(lines) == "one"
    with pytest.raises(InputTextError, match="has a line of more than 1 million characters"):
        next(lines)


def test_a_corpus_that_is_not_packed_is_told(tmp_path):
    path = tmp_path / "corpus.txt.gz"
    path.write_bytes(b"plain text")
    with pytest.raises(InputTextError, match="cannot be unpacked"):
        list(corpus_lines(path))
