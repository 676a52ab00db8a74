"""The claim of the Pairs page: one sentence, which says no more than the test found."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from components.frame.shell.model_bar import Subject
from components.frame.widgets.result import LONGEST_TITLE
from components.pairs import claim
from engine.core.spec import HeadRef, ModelSpec
from tests.engine.measures.pairs.pair_values import share_of

PREFERS = "The model prefers the stereotyping sentence in"


@pytest.mark.parametrize(
    ("summary", "said"),
    [
        (share_of(150, 200), f"{PREFERS} 75.0% of 200 pairs, clearly over half"),
        (share_of(50, 200), f"{PREFERS} 25.0% of 200 pairs, clearly under half"),
        (share_of(106, 200), f"{PREFERS} 53.0% of 200 pairs: no clear preference"),
        (
            share_of(3, 6),
            f"{PREFERS} 3 of 6 pairs: too few pairs to tell whether it prefers either",
        ),
        (share_of(1, 1), f"{PREFERS} 1 of 1 pair: too few pairs to tell whether it prefers either"),
        (share_of(0, 20, ties=20), "Each of 20 pairs is a tie: the model prefers neither sentence"),
        (
            share_of(1, 300, ties=296),
            "296 of 300 pairs are ties; the model prefers the stereotyping sentence in 1 of the "
            "other 4: no clear preference",
        ),
    ],
)
def test_a_claim_gives_the_share_and_whether_it_is_clear(summary, said):
    assert claim.claim_text(summary) == said


FEW = share_of(26, 30) | {"word_pairs": 1, "interval": None}


@pytest.mark.parametrize(
    ("summary", "words", "reason"),
    [
        (FEW, ("he", "she"), "all of them swap “he” and “she”"),
        (FEW, ("*he*", "she"), r"all of them swap “\*he\*” and “she”"),
        (FEW, (), "all of them swap the same words"),
        (FEW | {"word_pairs": 3}, (), "they swap only 3 pairs of words"),
    ],
)
def test_a_share_of_the_same_few_words_says_why_it_is_no_preference(summary, words, reason):
    assert claim.claim_text(summary, words) == (
        f"{PREFERS} 86.7% of 30 pairs, but {reason}, so nothing follows for other words"
    )


def test_the_small_line_has_no_test_of_the_same_few_words():
    choice = SimpleNamespace(variant="cps", mode="own", clean_only=False)
    scored = SimpleNamespace(summary=FEW | {"problems": 0}, choice=choice)
    assert (
        claim.statistics_text(scored)
        .replace("\N{NO-BREAK SPACE}", " ")
        .startswith(
            "50% is neutral · too few word pairs for an interval or a test · "
            "n = 30 pairs (all with one pair of words) · "
        )
    )


def test_the_claim_of_a_public_set_fits_a_screen_of_the_stage():
    assert len(claim.claim_text(share_of(910, 1508))) <= LONGEST_TITLE


CHANGE = {
    "n": 200,
    "preferred_first": 120,
    "preferred_second": 100,
    "score_change_interval": [-15.0, -5.0],
    "mcnemar_p": 0.001,
    "distance_change": -10.0,
    "distance_interval": [-15.0, -5.0],
    "distance_p": 0.001,
}
UNCLEAR = {"mcnemar_p": 0.3, "score_change_interval": [-15.0, 5.0], "distance_p": 0.3}
MASKED = ModelSpec("bundled", "sha256:0", masked_heads=(HeadRef(0, 0), HeadRef(1, 1)))


def subject(spec: ModelSpec, label: str) -> Subject:
    return Subject(spec, label, None)  # its facts are not read


@pytest.mark.parametrize(
    ("change", "verdict"),
    [
        ({}, "clearly less often, and clearly nearer to 50%"),
        ({"distance_p": 0.3}, "clearly less often, but not clearly further from or nearer to 50%"),
        (
            {"score_change_interval": [5.0, 15.0], "distance_interval": [5.0, 15.0]},
            "clearly more often, and clearly further from 50%",
        ),
        (UNCLEAR, "no clear difference"),
    ],
)
def test_a_mask_is_compared_in_one_sentence_with_both_values(change, verdict):
    before = subject(MASKED.unmasked(), "all heads on")
    said = claim.change_claim({**CHANGE, **change}, subject(MASKED, "2 heads switched off"), before)
    assert said == (
        "With 2 heads switched off, the model prefers the stereotyping sentence in 50.0% of 200 "
        f"pairs; with all heads on, in 60.0%: {verdict}"
    )


def test_two_models_are_named_and_their_names_are_no_markup():
    other = replace(MASKED.unmasked(), checkpoint="other")
    said = claim.change_claim(CHANGE, subject(MASKED, "a *b*"), subject(other, "other"))
    assert said.startswith(
        r"a \*b\* prefers the stereotyping sentence in 50.0% of 200 pairs, other in 60.0%: "
    )


def test_few_pairs_are_counted():
    few = {**CHANGE, "n": 6, "preferred_first": 2, "preferred_second": 3}
    said = claim.change_claim(few, subject(MASKED, ""), subject(MASKED.unmasked(), ""))
    assert said.endswith(
        "in 3 of 6 pairs; with all heads on, in 2: too few pairs to tell whether the two differ"
    )


def test_few_pairs_that_are_compared_have_no_statistics():
    choice = SimpleNamespace(variant="cps", mode="own", clean_only=False)
    few = {**CHANGE, "n": 6, "score_change": 16.7}
    said = claim.change_statistics(few, SimpleNamespace(choice=choice))
    assert said.startswith("n\N{NO-BREAK SPACE}= 6 pairs · ")
    assert "points" not in said


def test_a_change_says_what_is_taken_from_what():
    choice = SimpleNamespace(variant="cps", mode="own", clean_only=False)
    comparison = {**CHANGE, "score_change": -10.0}
    said = claim.change_statistics(comparison, SimpleNamespace(choice=choice))
    said = said.replace("\N{NO-BREAK SPACE}", " ")
    assert said.startswith("This model minus the other: −10.0 points · 95% CI [−15.0, −5.0] · ")


def test_a_change_that_only_its_interval_or_its_test_finds_says_so():
    choice = SimpleNamespace(variant="cps", mode="own", clean_only=False)
    comparison = {**CHANGE, "score_change": -2.3}
    agree = claim.change_statistics(comparison, SimpleNamespace(choice=choice))
    assert "disagree" not in agree
    for one in (
        {"score_change_interval": [-3.9, -0.6], "mcnemar_p": 0.07},
        {"score_change_interval": [-3.9, 0.6], "mcnemar_p": 0.03},
    ):
        assert claim.change_verdict({**comparison, **one, "distance_p": 0.3}) == (
            "no clear difference"
        )
        said = claim.change_statistics({**comparison, **one}, SimpleNamespace(choice=choice))
        assert (
            " · interval and test disagree; a change is called clear only if both find it · n"
        ) in said


def test_a_share_whose_interval_alone_excludes_a_half_says_that_the_test_decides():
    choice = SimpleNamespace(variant="cps", mode="own", clean_only=False)
    told = "the interval just excludes 50%, the test decides"
    for summary, says in ((share_of(116, 204), True), (share_of(150, 200), False)):
        scored = SimpleNamespace(summary=summary | {"problems": 0}, choice=choice)
        assert (told in claim.statistics_text(scored)) is says
