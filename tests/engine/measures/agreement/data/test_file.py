"""Files of answers that people bring: what is kept, what is listed as bad, and in which words."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import BiascopeError, InputTextError
from engine.files.columns import MissingColumnsError
from engine.measures.agreement.data.file import LONGEST, read_answers
from engine.measures.agreement.groups import NOT_STATED, attributes_of, group_names

TEXT = "She drank [MASK]."
HEAD = "sentence,answer,annotator,native"
GENDERS = ("Female", "female ", "FEMALE", "male")


def csv(*rows, head=HEAD):
    return "\n".join([head, *rows]).encode()


def json_lines(*rows):
    return "\n".join(json.dumps(row) for row in rows).encode()


def one(**changes):
    return {"sentence": TEXT, "answer": "tea", "annotator": "a"} | changes


def problems(found):
    return dict(zip(found.rejected["row"], found.rejected["problem"], strict=True))


def test_roles_are_recognised_and_every_other_column_is_an_attribute():
    found = read_answers(csv(f"{TEXT},tea,a,1", f"{TEXT},water,b,0"), "answers.csv")
    assert found.answers.columns.tolist() == [
        *("sentence_id", "sentence", "annotator", "answer", "language", "native"),
    ]
    assert found.answers["answer"].tolist() == ["tea", "water"]
    assert found.answers["sentence_id"].tolist() == ["1", "1"]
    assert found.rejected.empty


def test_files_of_mozart_are_read_as_they_are():
    row = {"s_id": "9", "text": TEXT, "mask": "tea", "u_id": "x", "male": 1, "age": 30}
    found = read_answers(json_lines(row), "de_data_with_annotations.jsonl")
    assert found.columns == {
        **{"sentence": "text", "answer": "mask", "annotator": "u_id"},
        "sentence_id": "s_id",
    }
    told = found.answers.iloc[0]
    assert (told["language"], told["male"], told["sentence_id"]) == ("de", "1", "9")
    assert "German, after the name of the file" in found.notes[-1]


@pytest.mark.parametrize(
    ("answer", "read"),
    [(True, "True"), (3, "3"), (2.5, "2.5"), ("ice cream", "ice cream"), (" tea ", "tea")],
)
def test_an_answer_is_read_as_text_whatever_it_was(answer, read):
    found = read_answers(json_lines(one(answer=answer)), "x.jsonl")
    assert found.answers["answer"].tolist() == [read]


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"answer": ""}, "the answer is empty"),
        ({"answer": "   "}, "the answer is empty"),
        ({"answer": None}, "the answer is empty"),
        ({"answer": ["tea"]}, "the answer is a list or an object, not a word"),
        ({"answer": {"w": 1}}, "the answer is a list or an object, not a word"),
        ({"answer": "x" * (LONGEST + 1)}, "the answer has 201 characters; it is a text"),
        ({"annotator": ""}, "no annotator is named"),
        ({"sentence": ""}, "the sentence is empty"),
        ({"sentence": 5}, "the sentence is not text"),
        ({"sentence": "No gap."}, "the sentence has no blank; write [MASK]"),
        ({"sentence": "[MASK] and [MASK]"}, "has 2 blanks"),
    ],
)
def test_a_row_that_cannot_be_compared_is_listed_with_its_reason(changes, problem):
    found = read_answers(json_lines(one(annotator="good"), one(**changes)), "x.jsonl")
    assert found.answers["annotator"].tolist() == ["good"]
    assert problem in problems(found)[2]


def test_a_row_given_twice_is_kept_once_and_a_second_answer_is_named():
    rows = (one(), one(), one(answer="water"), one(annotator="b"))
    found = read_answers(json_lines(*rows), "x.jsonl")
    assert found.answers["annotator"].tolist() == ["a", "b"]
    assert problems(found) == {
        2: "repeats row 1",
        3: "the annotator has answered this sentence in row 1 already",
    }
    # A number that stands for two sentences is named.
    rows = (one(s_id="1"), one(s_id="1", sentence="He ate [MASK].", annotator="b"))
    (problem,) = problems(read_answers(json_lines(*rows), "x.jsonl")).values()
    assert problem == "sentence '1' is a different text in row 1"


@pytest.mark.parametrize(
    ("given", "name", "by_hand", "read"),
    [
        (("en", "de"), "x.jsonl", "", ["en", "de"]),  # of one annotator
        (("en", ""), "fr_answers.jsonl", "", ["en", "fr"]),
        ((None,), "answers.jsonl", "", ["und"]),
        ((None,), "answers.jsonl", "et", ["et"]),
    ],
    ids=["of the row", "of the file", "of nothing", "by hand"],
)
def test_the_language_of_an_answer(given, name, by_hand, read):
    rows = [one() if language is None else one(language=language) for language in given]
    found = read_answers(json_lines(*rows), name, language=by_hand)
    assert found.answers["language"].tolist() == read
    assert any("taken as one language" in note for note in found.notes) == ("und" in read)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("היא שתתה [MASK] בבוקר.", "קפה"),
        ("شربت [MASK] في الصباح", "شاي"),
        ("Das ist ein [MASK].", "Überraschungsei"),
        ("我喝[MASK]。", "茶"),
    ],
)
def test_every_script_comes_through_unchanged(text, answer):
    found = read_answers(csv(f"{text},{answer},a,1"), "answers.csv")
    assert found.answers[["sentence", "answer"]].to_numpy().tolist() == [[text, answer]]


@pytest.mark.parametrize("mask", ["[MASK]", "<mask>", "[mask]", "___"])
def test_the_gap_may_be_written_as_in_any_model(mask):
    found = read_answers(csv(f"She drank {mask}.,tea,a,1"), "answers.csv")
    assert len(found.answers) == 1


def test_columns_can_be_named_by_hand():
    mapping = {"sentence": "q", "answer": "r", "annotator": "who"}
    found = read_answers(csv(f"{TEXT},tea,a", head="q,r,who"), "a.csv", mapping)
    assert found.columns == mapping
    with pytest.raises(MissingColumnsError, match="sentence=COLUMN") as asked:
        read_answers(csv(f"{TEXT},tea,a", head="q,r,who"), "a.csv")
    assert asked.value.header == ["q", "r", "who"]


@pytest.mark.parametrize(
    ("content", "told"),
    [(b"", "is empty"), (b"  \n ", "is empty"), (b"[1, 2]\n", "JSON object")],
)
def test_a_file_with_nothing_in_it_is_refused(content, told):
    with pytest.raises(InputTextError, match=told):
        read_answers(content, "answers.jsonl")


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_whatever_is_uploaded_is_read_or_refused_in_words(content):
    for name in ("answers.csv", "answers.jsonl"):
        with contextlib.suppress(BiascopeError):
            found = read_answers(content, name)
            assert found.answers["answer"].str.strip().all()


def test_cells_of_no_value_are_empty_answers_and_groups_and_name_nobody():
    found = read_answers(
        csv(f"{TEXT},NaN,a,1", f"{TEXT},tea,None,1", f"{TEXT},tea,c,<NA>", f"{TEXT},none,d,NA"),
        "x.csv",
    )
    assert problems(found) == {
        2: "the answer is empty (it holds 'NaN', which tools write for no value)",
        3: "no annotator is named (it holds 'None', which tools write for no value)",
    }
    assert found.answers["answer"].tolist() == ["tea", "none"]
    assert group_names(found.answers, ["native"]).tolist() == [NOT_STATED, NOT_STATED]


def test_groups_that_differ_in_case_or_spaces_are_offered_as_one():
    rows = [f"{TEXT},tea,{name},{group}" for name, group in zip("abcd", GENDERS, strict=True)]
    found = read_answers(csv(*rows, head="sentence,answer,annotator,gender"), "en.csv")
    assert found.answers["gender"].tolist() == ["Female", "Female", "Female", "male"]
    assert found.notes[-1] == (
        "Names in 'gender' that differ in case or spaces only are taken as one: 'female ' as "
        "'Female', 'FEMALE' as 'Female'."
    )
    assert attributes_of(found.answers) == ["gender"]


def test_an_index_without_a_name_is_no_attribute():
    rows = [f"{place},{TEXT},tea,{name},{place}" for place, name in enumerate("ab")]
    found = read_answers(csv(*rows, head=f",{HEAD}"), "x.csv")
    assert attributes_of(found.answers) == ["native"]


def test_a_second_column_of_answers_is_said():
    found = read_answers(
        csv(f"{TEXT},tea,a,x", head="sentence,answer,annotator,response"), "en.csv"
    )
    assert found.notes[0] == (
        "The column 'answer' is read as the answer, and 'response' is not, though its name fits."
    )
