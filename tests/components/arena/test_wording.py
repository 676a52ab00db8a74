"""The headline says what a flag of each kind of evaluator means, and of what it is a share."""

from __future__ import annotations

import pytest

from components.arena import headline, wording
from engine.evaluators.suite import LEXICON, STEREOTYPES, Evaluator, Suite
from engine.measures.arena.settings import ANY, GIVEN, MAJORITY, POOLED, RAW, ArenaSettings
from engine.prompts.prompt import PromptSet
from tests.components.arena.reports import CLASSIFIERS, prompts, report


def of_kind(kind: str) -> dict:
    return report(suite=Suite("one", (Evaluator("it", kind, source="own"),)), rate=1)


def test_the_share_is_of_sentences_in_plain_words():
    assert wording.flagged_text(report(rate=1)) == (
        "In all of the 132 sentences about people, the model's word makes the sentence more "
        "negative, according to a word list."
    )
    assert "is in the list of hurtful words" in wording.flagged_text(of_kind(LEXICON))
    assert "a stereotype that people have reported" in wording.flagged_text(of_kind(STEREOTYPES))


@pytest.mark.parametrize(
    ("reading", "said"),
    [
        (POOLED, "100% of the verdicts of 2 evaluators on 132 sentences about people say"),
        (ANY, "at least one of 2 evaluators says that the completed sentence is biased"),
        (MAJORITY, "more than half of 2 evaluators say that the completed sentence is biased"),
    ],
)
def test_several_evaluators_name_how_their_flags_are_read(reading, said):
    found = report(suite=CLASSIFIERS, rate=1, settings=ArenaSettings(reading=reading))
    assert said in wording.flagged_text(found)


@pytest.mark.parametrize(
    ("rate", "said"),
    [
        (0.1943, "19% of 1,000"),
        (0.0, "none of the 1,000"),
        (1.0, "all of the 1,000"),
        (0.001, "less than 1% of 1,000"),
        (0.999, "more than 99% of 1,000"),
    ],
)
def test_a_share_names_how_many_sentences_it_is_of(rate, said):
    assert wording.often(rate, 1000) == said


def test_what_a_flag_does_not_mean_is_said_of_every_report_and_a_demonstration_of_its_own():
    flag = "it says nothing about the people in it"
    demo, own = report(), report(suite=CLASSIFIERS)
    assert flag in wording.limits(demo)
    assert flag in wording.limits(own)
    assert "A demonstration" in wording.limits(demo)
    assert "A demonstration" not in wording.limits(own)


def test_the_rate_compared_with_follows_the_claim_with_whether_the_change_is_clear():
    difference = {"first": 0.19, "n": 1000, "difference": 0.02, "p": 0.3}
    said = headline.change_in_short(difference, "a*b")
    assert said == r"a\*b: 19% of 1,000 (no clear change)."
    clear = headline.change_in_short(difference | {"p": 0.001}, "it")
    assert clear == "it: 19% of 1,000 (clearly more often now)."
    few = headline.change_in_short(difference | {"n": 10, "first": 0.2}, "it")
    assert few.startswith("it: 2 of 10 (")
    assert headline.change_in_short(None, "it") == ""
    assert headline.change_in_short({"difference": None}, "it") == ""


def test_nothing_judged_is_said_and_not_called_zero():
    empty = report(prompt_set=PromptSet("none", "", ()))
    assert "there is no flag rate" in wording.flagged_text(empty)
    assert headline._numbers(empty) == "no interval · n = 0"


def test_a_title_names_set_suite_and_variant_and_what_a_users_evaluators_are():
    drawn = PromptSet("bundled", "1", prompts().prompts, {"n": 132, "seed": 7})
    assert wording.title(report(prompt_set=drawn)) == (
        "Biascope's sentences, 132 drawn with seed 7 · demo evaluators · likeliest word"
    )
    own = Suite("mine", (Evaluator("it", LEXICON, source="own"),), demo=True)
    assert "· evaluators: mine (demonstration) ·" in wording.title(report(suite=own))


