from __future__ import annotations

import pytest

from engine.measures.cabm.data.sets import (
    SPLITS,
    THESIS,
    bracketed,
    bundled_occupations,
    bundled_sentences,
    winobias,
)

OCCUPATIONS = {"nurse": "nurse", "construction worker": "construction worker", "ceo": "CEO"}


def test_every_bundled_sentence_is_framed_as_its_row_says():
    found = bundled_sentences()
    assert not found.left_out
    assert found.counts() == {"sentences": 1380, "occupations": 46, "male": 690, "female": 690}
    assert found.lists == bundled_occupations()
    assert set(found.targets) == set(found.lists)


def test_brackets_are_stripped_and_what_they_held_is_found():
    found = bracketed("7 [The construction worker] told the nurse that [she] slept.", OCCUPATIONS)
    assert found.text == "The construction worker told the nurse that she slept."
    assert found.text[slice(*found.target_span)] == "construction worker"
    assert found.text[slice(*found.word_span)] == "she"
    assert (found.target, found.group) == ("construction worker", 1)


def test_the_first_of_two_pronouns_frames():
    found = bracketed("3 [The nurse] said [he] lost [his] hat.", OCCUPATIONS)
    assert found.word_span == (15, 17)
    assert found.text == "The nurse said he lost his hat."


def test_an_occupation_keeps_the_spelling_of_its_list():
    found = bracketed("The guard met [the ceo] and thanked [him].", OCCUPATIONS)
    assert found.target == "CEO"
    assert found.text[slice(*found.target_span)] == "ceo"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("1 The nurse said [she] slept.", "fewer than two bracketed spans"),
        ("1 [The baker] said [she] slept.", "on neither list"),
        ("1 [The nurse] said [they] slept.", "no pronouns of one group"),
        ("1 [The nurse] said [she] saw [him].", "no pronouns of one group"),
    ],
)
def test_a_line_that_is_no_sentence_of_the_set_says_why(line, reason):
    assert reason in bracketed(line, OCCUPATIONS)


def test_a_double_bracket_leaves_none_behind():
    found = bracketed("The assistant told the [the nurse] that [she] slept]", OCCUPATIONS)
    assert not {"[", "]"} & set(found.text)
    assert found.text[slice(*found.word_span)] == "she"


def test_the_released_files_are_read_whole(shared_data):
    found = winobias(shared_data / "winobias")
    lines = sum(
        1
        for split in SPLITS
        for line in (shared_data / "winobias" / split).read_text().splitlines()
        if line.strip()
    )
    assert lines == 8 * 396
    assert len(found.sentences) + len(found.left_out) == lines
    assert len(found.left_out) < 0.01 * lines
    counts = found.counts()
    assert counts["occupations"] == len(found.lists) == 40
    assert list(found.lists.values()).count("male") == 20
    assert abs(counts["male"] - counts["female"]) < 10
    for sentence in found.sentences:
        assert sentence.text[slice(*sentence.target_span)].casefold() == sentence.target.casefold()
        assert sentence.text[slice(*sentence.word_span)].casefold() == sentence.word
        assert "[" not in sentence.text


def test_the_counts_of_the_thesis_add_up():
    assert THESIS["male"] + THESIS["female"] == THESIS["sentences"]
