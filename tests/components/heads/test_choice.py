"""What the reader chose on the Heads page, as items, parameters and a command line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.frame.widgets import result
from components.heads.choice import Choice
from components.heads.claim_export import commands
from engine.core.spec import HeadRef, ModelSpec
from engine.words.association_tests import AssociationTest
from tests.components.read_back import read_back

SETS = AssociationTest(("nurse", "maid"), ("smith", "pilot"), ("she",), ("he",))
SPEC = ModelSpec("bundled", "sha256:0")
IN_CONTEXT = replace(SETS, contexts=("She is a nurse.",))


def test_the_item_is_what_the_engine_measures():
    choice = Choice(IN_CONTEXT, "mine", "token", 3, seed=4)
    items, common = [IN_CONTEXT.item()], {"pooling": "token", "max_contexts": 3}
    params = {**common, "seed": 4, "samples": 10_000}
    assert choice.seat(SPEC) == ("seat", SPEC, items, params)
    assert choice.bias(SPEC) == ("head_bias", SPEC, items, common)
    other = {"x": ["nurse"]}
    assert choice.bias(SPEC, other) == ("head_bias", SPEC, [other], common)
    heads = [{"head": "1-1"}, {"head": "1-2"}]
    params = {**common, "test": IN_CONTEXT.item()}
    assert choice.ablation(SPEC, 1, 2) == ("head_ablation", SPEC, heads, params)
    assert (choice.texts, Choice(SETS, "mine", "cls", 1).texts) == (1, 6)
    assert Choice(SETS, "mine", "cls", 1, random_seeds=3).seeds == (0, 1, 2)


def test_the_command_names_test_pooling_contexts_and_model():
    choice = Choice(IN_CONTEXT, "race", "mean", 2, source=("--words", "race"))
    spec = ModelSpec("bundled", "sha256:0", masked_heads=(HeadRef(0, 1),))
    assert choice.command("--top-k", "3,10").for_model(spec).line() == (
        "python -m engine heads --words race --pooling mean --max-contexts 2 --top-k 3,10 "
        "--mask 1-2"
    )


def test_a_claim_has_the_command_that_measures_it():
    choice = Choice(IN_CONTEXT, "gender", "token", 1, source=("--words", "gender"))
    reading = "--words gender --pooling token --max-contexts 1"
    assert commands(choice, SPEC) == [f"python -m engine seat {reading}"]
    masked = replace(SPEC, masked_heads=(HeadRef(0, 1), HeadRef(1, 0)))
    whole = f"python -m engine mask {reading} --seed 0"
    assert commands(choice, masked) == [f"{whole} --mask 1-2,2-1"]
    other = ModelSpec("other", "main")
    assert commands(choice, masked, other)[1].startswith(f"{whole} --metric seat --model other")
    beside = commands(choice, SPEC, other)[1]
    assert beside.startswith(f"python -m engine seat {reading} --model other")
    own = Choice(SETS, "mine", "cls", 1, seed=2, source=("--seat", "my test.json"))
    (line,) = commands(own, SPEC)
    assert line == "python -m engine seat 'my test.json' --pooling cls --seed 2"


def test_words_that_no_sentence_holds_are_counted_where_the_claim_says_what_it_is_of():
    counts = (("nurse", 1), ("maid", 0), ("smith", 0), ("pilot", 1), ("she", 1), ("he", 1))
    choice = Choice(replace(IN_CONTEXT, counts=counts), "mine", "token", 3)
    assert choice.read_text == "3 contexts, 2 of 6 words are in no sentence and left out"
    assert Choice(IN_CONTEXT, "mine", "token", 3).read_text == "3 contexts"


def test_texts_as_they_stand_have_no_number_of_contexts():
    choice = Choice(SETS, "mine", "cls", 1, seed=2, source=("--seat", "my test.json"))
    line = choice.command().line()
    assert line == "python -m engine heads --seat 'my test.json' --pooling cls --seed 2"


@pytest.mark.parametrize(
    "other", [{"pooling": "mean"}, {"max_contexts": 2}, {"seed": 1}, {"test": SETS}]
)
def test_every_setting_that_changes_the_result_changes_the_key(other):
    choice = Choice(IN_CONTEXT, "mine", "token", 3)
    assert replace(choice, **other).key != choice.key
    assert replace(choice, name="yours", random_seeds=3).key == choice.key


def test_the_command_line_knows_the_options():
    choice = Choice(IN_CONTEXT, "race", "mean", 2, source=("--words", "race"))
    found = read_back(choice.command("--ablate"))
    assert (found["words"], found["pooling"], found["max_contexts"]) == ("race", "mean", 2)


def test_a_command_with_own_files_needs_their_full_paths(monkeypatch):
    monkeypatch.setattr(result, "IS_INSTALLED", True)
    choice = Choice(SETS, "mine", "cls", 1)
    assert choice.where == ""
    one = replace(choice, files={"own.json": b"{}"})
    assert one.where == "Run this with the full path of your file."
    two = replace(choice, files={"a.csv": b"", "b.csv": b""})
    assert two.where == "Run this with the full paths of your files."
