"""Values of Python reach a command as the words that a user would type."""

from __future__ import annotations

import inspect

import numpy as np
import pandas as pd
import pytest

import biascope as bs
from biascope import measures
from biascope.values import heads_text, option_words
from engine.command_line.declared import declared
from engine.command_line.facts import Names
from engine.core.errors import InputTextError

# Function -> what it needs besides an option.
FUNCTIONS = {
    "fill": ("m", "A [MASK]."),
    "pairs": ("m", "p.csv"),
    "seat": ("m",),
    "heads": ("m",),
    "cabm": ("m",),
    "agreement": ("m", "a.csv"),
    "arena": ("m",),
    "sweep": ("m", "cloze"),
    "report": (),
}
COMMANDS = {name: "arena run" if name == "arena" else name for name in FUNCTIONS}
ONE_FILE = {("cabm", "--sentences"), ("arena", "--prompts")}
NAMED = {"--mask": "masked_heads"}
OPTIONS = [
    (name, option)
    for name, command in COMMANDS.items()
    for option in declared(command).options.values()
    if not option.flag
]


@pytest.fixture
def words(monkeypatch):
    """The words of the command that a call runs, which is not run."""
    monkeypatch.setattr(measures, "run", lambda asked, *_, **__: list(asked.command().words))

    def of(name, option, value):
        function = getattr(bs, name)
        given = inspect.signature(function).bind(*FUNCTIONS[name]).arguments
        given[NAMED.get(option, option[2:].replace("-", "_"))] = value
        return function(**given)

    return of


def test_every_function_is_tried():
    assert set(FUNCTIONS) | {"BiascopeError", "Result", "__version__"} == set(bs.__all__)


@pytest.mark.parametrize(("name", "option"), OPTIONS, ids=lambda one: getattr(one, "name", one))
def test_several_values_are_those_of_a_text_with_commas(words, name, option):
    if (name, option.name) in ONE_FILE:
        with pytest.raises(InputTextError, match=f"{option.name} of .* is one file.*; got 2"):
            words(name, option.name, ["a.csv", "b.csv"])
        return
    text, values = "ab,cd", ["ab", "cd"]
    if option.names is Names.MASK:
        text, values = "3-1,6-12", [(3, 1), (6, 12)]
    asked = words(name, option.name, values)
    if option.repeated:
        found = [asked[place + 1] for place, word in enumerate(asked) if word == option.name]
        assert found == values
        return
    assert asked == words(name, option.name, text)
    assert asked[asked.index(option.name) + 1] == text
    assert asked.count(option.name) == 1


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("targets", "he,she", ["--targets", "he,she"]),
        ("targets", ("he", "she"), ["--targets", "he,she"]),
        ("targets", pd.Series(["he", "she"]), ["--targets", "he,she"]),
        ("targets", np.array(["he"]), ["--targets", "he"]),
        ("targets", (), []),
        ("targets", "", []),
        ("top_k", 5, ["--top-k", "5"]),
        ("hide", None, []),
        ("no_cache", True, ["--no-cache"]),
        ("no_cache", False, []),
        ("columns", {"text": "A"}, ["--columns", "text=A"]),
    ],
)
def test_values_of_fill(name, value, wanted):
    assert option_words("fill", name, value) == wanted


def test_named_values_and_groups_of_words():
    weights = {"pmi": 0.5, "cosine": 0.3, "context": 0.2}
    assert option_words("cabm", "weights", weights)[1] == "pmi=0.5,cosine=0.3,context=0.2"
    groups = {"male": ["he", "him"], "female": ["she"]}
    assert option_words("cabm", "groups", groups)[1] == "male=he,him;female=she"


@pytest.mark.parametrize(
    ("masks", "wanted"),
    [
        ("none,3-1 6-12", "none,3-1 6-12"),
        (["none", "3-1 6-12"], "none,3-1 6-12"),
        (["none", "3-1,6-12"], "none,3-1 6-12"),
        (["none", [(3, 1), (6, 12)], "top.json"], "none,3-1 6-12,top.json"),
        ((3, 1), "3-1"),
    ],
)
def test_heads_of_one_mask_stay_together(masks, wanted):
    assert option_words("sweep", "masks", masks) == ["--masks", wanted]


def test_a_word_of_python_is_no_name_of_an_option():
    assert option_words("sweep", "import_", "a.json") == ["--import", "a.json"]


@pytest.mark.parametrize(
    ("heads", "wanted"),
    [
        ("3-1, 6-12", "3-1, 6-12"),
        ((5, 5), "5-5"),
        ([(5, 5)], "5-5"),
        (["3-1", (6, 12)], "3-1,6-12"),
        (np.array([[3, 1], [6, 12]]), "3-1,6-12"),
        (np.array([3, 1]), "3-1"),
        (None, ""),
        ([], ""),
    ],
)
def test_masked_heads(heads, wanted):
    assert heads_text(heads) == wanted


@pytest.mark.parametrize("heads", [5, (5,), [(5, 5, 5)], [(5, "a")], [5, 6, 7], [2.0, 1.0]])
def test_what_is_no_head_is_refused(heads):
    with pytest.raises(InputTextError, match=r"as '3-1' or \(3, 1\); got"):
        heads_text(heads)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (["nurse", "a doctor, too"], "--groups has commas between its values.*'a doctor, too'"),
        ([None, "nurse"], "values of --groups is missing"),
        ([float("nan"), "nurse"], "values of --groups is missing"),
        (pd.DataFrame({"he": [1]}), "--groups takes no table"),
    ],
)
def test_values_that_would_be_taken_apart_are_refused(value, says):
    with pytest.raises(InputTextError, match=says):
        option_words("fill", "groups", value)
