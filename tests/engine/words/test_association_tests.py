from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import InputTextError
from engine.words.association_tests import (
    DIMENSIONS,
    bundled_test,
    check_sets,
    file_lists,
    read_word_test,
    seat_test,
    word_test,
)
from engine.words.lists import read_attributes, read_lists, read_targets


@pytest.fixture
def file(tmp_path):
    """Write a file and give its path."""

    def written(name, content):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = content if isinstance(content, str) else json.dumps(content)
        path.write_text(text, encoding="utf-8")
        return str(path)

    return written


# Attributes and targets


GIVEN = [
    ("pairs.csv", b"female,male\nshe,he\nwoman,man\n"),
    ("pairs.txt", b"she he\nwoman man\n"),
    ("pairs.json", b'{"female": ["she", "woman"], "male": ["he", "man"]}'),
]


@pytest.mark.parametrize(("name", "data"), GIVEN)
def test_an_uploaded_file_is_read_as_one_of_this_machine(name, data, tmp_path):
    path = tmp_path / name
    path.write_bytes(data)
    assert read_attributes((name, data)) == read_attributes(str(path))


def test_uploaded_targets_may_have_the_name_of_the_attributes():
    attributes = ("words.csv", b"female,male\nshe,he\n")
    targets = ("words.csv", b"word,association\nnurse,female\npilot,male\n")
    found = file_lists(attributes, targets)
    assert (found.a, found.b, found.x, found.y) == (("she",), ("he",), ("nurse",), ("pilot",))
    odd = ("stereotype.txt", b"nurse\npilot\n")
    assert file_lists(attributes, odd).x == ("nurse",)


def test_a_fault_of_an_uploaded_file_names_the_file_and_no_place():
    with pytest.raises(InputTextError, match=r"^words\.csv holds zero bytes"):
        read_attributes(("words.csv", b"she\0he"))


def test_a_table_of_counterparts_is_named_by_its_headings(file):
    found = read_attributes(file("pairs.csv", "female,male\nshe,he\nwoman,man\nshe,he\n"))
    assert (found.a, found.b) == (("she", "woman"), ("he", "man"))
    assert found.pairs == (("she", "he"), ("woman", "man"))
    assert found.names_of_attributes == ("female", "male")


@pytest.mark.parametrize("line", ["she\the", "she he", "she,he", "she ; he"])
def test_a_text_file_has_two_words_a_line(file, line):
    found = read_attributes(file("pairs.txt", f"{line}\nwoman man\n"))
    assert found.pairs == (("she", "he"), ("woman", "man"))


def test_a_folder_with_two_lists_is_read_line_by_line(file, tmp_path):
    file("lists/female.txt", "she\nwoman\n")
    file("lists/male.txt", "he\nman\n")
    file("lists/stereotype.txt", "nurse\nengineer\ncook\nsoldier\nhe\nwaiter\n")
    found = read_lists(str(tmp_path / "lists"))
    assert found.pairs == (("she", "he"), ("woman", "man"))
    assert found.y == ("engineer", "soldier", "waiter")
    assert found.x == ("nurse", "cook")
    assert "he are also among the attributes" in found.notes[0]


def test_lists_of_unequal_length_are_refused(file, tmp_path):
    file("lists/female.txt", "she\nwoman\ngirl\n")
    file("lists/male.txt", "he\nman\n")
    with pytest.raises(InputTextError, match="female has 3 words and male has 2"):
        read_attributes(str(tmp_path / "lists"))
    with pytest.raises(InputTextError, match="female has 2 words and male has 1"):
        read_attributes(file("pairs.csv", "female,male\nshe,he\nwoman,\n"))


def test_a_single_column_is_refused(file):
    with pytest.raises(InputTextError, match=r"needs two columns.*line 2 has one"):
        read_attributes(file("pairs.txt", "she he\nwoman\n"))
    with pytest.raises(InputTextError, match="it is empty"):
        read_attributes(file("pairs.csv", ""))


def test_json_lists_are_read_in_three_forms(file):
    two = read_attributes(file("two.json", {"female": ["she"], "male": ["he"]}))
    assert (two.a, two.b, two.names_of_attributes) == (("she",), ("he",), ("female", "male"))
    both = read_lists(
        file(
            "both.json",
            {
                "attributes": {"A": ["jew"], "B": ["christian"]},
                "targets": {"X": ["greedy", "cheap"], "Y": ["familial", "kind"]},
                "names": {"A": "Judaism"},
            },
        )
    )
    assert both.names == ("X", "Y", "Judaism", "B")
    assert both.x == ("greedy", "cheap")


MANZINI = {
    "definite_sets": [["black", "white", "asian"], ["african", "caucasian", "chinese"]],
    "analogy_templates": {
        "role": {"white": ["manager"], "asian": ["doctor", "engineer"], "black": ["musician"]}
    },
}


def test_two_groups_of_a_multiclass_list_are_compared(file):
    path = file("race.json", MANZINI)
    found = read_lists(path)
    assert (found.a, found.b) == (("black", "african"), ("white", "caucasian"))
    assert (found.x, found.y) == (("musician",), ("manager",))
    assert "black, white, asian" in found.notes[0]
    other = read_lists(path, ("asian", "white"))
    assert (other.a, other.x) == (("asian", "chinese"), ("doctor", "engineer"))
    with pytest.raises(InputTextError, match="has the groups black, white, asian; got red, white"):
        read_lists(path, ("red", "white"))


