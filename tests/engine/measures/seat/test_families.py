"""Sentences that put the same word into different frames are one unit of SEAT's inference."""

from __future__ import annotations

import json
import math
from types import SimpleNamespace

import numpy as np
import pytest

from engine.core.families import MASKED
from engine.measures.seat.association import (
    detectable_effect,
    detectable_over_families,
    effect_interval,
    effect_interval_over_families,
    family_permutation_test,
    permutation_test,
)
from engine.measures.seat.column import column as seat_column
from engine.measures.seat.measure import association_tests, seat_params
from engine.words.association_tests import AssociationTest
from engine.words.families import families

# Each word of four in two frames: sentences are ±0.1 about their word.
WORDS = np.array([0.4, 0.2, 0.3, 0.1, 0.0, -0.2, -0.1, 0.1])
SENTENCES = np.repeat(WORDS, 2) + np.tile([0.1, -0.1], 8)
OWNERS = np.repeat(np.arange(8), 2)


def named(*words: str) -> tuple[str, ...]:
    return tuple(f"{frame} {word}." for word in words for frame in ("This is", "There is"))


def case(x: tuple[str, ...], y: tuple[str, ...]) -> AssociationTest:
    return AssociationTest(x, y, ("a career", "business"), ("a family", "wedding"))


def test_sentences_are_of_one_family_if_only_the_frame_or_the_number_differs():
    texts = [
        "This is an iris.",
        "Those are irises.",
        "An aster is a thing.",
        "The asters are here.",
        "This is a knife.",
        "They are knives.",
        "That is a woman.",
        "These are women.",
    ]
    assert families(texts) == [0, 0, 1, 1, 2, 2, 3, 3]


def test_single_words_and_other_sentences_are_families_of_their_own():
    assert families(["her", "hers", "John is an engineer.", "Paul is an engineer."]) == [0, 1, 2, 3]
    # Beside nothing but the frame there is no word that two texts could share.
    assert families(["This is it.", "That is it."]) == [0, 1]


def test_the_interval_over_families_is_that_of_their_means_in_units_of_sentences():
    # Deviations of words about the means .25 and -.05: ±.15, ±.05 in both sets. Squares .05 a set,
    # so the variance of words is .1 / 6, and that of sentences (2 · .1 + 16 · .01) / 14.
    ratio = math.sqrt((0.1 / 6) / (0.36 / 14))
    plain = effect_interval(WORDS, 4)
    found = effect_interval_over_families(SENTENCES, OWNERS, 8)

    def delta(d: float) -> float:
        return d / math.sqrt(1 - d**2 / 4)

    assert [delta(bound) for bound in found] == pytest.approx(
        [ratio * delta(bound) for bound in plain]
    )
    narrow = effect_interval(SENTENCES, 8)
    assert found[1] - found[0] > 1.1 * (narrow[1] - narrow[0])


def test_families_of_one_target_each_are_targets():
    alone = np.arange(8)
    assert effect_interval_over_families(WORDS, alone, 4) == pytest.approx(
        effect_interval(WORDS, 4)
    )
    assert detectable_over_families(WORDS, alone, 4) == pytest.approx(detectable_effect(4, 4))


def test_families_stay_together_in_the_permutation_test():
    test = family_permutation_test(SENTENCES, OWNERS, 8, seed=0)
    assert test == permutation_test(WORDS, 4, seed=0)
    assert test.n_permutations == math.comb(8, 4)
    assert test.p_value > permutation_test(SENTENCES, 8, seed=0).p_value


def test_fewer_than_six_families_have_no_interval():
    few = np.repeat(np.arange(5), 2)
    assert effect_interval_over_families(SENTENCES[:10], few, 4) is None
    six = np.repeat(np.arange(6), 2)
    assert effect_interval_over_families(SENTENCES[:12], six, 6) is not None


def test_a_measured_test_counts_words_and_says_so(masked_lm):
    test = case(named("doctor", "nurse", "teacher"), named("man", "woman", "friend"))
    (found,) = association_tests(masked_lm("bert"), [test.item()], seat_params("mean"))
    assert found["sizes"]["x"] == 6
    assert found["families"] == {"x": 3, "y": 3}
    assert found["n_permutations"] == 20
    assert found["interval"] is not None
    assert any("put 3 + 3 words into frames" in text for text in found["warnings"])


def test_too_few_words_are_said_in_place_of_an_interval(masked_lm):
    test = case(named("doctor", "nurse"), named("man", "woman"))
    (found,) = association_tests(masked_lm("bert"), [test.item()], seat_params("mean"))
    assert found["interval"] is None
    assert any("No interval: it needs at least 6 words." in text for text in found["warnings"])


def test_columns_of_models_are_compared_by_word(masked_lm, tmp_path):
    sets = zip(
        ("targ1", "targ2", "attr1", "attr2"),
        (named("doctor", "nurse"), named("man", "woman", "friend"), ["a career"], ["a family"]),
        strict=True,
    )
    path = tmp_path / "sentences.jsonl"
    parts = {name: {"category": name, "examples": list(texts)} for name, texts in sets}
    path.write_text(json.dumps(parts), encoding="utf-8")
    column = seat_column(f"{path}:mean")
    test = AssociationTest(*(tuple(part["examples"]) for part in parts.values()))
    values = association_tests(masked_lm("bert"), [test.item()], seat_params("mean"))
    reading = column.read(lambda *_: SimpleNamespace(values=values), None, MASKED, 0)
    assert reading.detail["clusters"] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert len(reading.parts) == 10
    # Columns of words have cells as before; those of sentences are worked out again.
    assert (column.interval_version, seat_column("gender").interval_version) == (2, 1)


def test_only_a_test_of_sentences_in_families_is_another_item():
    assert case(named("doctor", "nurse"), ("man", "woman")).item()["families"]
    assert "families" not in case(("doctor", "nurse"), ("man", "woman")).item()
