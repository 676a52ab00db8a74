from __future__ import annotations

import pytest

from engine.core.errors import InputTextError
from engine.measures.cabm.data.file import read_framed, read_listed_targets
from engine.measures.cabm.data.sentences import GENDER, parse_groups


def read(text, name="own.csv", targets=("nurse", "doctor"), groups=GENDER):
    return read_framed(text.encode(), groups, targets, name=name)


def test_a_table_with_a_sentence_column_is_enough():
    found = read("sentence\nThe nurse lost her hat.\nThe doctor lost his hat.\n")
    assert found.counts() == {"sentences": 2, "occupations": 2, "male": 1, "female": 1}
    assert found.title == "own.csv"


def test_columns_say_which_occupation_and_pronoun_are_meant():
    found = read(
        "Text,Occupation,Pronoun,Gender,List\n"
        "The nurse told the doctor that he saw her.,doctor,her,female,male\n"
    )
    sentence = found.sentences[0]
    assert (sentence.target, sentence.word, sentence.group) == ("doctor", "her", 1)
    assert found.lists == {"doctor": "male"}


def test_an_unnamed_column_before_a_semicolon_is_none_of_the_sentence():
    found = read(";sentence\n0;The nurse lost her hat.\n")
    assert [sentence.text for sentence in found.sentences] == ["The nurse lost her hat."]
    assert read_listed_targets(b";job\n0;nurse\n", GENDER, "t.csv") == {"nurse": ""}


def test_plain_lines_are_sentences():
    found = read("The nurse lost her hat.\n\nIt rained.\n", name="own.txt")
    assert len(found.sentences) == 1
    assert [(entry.row, entry.reason) for entry in found.left_out] == [(3, "has no occupation")]


def test_json_lines_are_read():
    found = read('{"sentence": "The nurse lost her hat."}\n', name="own.jsonl")
    assert found.targets == ["nurse"]


def test_rows_that_do_not_fit_the_header_are_left_out_and_said():
    found = read(
        "sentence,occupation\nThe nurse lost her hat.,nurse\nOnce, the doctor lost his.,doctor\n"
    )
    assert len(found.sentences) == 1
    (left,) = found.left_out
    assert (left.row, left.text) == (3, "Once, the doctor lost his., doctor")
    assert "3 columns where the header has 2" in left.reason
    assert found.source == {"rows in the file": 2}


HER, HIS = "The nurse lost her hat.,nurse", "The nurse lost his hat.,nurse"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sentence\nThe nurse slept.\n", "row 2 has no pronoun .*one of he, him, his or"),
        ("a,b\n1,2\n", "needs the column sentence. It has: a, b."),
        ("  \n", r"own\.csv is empty"),
        (
            f"sentence,occupation,list\n{HER},female\n{HIS},male\n",
            "lists 'nurse' as female and as male",
        ),
        (
            f"sentence,occupation,list\n{HER},blue\n",
            "row 2: the list is 'blue'; it is male, female or",
        ),
    ],
)
def test_a_file_that_cannot_be_measured_is_refused(text, said):
    with pytest.raises(InputTextError, match=said):
        read(text)


def test_other_groups_are_read_with_the_same_code():
    groups = parse_groups("young=young;old=old")
    found = read("sentence\nThe old nurse slept.\nA young nurse ran.\n", groups=groups)
    assert [sentence.group for sentence in found.sentences] == [1, 0]


def test_targets_are_lines_or_a_table_with_lists():
    assert read_listed_targets(b"nurse\n\ndoctor\n", GENDER, "t.txt") == {"nurse": "", "doctor": ""}
    table = b"occupation,list\nnurse,Female\ndoctor,\n"
    assert read_listed_targets(table, GENDER, "t.csv") == {"nurse": "female", "doctor": ""}
    with pytest.raises(InputTextError, match="has no target"):
        read_listed_targets(b"\n", GENDER, "t.txt")
    with pytest.raises(InputTextError, match="needs the column occupation"):
        read_listed_targets(b"a,b\n1,2\n", GENDER, "t.csv")


def test_targets_of_other_columns_and_lists_are_read_as_told():
    table = b"Beruf;Liste\nnurse;weiblich\ndoctor;\n"
    told = {"occupation": "Beruf", "list": "Liste"}, {"weiblich": "female"}
    found = read_listed_targets(table, GENDER, "t.csv", None, *told)
    assert found == {"nurse": "female", "doctor": ""}
