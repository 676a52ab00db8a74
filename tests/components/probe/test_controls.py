"""The command line that a page shows asks exactly what the page asked."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace

import pytest

from components import session
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


@pytest.mark.parametrize(
    "question",
    [
        QUESTION,
        replace(QUESTION, text="-- $HOME `id` 'x' \"[MASK]\" <b>&", targets=("-he", "it's")),
        replace(QUESTION, text="[MASK] gave [MASK] a book.", order="left-to-right", hide=()),
        replace(QUESTION, top_k=3, max_pieces=2, targets=()),
    ],
)
def test_the_command_gives_the_numbers_of_the_page(question, subjects, monkeypatch, capsys):
    from engine.cli import main

    subject = subjects[1]
    shown = session.measure(
        "completion", subject.spec, [{"text": question.text}], question.completion()
    )
    words = shlex.split(question.command().for_model(subject.spec).line())
    assert words[:3] == ["python", "-m", "engine"]
    monkeypatch.setattr("sys.argv", ["engine", words[3], "--json", *words[4:]])
    with pytest.raises(SystemExit):
        main()
    found = json.loads(capsys.readouterr().out)
    assert found["text"] == question.text
    for part in ("predictions", "targets", "joint"):
        assert found[part] == shown.values[0][part]
    assert found["manifest"]["params"] == shown.manifest["params"]
    assert found["manifest"]["spec"] == shown.manifest["spec"]


def test_the_command_for_groups_gives_the_divergence_of_the_page(subjects, monkeypatch, capsys):
    from engine.cli import main

    subject = subjects[0]
    question = replace(QUESTION, text="{group} people are [MASK].", groups=("rich", "poor"))
    item = {"text": question.text, "groups": list(question.groups)}
    shown = session.measure("group_completion", subject.spec, [item], question.group_completion())
    words = shlex.split(question.command().for_model(subject.spec).line())
    monkeypatch.setattr("sys.argv", ["engine", words[3], "--json", *words[4:]])
    with pytest.raises(SystemExit):
        main()
    found = json.loads(capsys.readouterr().out)
    assert found["masks"] == shown.values[0]["masks"]


def test_a_sentence_compares_groups_only_where_it_has_a_slot():
    assert not QUESTION.slotted
    assert replace(QUESTION, text="A {group} is [MASK].").slotted