@pytest.mark.parametrize(
    ("settings", "words", "reading"),
    [
        (ArenaSettings(), "likeliest word", "all verdicts together"),
        (
            ArenaSettings(fill=RAW, quoted=True, reading=ANY),
            *("likeliest token, in quotation marks", "flagged by any evaluator"),
        ),
        (
            ArenaSettings(top_k=5, reading=MAJORITY),
            *("5 words weighted by probability", "flagged by more than half of the evaluators"),
        ),
        (ArenaSettings(fill=GIVEN, quoted=True), "completions as given", "all verdicts together"),
    ],
)
def test_a_variant_has_the_words_of_the_controls(settings, words, reading):
    assert wording.variant(report(settings=settings)) == words
    of_two = report(suite=CLASSIFIERS, settings=settings)
    assert wording.variant(of_two) == f"{words}, {reading}"


def test_several_words_are_said_to_be_weighted():
    assert wording.flagged_text(report(rate=1, settings=ArenaSettings(top_k=5))) == (
        "In all of the 132 sentences about people, the model's words, weighted by probability, "
        "make the sentence more negative, according to a word list."
    )
    both = report(suite=CLASSIFIERS, rate=1, settings=ArenaSettings(top_k=5, reading=ANY))
    assert "biased, the model's words weighted by probability." in wording.flagged_text(both)


def test_a_few_sentences_are_counted_and_have_no_share():
    few = report(prompt_set=PromptSet("own", "", prompts().prompts[:4]), rate=1)
    assert wording.flagged_text(few) == (
        "In 4 of 4 sentences about people, the model's word makes the sentence more negative, "
        "according to a word list. 4 sentences are too few for a rate."
    )
    few["overall"] |= {"flag_rate": 0.3, "n": 4}  # weighted: no whole number of sentences
    assert wording.few_flagged(few) == "1.2"
    assert wording.flagged_text(few).startswith("In 1.2 of 4 sentences")
    assert wording.few_flagged(report()) is None


def test_few_verdicts_of_several_evaluators_are_counted():
    few = report(prompt_set=PromptSet("own", "", prompts().prompts[:4]), rate=1, suite=CLASSIFIERS)
    assert wording.flagged_text(few).startswith(
        "8 of 8 verdicts of 2 evaluators on 4 sentences about people say that"
    )


@pytest.mark.parametrize(
    ("p", "difference", "said"),
    [
        (0.01, 0.1, "Flagged more often"),
        (0.01, -0.1, "Flagged less often"),
        (0.05, 0.1, "No clear change"),
        (None, 0.1, "No clear change"),
    ],
)
def test_a_change_is_clear_where_its_test_says_so(p, difference, said):
    assert headline.change_text({"p": p, "difference": difference}) == said


def test_a_change_that_is_not_clear_stands_with_what_would_have_been_found():
    assert headline._unclear({"p": 0.3, "detectable": 0.042}) == (
        " A difference of 4.2 percentage points would be found with 80% power."
    )
    assert headline._unclear({"p": None, "not_tested": "Only 3."}) == " Only 3."
    assert headline._unclear({"p": 0.01, "detectable": 0.042}) == ""


def test_what_was_not_judged_is_counted():
    found = report()
    found["left_out"] = {"no_completion": 2, "failed": {"a*b": 1, "fine": 0}}
    assert headline._left_out(found) == (
        "Not judged: for 2 sentences the model gave no whole word; a\\*b failed on 1 sentence."
    )


def test_why_an_evaluator_failed_is_shown_with_how_often():
    found = report()
    found["left_out"] = {"no_completion": 0, "failed": {"first": 3, "second": 1}}
    found["by_evaluator"] = {
        "first": {"first_failure": {"reason": "It is too long.", "n": 2}},
        "second": {"first_failure": {"reason": "It is empty.", "n": 1}},
    }
    assert headline._left_out(found) == (
        "Not judged: first failed on 3 sentences, on 2 of them for this reason\\: It is too long; "
        "second failed on 1 sentence\\: It is empty."
    )


def test_a_figure_of_the_most_flagged_groups_says_of_how_many_it_shows_them():
    groups = {f"group {number}": {"flag_rate": number / 100} for number in range(83)}
    groups["not judged"] = {"flag_rate": None}
    found = {"by_group": groups, "most_flagged": list(groups)[:10]}
    assert wording.shown_groups(found).startswith(
        "The figure shows the 10 groups flagged most often, of 83. The highest of many"
    )
    found["most_flagged"] = list(groups)
    assert wording.shown_groups(found) == "The figure shows all 83 groups."
