"""What a second model changes for groups of annotators: tests of a family, and what is said."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from scipy.stats import norm, t

from engine.measures.agreement.changes import _error, change_tests, changes_text, differences
from engine.measures.agreement.influence import Bootstrap, Influence
from tests.engine.measures.agreement import cases

_PEOPLE, _SENTENCES = 10, 20
_NOTHING = pd.Series(dtype=float)


def bootstrap():
    """Draws of 10 annotators in one group and 20 sentences."""
    lines = [
        {"language": "en", "group": "g", "annotator": str(one), "sentence_id": str(sentence)}
        for one in range(_PEOPLE)
        for sentence in range(_SENTENCES)
    ]
    return Bootstrap(pd.DataFrame(lines), draws=20_000)


def change(value, error=0.05):
    """A change whose standard error is that of its sentences alone."""
    signs = np.resize([1.0, -1.0], _SENTENCES)
    sentences = pd.Series(
        error * signs / math.sqrt(_SENTENCES), index=np.arange(_SENTENCES).astype(str)
    )
    people = [f"g\x1f{one}" for one in range(_PEOPLE)]
    return Influence(value, sentences, pd.Series(0.0, index=people), _NOTHING)


def family(*values):
    return change_tests([(change(value), "en") for value in values], bootstrap(), (0.0, 1.0))


def test_a_change_is_tested_by_students_t_of_its_sentences():
    (found,) = family(0.12)
    # A standard error of .05, known from 20 sentences: drawing 20 of them makes it .05 again.
    assert found["p"] == pytest.approx(2 * t.sf(0.12 / 0.05, 19), rel=0.1)
    assert found["p_holm"] == found["p"]
    assert found["side"] == 1
    least = 0.05 * (t.ppf(0.975, 19) + norm.ppf(0.8))
    assert found["detectable"] == pytest.approx(least, rel=0.02)


def test_what_belongs_to_one_answer_is_counted_once():
    # Sentences, annotators and answers vary by 4, 9 and 36 (expected squares):
    # 20 sentences, 10 annotators, each with all 200 answers.
    answer = 36 / 200
    one, two = 4 / 20 + answer, 9 / 10 + answer
    every = answer + 4 / 200 + 9 / 200
    sizes = (np.sqrt(one / 20), np.sqrt(two / 10), np.sqrt(every / 200))
    parts = [pd.Series(np.full(n, size)) for n, size in zip((20, 10, 200), sizes, strict=True)]
    error, freedom = _error(Influence(1.0, *parts))
    assert error**2 == pytest.approx(4 / 20 + 9 / 10 + answer)
    assert freedom == pytest.approx(error**4 / (one**2 / 19 + two**2 / 9))


def test_what_is_clear_alone_is_not_clear_beside_others():
    assert family(-0.12)[0]["side"] == -1
    found = family(-0.12, 0.01, 0.0, -0.01, 0.02)
    first = found[0]
    assert first["interval"][1] < 0
    assert first["p_holm"] == pytest.approx(5 * first["p"])
    assert [one["side"] for one in found] == [0] * 5
    assert first["detectable"] > family(-0.12)[0]["detectable"]


def test_the_same_change_in_every_sentence_is_tested_by_their_signs():
    none = pd.Series(0.0, index=np.arange(_SENTENCES).astype(str))
    alike = Influence(1.0, none, change(0).annotators, _NOTHING)
    (found,) = change_tests([(alike, "en")], bootstrap(), (0.0, 1.0))
    assert found["p"] == pytest.approx(2 * 0.5**_SENTENCES)
    assert found["side"] == 1
    (same,) = change_tests([(alike - alike, "en")], bootstrap(), (0.0, 1.0))
    assert (same["p"], same["side"]) == (1, 0)
    assert 0 < same["detectable"] < 0.5


def test_a_group_of_one_annotator_is_not_tested():
    alone = Influence(0.3, change(0).sentences, change(0).annotators[:1], _NOTHING)
    found = change_tests([(alone, "en"), (change(0.12), "en")], bootstrap(), (0.0, 1.0))
    assert [one["p"] is None for one in found] == [True, False]
    assert found[0] | {"side": 0} == dict.fromkeys(found[0]) | {"side": 0}
    assert found[1]["p_holm"] == found[1]["p"]  # alone in its family


def said(*values, groups=("a", "b", "c")):
    entries = [
        {"group": group, "language": "en", **one}
        for group, one in zip(groups, family(*values), strict=False)
    ]
    return changes_text(entries, "{:.2f}".format)


def test_the_sentence_names_clear_changes_and_the_smallest_of_the_others():
    assert said(0.4, -0.4) == (
        "The second model agrees clearly more with a (English), and clearly less with b "
        "(English) (Holm over 2 groups)."
    )
    assert said(0.4, 0.0, 0.01) == (
        "The second model agrees clearly more with a (English) (Holm over 3 groups). The other "
        "changes are not clear. A change has to be at least 0.17, for the group in the middle, "
        "to be detected with 80% power; smaller ones are not ruled out."
    )
    assert said(0.01) == (
        "No group's score changes clearly. A change has to be at least 0.15 to be detected "
        "with 80% power; smaller ones are not ruled out."
    )


def test_three_sentences_show_no_change_clearly():
    found = differences(cases.agreement(), cases.agreement(), "p_at_1")
    assert changes_text(found, str) == (
        "No group's score changes clearly (Holm over 2 groups). So few annotators and sentences "
        "cannot show any change clearly."
    )
    assert "two annotators" in changes_text([], str)
