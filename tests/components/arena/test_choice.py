"""What a choice of the Arena page costs, and the command that repeats it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.arena import data
from components.arena.controls import Choice
from components.arena.data import CommandFile
from components.frame.widgets import suites
from engine.evaluators.suite import LEXICON, Evaluator, Suite
from engine.evaluators.suites import suite_names
from engine.measures.arena.settings import ANY, RAW, ArenaSettings
from engine.prompts.prompt import PromptSet
from tests.components.arena.reports import CLASSIFIERS, DEMO, prompts
from tests.components.read_back import read_back

PEOPLE = PromptSet("bundled", "1", prompts(2).prompts, {"n": 22, "seed": 3})
OPENING = Choice(PEOPLE, CommandFile("bundled"), DEMO, CommandFile("demo"), ArenaSettings())


def test_the_command_line_takes_the_choice():
    assert OPENING.command().words[:2] == ("arena", "run")
    found = read_back(OPENING.command())
    assert (found["prompts"], found["subset"], found["seed"]) == ("bundled", 22, 3)
    assert (found["evaluators"], found["fill"], found["top_k"]) == ("demo", "word", 1)
    assert (found["quoted"], found["reading"], found["out"]) == (False, "pooled", "report.json")


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (ArenaSettings(RAW, quoted=True), {"fill": "raw", "quoted": True}),
        (ArenaSettings(top_k=7, reading=ANY), {"top_k": 7, "reading": "any"}),
    ],
)
def test_every_variant_is_read_back(settings, expected):
    choice = Choice(PEOPLE, CommandFile("a b.csv"), DEMO, CommandFile("-x.toml"), settings)
    found = read_back(choice.command())
    assert {key: found[key] for key in expected} == expected
    assert (found["prompts"], found["evaluators"]) == ("a b.csv", "./-x.toml")


def test_uploaded_files_travel_with_the_command():
    choice = Choice(
        PEOPLE, CommandFile("p.csv", b"a"), DEMO, CommandFile("s.toml", b"b"), ArenaSettings()
    )
    assert choice.uploaded
    assert choice.command().files == {"p.csv": b"a", "s.toml": b"b"}
    assert not OPENING.uploaded
    assert OPENING.command().files == {}


@pytest.mark.parametrize("name", ["-p.csv", "~p.csv", "--out", "../p.csv", "p q.csv"])
def test_an_uploaded_file_is_a_word_of_the_command_whatever_its_name(name):
    source, *_ = data._source((b"a", name, ()))
    choice = replace(OPENING, prompts_source=source)
    assert set(choice.command().files) <= set(choice.command().words)
    assert read_back(choice.command())["prompts"] == source.word


def test_classifiers_are_named_since_they_have_to_be_opened():
    assert OPENING.classifiers == []
    assert replace(OPENING, suite=CLASSIFIERS).classifiers == ["someone/first", "someone/second"]


def test_choices_differ_by_prompts_evaluators_and_variant():
    others = (
        {"prompts": prompts(3)},
        {"suite": CLASSIFIERS},
        {"settings": ArenaSettings(quoted=True)},
    )
    assert len({OPENING.key, *(replace(OPENING, **change).key for change in others)}) == 4


def test_every_suite_that_comes_with_biascope_can_be_chosen():
    assert [*suites.titles()][:-1] == [*suite_names()]
    assert len(set(suites.titles().values())) == len(suites.titles())


def test_a_word_list_that_a_declaration_names_is_opened_by_a_job_alone():
    named = Suite("own", (Evaluator("list", LEXICON, source="/home/me/words.csv"),))
    shipped = Suite("own", (Evaluator("list", LEXICON, source="hurtlex"),))
    assert replace(OPENING, suite=named).lists == ["/home/me/words.csv"]
    assert replace(OPENING, suite=shipped).lists == OPENING.lists == []
