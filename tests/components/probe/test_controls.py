"""The command line that a page shows asks exactly what the page asked."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace

import pytest

from components.frame import session
from components.probe.controls import Question

QUESTION = Question(
    text="The nurse said that [MASK] was tired.",
    targets=("he", "she"),
    groups=(),
    top_k=8,
    hide=("piece", "punctuation"),
    order="independent",
    max_pieces=1,
)


@pytest.fixture
def answered(monkeypatch, capsys):
    """Ask the command line what a question shows: `answered(question, spec)`."""
    from engine.cli import main

    def run(question, spec):
        words = shlex.split(question.command().for_model(spec).line())
        assert words[:3] == ["python", "-m", "engine"]
        monkeypatch.setattr("sys.argv", ["engine", words[3], "--json", *words[4:]])
        with pytest.raises(SystemExit):
            main()
        return json.loads(capsys.readouterr().out)

    return run


@pytest.mark.parametrize(
    "question",
    [
        QUESTION,
        replace(QUESTION, text="-- $HOME `id` 'x' \"[MASK]\" <b>&", targets=("-he", "it's")),
        replace(QUESTION, text="[MASK] gave [MASK] a book.", order="left-to-right", hide=()),
        replace(QUESTION, top_k=3, max_pieces=2, targets=()),
    ],
)
def test_the_command_gives_the_numbers_of_the_page(question, subjects, answered):
    spec = subjects[1].spec
    shown = session.measure("completion", spec, [{"text": question.text}], question.completion())
    found = answered(question, spec)
    assert found["text"] == question.text
    for part in ("predictions", "targets", "joint"):
        assert found[part] == shown.values[0][part]
    assert found["manifest"]["params"] == shown.manifest["params"]
    assert found["manifest"]["spec"] == shown.manifest["spec"]


def test_the_command_for_groups_gives_the_divergence_of_the_page(subjects, answered):
    spec = subjects[0].spec
    question = replace(QUESTION, text="{group} people are [MASK].", groups=("rich", "poor"))
    item = {"text": question.text, "groups": list(question.groups)}
    shown = session.measure("group_completion", spec, [item], question.group_completion())
    assert answered(question, spec)["masks"] == shown.values[0]["masks"]


def test_a_sentence_compares_groups_only_where_it_has_a_slot():
    assert not QUESTION.slotted
    assert replace(QUESTION, text="A {group} is [MASK].").slotted
