"""Rules replace whole words with their capitals kept, and only where they are switched on."""

from __future__ import annotations

import re

import pytest

from engine.core.errors import InputTextError
from engine.curation.review.softening import (
    Applied,
    Rule,
    keep_rules,
    set_softening,
    shipped_rules,
    soften,
    softening,
)

RULES = (Rule("damn", "darn"), Rule("ass", "rear"), Rule("an ass", "a fool"), Rule("bloody", ""))


@pytest.mark.parametrize(
    ("text", "expected", "applied"),
    [
        ("Nothing here.", "Nothing here.", ()),
        ("Two  spaces .", "Two  spaces .", ()),
        ("A damn shame.", "A darn shame.", (Applied("damn", "darn"),)),
        ("Damn, DAMN!", "Darn, DARN!", (Applied("Damn", "Darn"), Applied("DAMN", "DARN"))),
        ("Damnation and class pass.", "Damnation and class pass.", ()),
        ("He is an ass.", "He is a fool.", (Applied("an ass", "a fool"),)),
        ("An  ass sat on his ass.", "A fool sat on his rear.", None),
        ("The bloody car.", "The car.", (Applied("bloody", ""),)),
        ("How bloody!", "How!", (Applied("bloody", ""),)),
        ("damn-fool idea", "darn-fool idea", (Applied("damn", "darn"),)),
    ],
)
def test_rules_replace_whole_words(text, expected, applied):
    found, replaced = soften(text, RULES)
    assert found == expected
    if applied is not None:
        assert replaced == applied


def test_without_rules_nothing_is_changed():
    assert soften("Damn.", ()) == ("Damn.", ())


def test_signs_in_a_rule_are_signs():
    assert soften("a.b and axb", [Rule("a.b", "c")])[0] == "c and axb"


def test_a_review_begins_with_the_switch_off(name):
    found = softening(name)
    assert (found.on, found.own, found.rules) == (False, (), ())
    assert Rule("damn", "darn") in found.shipped


def test_own_rules_come_before_the_shipped_ones(name):
    set_softening(name, True)
    keep_rules(name, [Rule("Damn", "dashed"), Rule(" old  hag ", "old woman")])
    found = softening(name)
    assert found.own == (Rule("Damn", "dashed"), Rule("old hag", "old woman"))
    assert soften("That damn old hag!", found.rules)[0] == "That dashed old woman!"
    set_softening(name, False)
    assert softening(name).rules == ()
    keep_rules(name, [])
    assert softening(name).own == ()


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ([Rule("", "x")], "needs a word"),
        ([Rule("x" * 61, "y")], "at most 60"),
        ([Rule("x", "y" * 61)], "at most 60"),
        ([Rule("x\x07", "y")], "needs a word"),
        ([Rule("Damn", "damn")], "replaces it with itself"),
        ([Rule(f"word{number}", "x") for number in range(201)], "at most 200 rules"),
    ],
)
def test_a_rule_that_cannot_be_used_is_refused(rules, said, name):
    with pytest.raises(InputTextError, match=said):
        keep_rules(name, rules)
    assert softening(name).own == ()


@pytest.mark.parametrize("language", ["xx", "et", "../review/softening_en", "EN", ""])
def test_a_language_without_a_list_has_no_rules(language):
    assert shipped_rules(language) == ()


def test_the_shipped_rules_are_usable_and_final():
    rules = shipped_rules("en")
    assert len(rules) > 15
    for rule in rules:
        assert re.fullmatch(r"[a-z']+( [a-z']+)*", rule.word)
        assert soften(rule.replacement, rules) == (rule.replacement, ())
        # After an article that stays, the sound of the first letter has to stay as well.
        if not rule.word.startswith("an ") and rule.word != "assholes":
            vowels = [text[0] in "aeiou" for text in (rule.word, rule.replacement)]
            assert vowels[0] == vowels[1] or f"an {rule.word}" in {one.word for one in rules}
