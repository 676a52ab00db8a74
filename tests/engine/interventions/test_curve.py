"""The curve of a steering vector: strengths of the slider, what is asked, and what it costs."""

from __future__ import annotations

import pytest

from engine.core.errors import InputTextError
from engine.core.interventions import Interventions, SteeringVector
from engine.core.spec import ModelSpec
from engine.flow.asking import Measurement
from engine.interventions.curve import (
    FAR_END,
    POSITIONS,
    Curve,
    everyday_count,
    everyday_right,
    is_too_weak,
    nearest_to_even,
    position_at,
    strength_at,
)
from engine.measures.health.check import cloze_probes

VECTOR = SteeringVector("gender", "mean-difference", 2, "a" * 64, 1.0)
OTHER = SteeringVector("race", "mean-difference", 1, "b" * 64, 0.5)
TEXT = "The nurse said that [MASK] was tired."


def spec(*steered):
    return ModelSpec("model", "revision", interventions=Interventions(steered=steered))


def asked(*words):
    return Curve.of(spec(), VECTOR, TEXT, words or ("she", "he"))


def test_the_left_end_is_the_model_as_it_is_and_the_right_end_the_far_one():
    assert str(strength_at(0.0)) == "0.0"
    assert strength_at(0.2) == -0.06
    assert strength_at(1.0) == FAR_END
    strengths = [strength_at(at) for at in POSITIONS]
    assert strengths == sorted(strengths, reverse=True)


def test_a_strength_has_its_position_back_and_none_beyond_the_ends():
    assert [position_at(strength_at(at)) for at in POSITIONS] == list(POSITIONS)
    assert position_at(strength_at(0.35)) == 0.35
    assert position_at(0.5) is None
    assert position_at(-2.0) is None


def test_a_model_is_steered_by_the_vector_once_and_by_others_as_before():
    curve = Curve.of(spec(VECTOR, OTHER), VECTOR, TEXT, ("she",))
    assert curve.spec_at(0.0) == spec(OTHER)
    strengths = {one.concept: one.strength for one in curve.spec_at(-0.2).interventions.steered}
    assert strengths == {"race": 0.5, "gender": -0.2}
    assert asked().spec_at(0.0).is_original


def test_a_point_has_the_words_of_the_first_blank_and_the_count():
    targets = [
        {"word": "she", "mask": 1, "probability": 0.5},
        {"word": "he", "mask": 1, "probability": None},
        {"word": "she", "mask": 2, "probability": 0.9},
    ]
    seen = []

    def ask(name, spec, items, params):
        seen.append((name, spec.interventions.steered[0].strength, items, params["targets"]))
        return Measurement([{"targets": targets}], {"spec": {}})

    point = asked().point(-0.06, ask, lambda spec: everyday_count() // 2)
    assert seen == [("completion", -0.06, [{"text": TEXT}], ["she", "he"])]
    assert point.words == {"she": 0.5, "he": None}
    assert (point.share, point.n) == (0.5, 40)
    assert point.interval[0] < 0.5 < point.interval[1]
    uncounted = asked().point(-0.06, ask, lambda spec: None)
    assert (uncounted.share, uncounted.interval) == (None, None)


def test_everyday_sentences_are_counted_by_their_accepted_answers():
    right = [probe.answers[0] for probe in cloze_probes()]
    said = [right[0], "nonsense", *right[2:]]

    def ask(name, spec, items, params):
        assert (name, params, len(items)) == ("completion", {"top_k": 1}, 40)
        return Measurement([{"predictions": [[{"word": word}]]} for word in said], {})

    assert everyday_right(ask, spec()) == 39


def test_below_the_limit_of_the_health_check_a_model_is_too_weak():
    assert is_too_weak(9 / 40)
    assert not is_too_weak(10 / 40)


def test_the_first_of_those_nearest_to_even_counts():
    assert nearest_to_even([0.4, -0.1, 0.1, -0.8], [0.8, 0.8, None, 0.8]) == 1


def test_words_that_have_vanished_from_a_weak_model_are_not_even():
    assert nearest_to_even([0.4, -0.1, 0.0], [0.8, 0.8, 0.1]) == 1
    assert nearest_to_even([0.4, -0.1, 0.0], [0.1, 0.1, 0.1]) == 2


@pytest.mark.parametrize(
    ("text", "words", "said"),
    [("No blank.", ("she",), "has no blank; write"), (TEXT, (), "at least one word")],
)
def test_a_sentence_without_a_blank_or_words_is_refused(text, words, said):
    with pytest.raises(InputTextError, match=said):
        Curve.of(spec(), VECTOR, text, words)