@pytest.mark.parametrize(
    "broken",
    [
        {"definite_sets": [["a", "b"], ["c"]], "analogy_templates": {"r": {"a": [], "b": []}}},
        {"female": ["she"]},
        {"female": ["she"], "male": []},
        {"female": "she", "male": "he"},
        {"attributes": [["she"], ["he"]]},
        ["she", "he"],
    ],
)
def test_broken_json_lists_are_told(file, broken):
    with pytest.raises(InputTextError, match=r"lists|groups|not an object"):
        read_attributes(file("words.json", broken))


def test_targets_carry_the_attribute_they_go_with(file):
    path = file("targets.csv", "word,association\nnurse,Female\nengineer,male\ncook,female\n")
    found = read_targets(path, ("female", "male"))
    assert (found.x, found.y) == (("nurse", "cook"), ("engineer",))
    with pytest.raises(InputTextError, match=r"'nurse' is labelled 'Female'.*'A' and 'B'"):
        read_targets(path, ("A", "B"))


# Tests


def test_sets_that_cannot_be_measured_are_refused():
    good = {"x": ["a", "b"], "y": ["c", "d"], "a": ["e"], "b": ["f"]}
    check_sets(good)
    for changed, complaint in (
        ({"x": ["a"]}, "X has 1 usable example;"),
        ({"y": []}, "Y has 0 usable examples;"),
        ({"a": []}, "A has no usable"),
        ({"y": ["c", "B"]}, "B is in both Y and B|b is in both X and Y"),
        ({"b": ["e"]}, "e is in both A and B"),
    ):
        with pytest.raises(InputTextError, match=complaint):
            check_sets(good | changed)


def seat(**changes):
    sets = {
        "targ1": {"category": "Names", "examples": ["John", "Paul"]},
        "targ2": {"category": "Others", "examples": ["Amy", "Lisa", "Amy"]},
        "attr1": {"category": "Career", "examples": ["office"]},
        "attr2": {"category": "Family", "examples": ["home"]},
    }
    return json.dumps(sets | changes)


def test_a_seat_file_is_read_as_it_is_published():
    found = seat_test(seat())
    assert found.names == ("Names", "Others", "Career", "Family")
    assert found.y == ("Amy", "Lisa")
    assert found.item()["contexts"] is None


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "is empty"),
        ("{", "is not JSON"),
        ("[1]", "holds a JSON list"),
        ("{}", "has no targ1, targ2, attr1, attr2"),
        (seat(attr1={"category": "x"}), '"attr1" needs "examples"'),
        (seat(attr1={"examples": [1]}), '"attr1" needs "examples"'),
        (
            seat(targ1={"examples": ["John", " "]}),
            '"targ1" needs "examples", a list of texts; number 2 holds \' \'.',
        ),
        (
            seat(targ1={"examples": [None, "John"]}),
            '"targ1" needs "examples", a list of texts; number 1 holds no text.',
        ),
        (seat(targ1={"category": "N", "examples": ["John"]}), "N has 1 usable"),
        (seat(attr2={"category": "F", "examples": ["amy"]}), "Amy is in both Others and F"),
    ],
)
def test_a_broken_seat_file_is_told(text, complaint):
    with pytest.raises(InputTextError, match=complaint):
        seat_test(text)


@given(st.text(max_size=200))
def test_any_text_is_a_test_or_a_clear_refusal(text):
    with contextlib.suppress(InputTextError):
        assert seat_test(text).words()


def test_a_corpus_without_the_words_is_refused_with_counts(file):
    attributes = file("pairs.csv", "female,male\nshe,he\n")
    targets = file("t.csv", "word,association\nnurse,female\ncook,female\nboss,male\nguard,male\n")
    corpus = file("corpus.txt", "The nurse said she is a cook.\nThe boss left.\n")
    with pytest.raises(InputTextError, match=r"2 words of Stereotyped as male; .* Missing: guard"):
        read_word_test(attributes, targets, corpus)


def test_words_that_the_corpus_never_holds_are_listed(file):
    attributes = file("pairs.csv", "female,male\nshe,he\nqueen,king\n")
    targets = file("t.csv", "word,association\nnurse,female\ncook,female\nboss,male\nguard,male\n")
    text = "The nurse said she is a cook.\nThe boss and the guard said he left.\nThe nurse slept.\n"
    found = read_word_test(attributes, targets, file("corpus.txt", text))
    assert found.missing() == ["queen", "king"]
    assert dict(found.counts)["nurse"] == 2
    assert found.item()["contexts"] == text.splitlines()


@pytest.mark.parametrize("dimension", DIMENSIONS)
def test_bundled_tests_find_every_word(dimension):
    found = bundled_test(dimension)
    assert found.missing() == []
    assert len(found.x) == len(found.y)
    assert len(found.a) == len(found.b) == len(found.pairs)
    assert min(dict(found.counts).values()) >= 3


def test_an_unknown_dimension_is_told():
    with pytest.raises(InputTextError, match="gender, race, religion; got 'age'"):
        bundled_test("age")


def test_public_lists_are_read(shared_data):
    folder = str(shared_data / "biased_heads" / "context-debias")
    found = file_lists(folder, folder)
    assert len(found.pairs) == 220
    assert len(found.x) + len(found.y) == 166
    assert "tailor, waiter" in found.notes[0]
    for name, groups in (("race", ("black", "caucasian")), ("religion", ("jew", "christian"))):
        lists = read_lists(
            str(shared_data / "biased_heads/manzini" / f"{name}_attributes_optm.json")
        )
        assert lists.names_of_attributes == groups
        word_test(lists, [" ".join((*lists.a, *lists.b, *lists.x, *lists.y))])


def test_every_public_seat_test_is_read(shared_data):
    from engine.words.association_tests import read_seat_test

    paths = sorted((shared_data / "seat").glob("*.jsonl"))
    assert len(paths) == 46
    for path in paths:
        found = read_seat_test(str(path))
        assert len(found.x) == len(found.y)
