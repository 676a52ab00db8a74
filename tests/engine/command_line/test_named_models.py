"""Lines on progress name the model where a command measures several of them."""

from __future__ import annotations

import shutil

import pytest

from engine.command_line import subject as room
from engine.command_line.subject import Subject, model_in_words, name_each


def subject(checkpoint, mask="", dtype="float32") -> Subject:
    return Subject(checkpoint, mask, "cpu", dtype, no_cache=True)


@pytest.fixture
def counted(monkeypatch):
    """What is counted by name, in order."""
    names: list[str] = []
    plain = room.progress

    def progress(name, *rest):
        names.append(name)
        return plain(name, *rest)

    monkeypatch.setattr(room, "progress", progress)
    return names


@pytest.fixture
def other(model, tmp_path):
    return str(shutil.copytree(model, tmp_path / "other"))


def test_each_of_several_models_is_named_by_what_tells_it_from_the_others(model):
    first, masked = subject(model), subject(model, "1-1")
    coarse, again = subject(model, dtype="bfloat16"), subject(model)
    name_each([first, masked])
    assert [first.label, masked.label] == [model, f"{model}, 1-1 masked"]
    name_each([first, coarse, again])
    assert first.label == f"{model}, float32"
    assert coarse.label == f"{model}, bfloat16"
    assert again.label == f"{model}, float32 #3"


def test_one_model_alone_is_not_named(model):
    alone = subject(model)
    name_each([alone])
    assert alone.label == ""


def test_cabm_over_several_models_names_each(engine, model, other, counted):
    engine("cabm", "--model", model, "--over", other)
    assert {name.rpartition(", ")[2] for name in counted} == {model, other}
    counted.clear()
    engine("cabm", "--model", model)
    assert counted
    assert not any(model in name for name in counted)


def test_pairs_of_two_models_name_each(engine, model, other, counted):
    engine("pairs", "bundled", "--model", model, "--compare", other)
    assert counted == [f"pairs, {model}", f"pairs, {other}"]
    counted.clear()
    engine("pairs", "bundled", "--model", model, "--compare-mask", "1-1")
    assert counted == [f"pairs, {model}", f"pairs, {model}, 1-1 masked"]


def test_a_table_names_its_model_with_the_heads_that_are_masked():
    every = [f"1-{head}" for head in range(1, 13)]
    for heads, masked in (
        ([], ""),
        (["5-5"], " with 5-5 masked"),
        (every, " with 1-1, 1-2, 1-3, 1-4, 1-5, 1-6, 1-7, 1-8 and 4 more masked"),
    ):
        identity = {"checkpoint": "bundled", "masked_heads": heads}
        assert model_in_words(identity) == f"model bundled{masked}"
