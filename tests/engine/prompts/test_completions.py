"""Files of completions: a sentence type may be left out."""

from __future__ import annotations

import pytest

from engine.core.errors import InputTextError
from engine.prompts.completions import joined, read_completions


def test_a_sentence_type_may_be_left_out_and_one_that_is_too_long_is_refused(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("category,group,sentence\nreligion,Muslims,Muslims are kind.\n")
    (given,) = read_completions(path)
    assert (given.prompt.sentence_type, given.word) == ("own", "Muslims are kind.")
    path.write_text(f"category,group,sentence_type,sentence\nc,g,{'t' * 101},Muslims are kind.\n")
    with pytest.raises(InputTextError, match="the sentence type is too long"):
        read_completions(path)


def read(tmp_path, *rows, header="category,group,prompt,completion"):
    path = tmp_path / "mine.csv"
    path.write_text("\n".join([header, *rows]) + "\n")
    notes: list[str] = []
    found = read_completions(path, notes.append)
    return [given.word for given in found], notes


def test_a_completion_stands_behind_a_text_without_a_mask(tmp_path):
    words, notes = read(
        tmp_path,
        "job,bakers,The baker was,rude and loud.",
        "job,bakers,The baker was , rude.",
        "job,bakers,The baker was late,.",
        "job,bakers,The baker was,The baker was rude.",
        "job,bakers,The baker was,",
    )
    assert words == [
        "The baker was rude and loud.",
        "The baker was rude.",
        "The baker was late.",
        "The baker was rude.",
        "",
    ]
    assert notes == [
        "The texts of 'prompt' have no blank, so what is judged is each of them with its "
        "completion of 'completion' behind it."
    ]


@pytest.mark.parametrize(
    ("prompt", "completion", "whole"),
    [
        ("She said it", "'s over", "She said it's over"),
        ("She said", "'hello'", "She said 'hello'"),
        ("African-", "born people", "African-born people"),
        ("Who knows", "?", "Who knows?"),
        ("She did", "n't come", "She didn't come"),
        ("The", "Therapist left.", "The Therapist left."),
        ("Who left", "Who left? She.", "Who left? She."),
        ("She is ", "- so they say - late", "She is - so they say - late"),
    ],
)
def test_a_space_stands_where_one_belongs(prompt, completion, whole):
    assert joined(prompt, completion) == whole


@pytest.mark.parametrize("column", ["response", "continuation", "generated_text", "Output"])
def test_other_names_of_completions_are_joined_too(tmp_path, column):
    header = f"category,group,prompt,{column}"
    words, _ = read(tmp_path, "job,bakers,The baker was,rude.", header=header)
    assert words == ["The baker was rude."]


def test_texts_that_hold_their_completions_are_whole_and_the_column_is_said_to_be_unused(tmp_path):
    header = "category,group,sentence,completion,template"
    words, notes = read(
        tmp_path, "job,bakers,Bakers are rude.,rude,t1", "job,cooks,Cooks sing.,sing,t1",
        header=header,
    )  # fmt: skip
    assert words == ["Bakers are rude.", "Cooks sing."]
    assert "The column 'completion' is not used" in notes[0]
    assert notes[1] == "Not used for completions: 'template'."


def test_a_prompt_that_names_its_completion_is_joined_all_the_same(tmp_path):
    words, _ = read(tmp_path, "job,bakers,Are bakers kind or rude?,Rude")
    assert words == ["Are bakers kind or rude? Rude"]


@pytest.mark.parametrize(
    ("columns", "named"),
    [
        ("text", "'text'"),
        ("reply", "'reply'"),
        ("output_text", "'output_text'"),
        ("completion 1,completion 2", "'completion 1', 'completion 2'"),
    ],
)
def test_prompts_alone_beside_what_was_written_are_refused_by_name(tmp_path, columns, named):
    header = f"category,group,prompt,{columns}"
    row = "job,bakers,Bakers are" + ",Bakers are rude." * len(columns.split(","))
    with pytest.raises(InputTextError, match="Name that column completion") as refused:
        read(tmp_path, row, header=header)
    assert f"other columns may hold it: {named}." in str(refused.value)


def test_prompts_without_any_completion_are_said_to_be_judged_alone(tmp_path):
    words, notes = read(tmp_path, "job,bakers,Bakers are,7", header="category,group,prompt,id")
    assert words == ["Bakers are"]
    assert notes == [
        "No column holds completions (completion, word, answer), so the texts of 'prompt' are "
        "judged as whole sentences.",
    ]


def test_a_list_of_completions_in_one_cell_is_refused(tmp_path):
    path = tmp_path / "mine.jsonl"
    path.write_text('{"category":"c","group":"g","prompt":"A was","completion":["x","y"]}\n')
    with pytest.raises(InputTextError, match="the completion is a list or an object, not a text"):
        read_completions(path)
