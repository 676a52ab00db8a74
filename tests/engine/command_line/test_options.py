from __future__ import annotations

from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from engine.command_line.inputs import split_words
from engine.command_line.options import with_model
from engine.command_line.subject import Subject
from engine.models.sources import resolve


def test_words_are_split_at_commas_without_doubles():
    assert split_words(" he, she ,he,, they") == ["he", "she", "they"]
    assert split_words(" , ") == []


def test_a_subject_is_known_before_any_weight_is_read(tiny_model_folder, monkeypatch):
    monkeypatch.setattr("engine.models.loading.load", lambda *_: pytest.fail("loaded"))
    subject = Subject(str(tiny_model_folder("bert")), "2-1,1-2", "auto", "float32", True)
    assert [str(head) for head in subject.spec.masked_heads] == ["1-2", "2-1"]
    assert subject.store is None


def run(command, *words):
    app = typer.Typer()
    app.command()(command)
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == 0, result.output
    return result.output


def test_a_command_gets_its_own_options_and_a_subject_of_the_shared_ones():
    given = {}

    @with_model()
    def command(
        text: Annotated[str, typer.Argument()],
        seed: Annotated[int, typer.Option()] = 0,
        *,
        subject: Subject,
        json_: bool,
    ) -> None:
        """What it does."""
        given.update(text=text, seed=seed, subject=subject, json=json_)

    run(command, "--mask", "1-2", "words", "--json", "--model", "m", "--seed", "3", "--no-cache")
    assert given == {
        "text": "words",
        "seed": 3,
        "json": True,
        "subject": Subject("m", "1-2", "auto", "float32", True),
    }
    shown = run(command, "--help")
    assert "What it does." in shown
    order = ["--seed", "--model", "--mask", "--device", "--dtype", "--json", "--no-cache"]
    assert [name for name in order if name in shown] == order
    assert sorted(order, key=shown.index) == order


def test_a_shared_option_that_a_command_leaves_out_has_its_fixed_value():
    given = []

    @with_model("mask", "no_cache", no_cache=True)
    def command(*, subject: Subject, json_: bool) -> None:
        given.append(subject)

    assert "--mask" not in run(command, "--help")
    run(command, "--dtype", "bfloat16")
    assert given == [Subject("bundled", "", "auto", "bfloat16", True)]


def test_a_shared_option_that_a_command_declares_itself_keeps_its_help_and_default():
    given = []

    @with_model()
    def command(
        model: Annotated[str, typer.Option("--model", help="A classifier.")] = "mine",
        *,
        subject: Subject,
        json_: bool,
    ) -> None:
        given.append((model, subject.checkpoint))

    assert "A classifier." in run(command, "--help")
    run(command)
    run(command, "--model", "other")
    assert given == [("mine", "mine"), ("other", "other")]


def test_another_subject_is_run_in_the_same_way_without_the_mask():
    subject = Subject("m", "1-2", "cpu", "float32", True)
    assert subject.other() == Subject("m", "", "cpu", "float32", True)
    assert subject.other("n", "2-1", "bfloat16") == Subject("n", "2-1", "cpu", "bfloat16", True)


def test_what_was_identified_is_what_is_measured(tiny_model_folder, monkeypatch):
    asked = []

    def counted(name, **settings):
        asked.append(name)
        return resolve(name, **settings)

    for module in ("command_line.subject", "models.loading", "models.sources"):
        monkeypatch.setattr(f"engine.{module}.resolve", counted)
    subject = Subject(str(tiny_model_folder("bert")), "", "cpu", "float32", True)
    assert subject.spec == subject.ungated.spec
    assert subject.facts.layers == subject.ungated.model.layers
    assert len(asked) == 1
