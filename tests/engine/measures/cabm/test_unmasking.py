from __future__ import annotations

import math

import numpy as np
import pytest

from engine.core.errors import InputTextError
from engine.core.mask_token import masks_in
from engine.measures.cabm.data.sentences import GENDER, FramedSet, parse_groups
from engine.measures.cabm.data.sets import BUNDLED
from engine.measures.cabm.unmasking import (
    SLOT,
    TEMPLATES,
    check_templates,
    fill_target,
    first_words,
    gap_tests,
    has_bundled_only,
    published_templates,
    templates_for,
    unmasking_items,
    unmasking_params,
    unmasking_table,
    with_slot,
)
from engine.measures.completion.completions import completions


@pytest.mark.parametrize(
    ("name", "templates", "said"),
    [
        ("sentences.csv", TEMPLATES, True),
        ("sentences.csv", TEMPLATES[:1], True),
        ("sentences.csv", ("[MASK] is my {target}.",), False),
        ("sentences.csv", (), False),
        (BUNDLED, TEMPLATES, False),
    ],
)
def test_the_users_own_targets_can_be_asked_for_in_bundled_templates(name, templates, said):
    data = FramedSet(name, name, GENDER, (), {})
    assert has_bundled_only(data, templates) is said


def value(**probabilities):
    return {
        "targets": [
            {"word": word, "probability": probability}
            for word, probability in probabilities.items()
        ]
    }


def test_bundled_templates_hide_one_subject_and_name_one_target():
    check_templates(TEMPLATES)
    assert len(set(TEMPLATES)) >= 5
    assert all(masks_in(template) == 1 and SLOT in template for template in TEMPLATES)


def test_an_article_fits_its_target():
    assert fill_target("[MASK] is a {target}.", "engineer") == "[MASK] is an engineer."
    assert fill_target("[MASK] is an {target}.", "nurse") == "[MASK] is a nurse."
    assert fill_target("The {target} met [MASK].", "engineer") == "The engineer met [MASK]."


def test_the_bundled_and_the_published_templates_are_for_gendered_pronouns_only():
    assert templates_for(GENDER) == TEMPLATES
    assert published_templates(GENDER) == ("[MASK] is a {target}.",)
    age = parse_groups("a=young;b=old")
    assert templates_for(age) == published_templates(age) == ()


@pytest.mark.parametrize(
    "templates", [("[MASK] is it.", "[MASK] is a {target}."), ("He is a {target}.",) * 2]
)
def test_templates_without_both_places_are_refused(templates):
    with pytest.raises(InputTextError, match=r"one \[MASK\] and one"):
        check_templates(templates)


def test_one_template_has_a_gap_and_no_interval():
    check_templates(TEMPLATES[:1])
    values = [value(He=0.5, She=0.25)]
    (nurse,) = unmasking_table(["nurse"], TEMPLATES[:1], GENDER, values).to_dict("records")
    assert nurse["unmasking"] == 0.25
    assert math.isnan(nurse["low"])
    assert math.isnan(nurse["high"])


def test_a_slot_may_be_called_occupation():
    assert with_slot(["[MASK] is a {occupation}."]) == ("[MASK] is a {target}.",)


def test_the_first_two_words_of_each_template_are_kept():
    def said(*words):
        found = [
            {"word": word, "probability": 0.5 / place} for place, word in enumerate(words, start=1)
        ]
        return {"predictions": [found], "targets": []}

    values = [said("he", "she"), said("she", "it"), said("it", "he"), said("he", "it")]
    found = first_words(["nurse", "cook"], TEMPLATES[:2], values)
    assert found["occupation"].tolist() == ["nurse", "nurse", "cook", "cook"]
    assert found["template"].tolist() == [*TEMPLATES[:2]] * 2
    assert found["word_1"].tolist() == ["he", "she", "it", "he"]
    assert found["word_2"].tolist() == ["she", "it", "he", "it"]
    assert found["probability_2"].tolist() == [0.25] * 4


def test_unmasking_by_hand():
    # A hidden word at the start is asked for with a capital, elsewhere without.
    templates = ("[MASK] is a {target}.", "The {target} said [MASK] slept.")
    values = [
        value(he=0.9, she=0.9, He=0.5, She=0.25),
        value(he=0.2, she=0.4, He=0.9, She=0.9),
        value(he=0.9, she=0.9, He=0.1, She=0.1),
        value(he=0.3, she=0.3, He=0.9, She=0.9),
    ]
    found = unmasking_table(["nurse", "doctor"], templates, GENDER, values).to_dict("records")
    nurse, doctor = found
    assert nurse["p_first"] == pytest.approx(0.35)
    assert nurse["p_second"] == pytest.approx(0.325)
    assert nurse["unmasking"] == pytest.approx(0.025)
    assert (nurse["low"], nurse["high"]) == (-1, 1), "two templates say nothing about a third"
    assert nurse["log_odds"] == pytest.approx((math.log(2) + math.log(0.5)) / 2)
    assert doctor["unmasking"] == doctor["log_odds"] == 0
    # Gaps of .25 and -.2: t = .025 / .225 = 1/9 with one degree of freedom. Log-odds of ln 2 and
    # ln 1/2 have a mean of 0, and the larger p, 1. Gaps of 0 and 0 have no test.
    assert nurse["gap_p_holm"] == pytest.approx(1)
    assert math.isnan(doctor["gap_p_holm"])


def test_the_test_of_a_gap_is_the_larger_of_two_corrected_for_all_targets():
    # Gaps of .2 and .3: t = .25 / .05 = 5, p = 1 - 2 atan(5) / pi = .1257. Log-odds of
    # ln 5/3 = .5108 and ln 5/2 = .9163: t = .7136 / .2027 = 3.52, p .1762. The other occupation
    # has gaps of .2 and -.2, p 1; Holm doubles the smaller p.
    asked = np.array([[[0.5, 0.3], [0.5, 0.2]], [[0.5, 0.3], [0.3, 0.5]]])
    odds = math.log(5 / 3), math.log(5 / 2)
    p = 1 - 2 * math.atan((odds[0] + odds[1]) / (odds[1] - odds[0])) / math.pi
    assert p == pytest.approx(0.1762, abs=1e-4)
    assert gap_tests(asked) == pytest.approx([2 * p, 1])


def test_without_targets_there_is_no_gap():
    assert unmasking_table([], TEMPLATES, GENDER, []).empty


@pytest.mark.parametrize("family", ["bert", "roberta", "xlm-roberta"])
def test_the_completion_measure_answers_it(family, masked_lm):
    targets = ["nurse", "engineer"]
    items = unmasking_items(targets, TEMPLATES)
    assert len(items) == 12
    values = completions(masked_lm(family), items, unmasking_params(GENDER))
    found = unmasking_table(targets, TEMPLATES, GENDER, values)
    assert found["occupation"].tolist() == targets
    assert (found["low"] <= found["unmasking"]).all()
    assert (found["unmasking"] <= found["high"]).all()
    assert ((found["p_first"] > 0) & (found["p_first"] < 1)).all()
