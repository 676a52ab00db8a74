from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine.core.errors import InputTextError
from engine.curation.filter.assistant import batches, short_ids, write_batches
from tests.engine.curation.some_candidates import NAP, some


def test_every_candidate_is_in_one_prompt_in_order():
    made = batches(some(), size=2)
    assert [batch.number for batch in made] == [1, 2]
    assert [key for batch in made for key in batch.ids] == [one.id for one in some()]
    assert made[0].text.startswith("This is a list of 2 sentences ")
    assert made[1].text.startswith("This is a list of 1 sentence ")
    assert made[1].text.endswith(f"{some()[2].id[:8]} | about age | {NAP}\n")


def test_a_prompt_asks_about_the_found_sentence_alone():
    (batch,) = batches(some())
    assert "men do not drive" in batch.text
    assert "The young man" not in batch.text
    assert "Good morning" not in batch.text


def test_a_sentence_stays_on_its_line():
    one = replace(some()[0], text="Women\ncook | here.")
    last = batches([one])[0].text.splitlines()[-1]
    assert last == f"{one.id[:8]} | about gender | Women cook | here."


def test_digests_tell_prompts_apart():
    first, second = batches(some(), size=2)
    assert first.digest != second.digest
    assert first == batches(some(), size=2)[0]


def test_ids_are_as_long_as_tells_them_apart():
    assert short_ids(["a" * 16, "b" * 16]) == {"a" * 16: "a" * 8, "b" * 16: "b" * 8}
    near = ["a" * 9 + "1" * 7, "a" * 9 + "2" * 7]
    assert short_ids(near) == {near[0]: "a" * 9 + "1", near[1]: "a" * 9 + "2"}


@pytest.mark.parametrize("size", [0, 501])
def test_a_prompt_holds_a_number_of_sentences_that_can_be_answered(size):
    with pytest.raises(InputTextError, match="holds 1 to 500 sentences"):
        batches(some(), size)


def test_without_candidates_there_is_nothing_to_ask():
    with pytest.raises(InputTextError, match="no candidate"):
        batches([])


def test_prompts_are_written_one_a_file_and_all_as_jsonl(tmp_path):
    made = batches(some(), size=2)
    folder = write_batches(made, tmp_path / "prompts")
    assert sorted(path.name for path in folder.iterdir()) == [
        "prompts-001.txt",
        "prompts-002.txt",
        "prompts.jsonl",
    ]
    assert (folder / "prompts-002.txt").read_text(encoding="utf-8") == made[1].text
    lines = (folder / "prompts.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == [
        {"number": one.number, "digest": one.digest, "ids": list(one.ids), "prompt": one.text}
        for one in made
    ]
