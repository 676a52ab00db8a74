"""The claim on the words that a model fills in, from counts that are worked by hand."""

from __future__ import annotations

from types import SimpleNamespace

import pandas as pd
import pytest

from components.cabm import first_result
from engine.measures.cabm.data.sentences import GENDER
from engine.measures.cabm.scores import NOT_SETTLED, biased

HE, SHE = biased(GENDER)


def gaps(**scores: float) -> pd.DataFrame:
    frame = pd.DataFrame({"occupation": [*scores], "score": [*scores.values()]})
    return frame.assign(category=NOT_SETTLED, list="")


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        (
            {"programmer": 0.6, "cook": 0.1, "midwife": -0.7},
            "“he” is likelier for 2 of 3 jobs, most for programmer; “she” for 1, most for midwife.",
        ),
        (
            {"programmer": 0.6, "nurse": -0.1, "midwife": -0.7},
            "“she” is likelier for 2 of 3 jobs, most for midwife; “he” for 1, most for programmer.",
        ),
        (
            {"programmer": 0.6, "cook": 0.1},
            "“he” is likelier for all 2 jobs, most for programmer, least for cook.",
        ),
        ({"cook": 0.1}, "“he” is likelier for 1 job, most for cook."),
        ({"cook": 0.0, "nurse": 0.0}, "“he” and “she” are about equally likely for all 2 jobs."),
    ],
)
def test_the_claim_counts_both_words_and_names_the_ends(scores, said):
    assert first_result.claim_text(gaps(**scores), GENDER, "job") == said


def test_the_claim_has_the_numbers_of_the_model_compared_with_for_the_same_words():
    before = ("original", gaps(programmer=0.6, cook=0.2, midwife=-0.7))
    now = gaps(programmer=0.6, cook=-0.1, midwife=-0.7)
    assert first_result.claim_text(now, GENDER, "job", before) == (
        "“she” is likelier for 2 of 3 jobs (original: 1), most for midwife; “he” for 1 (2), most "
        "for programmer."
    )


def study(*templates: str) -> SimpleNamespace:
    settings = SimpleNamespace(templates=templates)
    return SimpleNamespace(groups=GENDER, study=SimpleNamespace(settings=settings))


def test_the_small_line_says_how_many_hold_beyond_these_sentences():
    frame = gaps(cook=0.6, midwife=-0.7)
    frame["category"] = [NOT_SETTLED, SHE]
    two = study("[MASK] is a {target}.", "[MASK] was a {target}.")
    assert first_result.statistics_text(two, frame) == (
        "In 2 sentences such as “[MASK] is a cook.” Clear beyond these, testing all 2 "
        "at once: “he” for 0, “she” for 1 (Holm-corrected p < .05)."
    )
    one = first_result.statistics_text(study("[MASK] is a {target}."), frame)
    assert one.endswith("One sentence gives no interval, so nothing is clear beyond it.")


def test_words_are_counted_over_all_sentences():
    words = pd.DataFrame({"word_1": ["he", "she", "he"]})
    assert first_result.counts(words) == [("he", 2), ("she", 1)]
    said = "“he” is the most likely word in 2 of 3 sentences."
    assert first_result.most_filled_in(words) == said
