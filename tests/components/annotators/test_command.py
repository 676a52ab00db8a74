"""The command line that the Annotators page offers to copy runs, and compares the same."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from components.annotators.controls import Choice
from components.annotators.data import Loaded
from engine.cli import app
from engine.datasets.answers.sets import SIMULATED, load_answers
from engine.spec import ModelSpec, parse_heads


def ran(choice, model, compared=None):
    """The JSON of a command line as the page writes it."""
    words = shlex.split(choice.command().for_model(model, compared).line())
    assert words[:3] == ["python", "-m", "engine"]
    found = CliRunner().invoke(app, [*words[3:], "--json"])
    assert found.exit_code == 0, found.output
    return json.loads(found.stdout)


@pytest.fixture
def model(tiny_model_folder):
    return ModelSpec(str(tiny_model_folder("bert")), "any")


@pytest.mark.parametrize("by", [(), ("gender", "speaker"), ("age:30/50",)])
@pytest.mark.parametrize("fold", [True, False])
def test_groups_and_case_are_those_of_the_page(model, by, fold):
    data = Loaded("Simulated", load_answers(SIMULATED), SIMULATED, "")
    found = ran(Choice(data, by, "p_at_1", fold, 2), model)
    assert found["group_by"] == list(by)
    assert found["case"] is not fold


def test_the_fewest_annotators_are_those_of_the_page(model):
    data = Loaded("Simulated", load_answers(SIMULATED), SIMULATED, "")
    everyone, none = (
        ran(Choice(data, ("age",), "p_at_any", True, least), model)["groups"] for least in (1, 50)
    )
    assert everyone
    assert not none


def test_columns_and_the_second_model_are_those_of_the_page(model, tmp_path):
    path = tmp_path / "own answers.csv"
    path.write_text("q,the answer,who\nA [MASK].,tea,a\nA [MASK].,water,b\n")
    mapping = (("sentence", "q"), ("answer", "the answer"), ("annotator", "who"))
    data = Loaded("own", load_answers(SIMULATED), str(path), "", mapping=mapping)
    second = replace(model, masked_heads=parse_heads("1-1, 2-3"))
    found = ran(Choice(data, (), "p_at_1", True, 2), model, second)
    assert found["groups"][0]["n_annotators"] == 2
    assert len(found["comparison"]["manifest"]["spec"]["masked_heads"]) == 2
