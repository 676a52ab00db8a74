"""The command line that the Annotators page offers to copy compares the same."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from components.annotators.controls import Choice
from components.frame.widgets.chosen_data import ChosenData
from engine.cli import app
from engine.command_line.inputs import split_words
from engine.core.spec import ModelSpec, parse_heads
from engine.measures.agreement.data.sets import SIMULATED, load_answers
from tests.components.read_back import read_back


@pytest.mark.parametrize(
    ("by", "fold", "least"),
    [((), True, 2), (("gender", "speaker"), False, 1), (("age:30/50",), True, 50)],
)
def test_groups_case_and_the_fewest_annotators_are_those_of_the_page(by, fold, least):
    data = ChosenData(SIMULATED, "Simulated", load_answers(SIMULATED), SIMULATED)
    found = read_back(Choice(data, by, "p_at_any", fold, least).command())
    assert [*found["files"]] == [SIMULATED]
    assert tuple(split_words(found["group_by"])) == by
    assert (found["case"], found["fewest_annotators"]) == (not fold, least)


def test_columns_and_the_second_model_are_those_of_the_page(tiny_model_folder, tmp_path):
    path = tmp_path / "own answers.csv"
    path.write_text("q,the answer,who\nA [MASK].,tea,a\nA [MASK].,water,b\n")
    mapping = (("sentence", "q"), ("answer", "the answer"), ("annotator", "who"))
    data = ChosenData("own", "own", load_answers(SIMULATED), str(path), mapping)
    model = ModelSpec(str(tiny_model_folder("bert")), "any")
    second = replace(model, masked_heads=parse_heads("1-1, 2-3"))
    line = Choice(data, (), "p_at_1", True, 2).command().for_model(model, second).line()
    ran = CliRunner().invoke(app, [*shlex.split(line)[3:], "--json"])
    assert ran.exit_code == 0, ran.output
    found = json.loads(ran.stdout)
    assert found["groups"][0]["n_annotators"] == 2
    assert len(found["comparison"]["manifest"]["spec"]["masked_heads"]) == 2
