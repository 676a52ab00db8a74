"""Commands to copy hold what users typed, whatever it is: the command line reads it back."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

from components.annotators.controls import Choice as AnnotatorsChoice
from components.frame.widgets.chosen_data import ChosenData
from components.heads.choice import Choice as HeadsChoice
from components.pairs.controls import Choice as PairsChoice
from components.probe.controls import Question
from engine.command_line.command import Command, file_word
from engine.core.spec import HeadRef, ModelSpec
from engine.measures.heads.before_after import SEAT, SENTENCE
from engine.measures.pairs.data.file import COLUMNS
from engine.words.association_tests import AssociationTest
from tests.components.read_back import read_back

HOSTILE = [
    *("-x", "--json", "--", "-", "---", "--text=a", "--model", "-- --json", "=", "-[MASK]"),
    *('it\'s "quoted" `id` $(id) $HOME \\', "two\nlines\n", "a;b|c&d>e<f!*?[g]{h}", " -x", "\t"),
    *("", "#", "~", "\u202e-x\u200b", "é😀"),
]
SPEC = ModelSpec("bundled", "sha256:0", masked_heads=(HeadRef(0, 0),))
TEST = AssociationTest(("a", "b"), ("c", "d"), ("e",), ("f",))


def of_the_model(command: Command) -> dict:
    """What is read of a command for the model."""
    found = read_back(command.for_model(SPEC))
    assert (found["mask"], found["json_"]) == ("1-1", False)
    return found


@pytest.mark.parametrize("text", HOSTILE)
def test_a_sentence_of_the_heads_page_is_read_back(text):
    choice = HeadsChoice(TEST, "own", "cls", 10, source=("--seat", "own.jsonl"))
    found = of_the_model(choice.mask_command([SENTENCE, SEAT], text))
    assert (found["text"], found["seat"], [*found["metric"]]) == (
        text,
        "own.jsonl",
        [SENTENCE, SEAT],
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_a_sentence_of_the_probe_page_is_read_back(text):
    question = Question(text, ("he",), (), 5, (), "independent", 1)
    assert of_the_model(question.command())["text"] == text
    words = tuple(part for part in (text, "she") if part)
    found = of_the_model(replace(question, targets=words, groups=words).command())
    assert (found["targets"], found["groups"]) == (",".join(words), ",".join(words))


@pytest.mark.parametrize("name", [f"{text}.csv" for text in HOSTILE] + ["-"])
def test_a_files_name_is_read_back_as_a_file(name):
    own = ChosenData("Own", name, pd.DataFrame(), name)
    pairs = PairsChoice(own, "cps", "own", False)
    assert of_the_model(pairs.command())["file"] == file_word(name)
    answers = AnnotatorsChoice(own, (), "p_at_1", True, 2)
    assert [*of_the_model(answers.command())["files"]] == [file_word(name)]


@pytest.mark.parametrize("name", HOSTILE)
def test_names_of_columns_are_read_back(name):
    mapping = (("sent_more", name), ("sent_less", "b"))
    own = ChosenData("Own", "a", pd.DataFrame(), "a.csv", mapping)
    pairs = PairsChoice(own, "cps", "own", False)
    assert COLUMNS.mapping(of_the_model(pairs.command())["columns"])["sent_more"] == name.strip()


def test_a_files_name_is_no_option_and_not_standard_input():
    assert file_word("-x.csv") == "./-x.csv"
    assert file_word("-") == "./-"
    assert file_word("~.csv") == "./~.csv"
    assert [*map(file_word, ("pairs.csv", "~/x.csv"))] == ["pairs.csv", "~/x.csv"]
