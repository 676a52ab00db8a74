"""The lab's sentences: articles agree, one pronoun each, and none in both halves."""

from __future__ import annotations

import re

import pytest

from engine.lab.table import bundled_table
from engine.lab.templates import FEMALE, MALE, PRONOUNS, LabTemplate, article, bundled

WORDS = {"he", "him", "his", "she", "her", "hers", "himself", "herself"}


def words(text):
    return re.findall(r"[a-z]+", text.lower())


@pytest.mark.parametrize(
    ("occupation", "expected"),
    [
        ("nurse", "a"),
        ("engineer", "an"),
        ("attendant", "an"),
        ("usher", "an"),
        ("university lecturer", "a"),
        ("user researcher", "a"),
        ("European commissioner", "a"),
        ("one-man band", "a"),
        ("honorary consul", "an"),
        ("hotel clerk", "a"),
        ("CEO", "a"),
        ("MP", "an"),
        ("HR manager", "an"),
        ("IT specialist", "an"),
        ("UX designer", "a"),
        ("Éclair baker", "an"),
    ],
)
def test_the_article_follows_the_first_sound(occupation, expected):
    assert article(occupation) == expected


def test_every_article_in_the_bundled_sentences_agrees():
    for occupation in bundled_table():
        for template in (*bundled().training, *bundled().held_out):
            text = template.sentence(occupation, MALE).text
            for found in re.finditer(rf"\b(an?) {re.escape(occupation)}", text, re.IGNORECASE):
                assert found[1].lower() == article(occupation), text


def test_there_are_twenty_templates_or_more_with_all_three_kinds_of_pronoun():
    training = bundled().training
    assert len(training) >= 20
    assert len({template.text for template in training}) == len(training)
    for templates in (training, bundled().held_out):
        kinds = {template.pronouns[0].lower() for template in templates}
        assert kinds == set(PRONOUNS)


@pytest.mark.parametrize("gender", [MALE, FEMALE])
def test_a_sentence_has_one_pronoun_and_one_occupation(gender):
    for template in (*bundled().training, *bundled().held_out):
        for variant in range(min(3, template.variants())):
            sentence = template.sentence("construction worker", gender, variant)
            assert sum(word in WORDS for word in words(sentence.text)) == 1, sentence.text
            assert sentence.text.count("construction worker") == 1
            assert sentence.text[slice(*sentence.named)] == "construction worker"
            assert sentence.pronoun == template.pronouns[gender == FEMALE]
            assert "{" not in sentence.text
            assert sentence.text[0].isupper()
            assert sentence.text.endswith(".")


def test_both_genders_of_a_sentence_differ_in_the_pronoun_alone():
    for template in bundled().training:
        one, other = (template.sentence("nurse", gender, 1) for gender in (MALE, FEMALE))
        assert one.text[: one.start] == other.text[: other.start]
        assert one.text[one.stop :] == other.text[other.stop :]


def test_variants_are_different_sentences():
    for template in bundled().training:
        made = {
            template.sentence("cook", MALE, number).text for number in range(template.variants())
        }
        assert len(made) == template.variants()


def test_nothing_held_out_is_trained_on():
    def frame(template):
        return re.sub(r"\{\w+\}", "*", template.text.replace("{a}", "a")).lower()

    training = {frame(template) for template in bundled().training}
    assert not training & {frame(template) for template in bundled().held_out}


def test_hiding_leaves_one_mask_and_no_pronoun():
    for template in bundled().held_out:
        hidden = template.masked("attendant")
        assert hidden.count("[MASK]") == 1
        assert not WORDS & set(words(hidden.replace("[MASK]", "")))
    assert LabTemplate("{He} is {a} {occupation}.").masked("auditor") == "[MASK] is an auditor."


def test_neutral_sentences_hold_the_occupation_and_no_pronoun():
    for template in bundled().neutral:
        text = template.neutral("engineer")
        assert "engineer" in text
        assert not WORDS & set(words(text))
        assert " a engineer" not in text
