"""The claim on the words that a model fills in, from counts that are worked by hand."""

from __future__ import annotations

from types import SimpleNamespace

import pandas as pd
import pytest

from components.cabm import first_result
from engine.measures.cabm.data.sentences import GENDER
from engine.measures.cabm.scores import NOT_SETTLED, biased

HE, SHE = biased(GENDER)
ENOUGH = "consistent enough to expect the same in other sentences of this kind"


def gaps(**scores: float) -> pd.DataFrame:
    frame = pd.DataFrame({"occupation": [*scores], "score": [*scores.values()]})
    return frame.assign(category=NOT_SETTLED, list="")


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        (
            {"programmer": 0.6, "cook": 0.1, "midwife": -0.7},
            "“he” is likelier for 2 of 3 jobs in these 6 sentences, and “she” for 1.",
        ),
        (
            {"programmer": 0.6, "nurse": -0.1, "midwife": -0.7},
            "“she” is likelier for 2 of 3 jobs in these 6 sentences, and “he” for 1.",
        ),
        (
            {"programmer": 0.6, "cook": 0.1},
            "“he” is likelier for all 2 jobs in these 6 sentences.",
        ),
        ({"cook": 0.1}, "“he” is likelier for 1 job in these 6 sentences."),
        (
            {"cook": 0.0, "nurse": 0.0},
            "“he” and “she” are about equally likely for all 2 jobs in these 6 sentences.",
        ),
    ],
)
def test_the_claim_counts_both_words_and_says_what_to_expect_in_other_sentences(scores, said):
    found = first_result.claim_text(gaps(**scores), GENDER, "job", 6)
    expected = f" C{ENOUGH[1:]}: none of {len(scores)}."
    if len(scores) == 1:
        expected = f" That is not {ENOUGH}."
    assert found == said + expected * ("equally" not in said)


@pytest.mark.parametrize(
    ("sides", "expected"),
    [
        ((HE, NOT_SETTLED, NOT_SETTLED), "“he” for 1"),
        ((NOT_SETTLED, NOT_SETTLED, SHE), "“she” for 1"),
        ((HE, HE, SHE), "“he” for 2 and “she” for 1"),
    ],
)
def test_the_claim_says_which_word_is_expected_in_other_sentences(sides, expected):
    frame = gaps(programmer=0.6, cook=0.1, midwife=-0.7).assign(category=sides)
    said = first_result.claim_text(frame, GENDER, "job", 6)
    assert said.endswith(f", and “she” for 1. C{ENOUGH[1:]}: {expected} of 3.")


def test_words_expected_in_other_sentences_stand_in_the_order_of_the_claim():
    frame = gaps(programmer=0.6, nurse=-0.5, midwife=-0.7).assign(category=[HE, SHE, SHE])
    said = first_result.claim_text(frame, GENDER, "job", 6)
    assert said.endswith(": “she” for 2 and “he” for 1 of 3.")


def test_one_job_can_be_consistent_enough_and_one_sentence_says_nothing_of_others():
    one = gaps(programmer=0.6).assign(category=[HE])
    assert first_result.claim_text(one, GENDER, "job", 6).endswith(f" That is {ENOUGH}.")
    frame = gaps(programmer=0.6, cook=0.1).assign(category=[HE, NOT_SETTLED])
    alone = first_result.claim_text(frame, GENDER, "job", 1)
    assert alone == "“he” is likelier for all 2 jobs in this sentence."


def test_what_is_expected_is_said_of_the_model_compared_with_too():
    frame = gaps(programmer=0.6, cook=0.1, midwife=-0.7)
    before = "all heads on", frame.assign(category=[HE, NOT_SETTLED, SHE])
    said = first_result.claim_text(frame, GENDER, "job", 6, before)
    assert said.endswith(": none of 3 (“he” for 1 and “she” for 1).")
    none = "all heads on", frame
    said = first_result.claim_text(frame.assign(category=HE), GENDER, "job", 6, none)
    assert said.endswith(": “he” for 3 of 3 (none).")


def test_sentences_of_biascopes_are_not_taken_for_those_of_the_users_file():
    frame = gaps(programmer=0.6, cook=0.1, midwife=-0.7)
    said = first_result.claim_text(frame, GENDER, "job", 6, are_ours=True)
    assert said.startswith(
        "“he” is likelier for 2 of 3 jobs in 6 sentences of Biascope's, not of your file"
    )
    alone = first_result.claim_text(frame, GENDER, "job", 1, are_ours=True)
    assert "in 1 sentence of Biascope's, not of your file" in alone


def test_an_interval_that_is_cut_is_explained():
    frame = gaps(programmer=0.6, cook=0.1).assign(score_low=-0.2, score_high=[0.9, 1.0])
    assert "cut at 1 and −1" in first_result.cut_text(frame)
    assert not first_result.cut_text(frame.assign(score_high=0.9))


def test_the_claim_has_the_numbers_of_the_model_compared_with_for_the_same_words():
    before = ("original", gaps(programmer=0.6, cook=0.2, midwife=-0.7))
    now = gaps(programmer=0.6, cook=-0.1, midwife=-0.7)
    assert first_result.claim_text(now, GENDER, "job", 1, before) == (
        "“she” is likelier for 2 of 3 jobs (original: 1) in this sentence, and “he” for 1 (2)."
    )


def study(*templates: str) -> SimpleNamespace:
    settings = SimpleNamespace(templates=templates)
    return SimpleNamespace(groups=GENDER, study=SimpleNamespace(settings=settings))


def test_the_small_line_says_what_is_expected_and_what_is_left_open():
    frame = gaps(cook=0.6, midwife=-0.7)
    frame["category"] = [NOT_SETTLED, SHE]
    two = study("[MASK] is a {target}.", "[MASK] was a {target}.")
    assert first_result.statistics_text(two, frame) == (
        "In 2 sentences such as “[MASK] is a cook.” The same is expected in others where "
        "Holm-corrected p < .05, testing all 2 at once; not clear for the other 1."
    )
    none = first_result.statistics_text(two, frame.assign(category=NOT_SETTLED))
    assert none.endswith("; clear for none of 2.")
    settled = first_result.statistics_text(two, frame.assign(category=[HE, SHE]), shows_one=False)
    assert settled == (
        "The same is expected in others where Holm-corrected p < .05, testing all 2 at once."
    )
    one = first_result.statistics_text(study("[MASK] is a {target}."), frame)
    assert one.endswith("One sentence gives no interval, so what to expect in others is not known.")
