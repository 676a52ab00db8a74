from __future__ import annotations

import json

import pytest

from tests import known_answers


@pytest.fixture(autouse=True)
def answers(monkeypatch):
    known_answers.use(monkeypatch)


@pytest.fixture
def model(tiny_model_folder) -> str:
    return str(tiny_model_folder("bert"))


@pytest.fixture
def commanded(capsys):
    """What the command line reports as JSON for these words."""
    from engine.cli import app

    def run(*words):
        capsys.readouterr()
        app([*words, "--json"], standalone_mode=False)
        return json.loads(capsys.readouterr().out)

    return run
