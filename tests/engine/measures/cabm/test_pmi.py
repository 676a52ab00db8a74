from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.measures.cabm.data.cooccurrence import TargetCount, cooccurrences
from engine.measures.cabm.data.sentences import GENDER
from engine.measures.cabm.pmi import EQUAL, PROPORTIONAL, pmi
from tests.engine.measures.cabm.cases import COUNTS


def test_pmi_by_hand_without_smoothing():
    # P(he, nurse) = 8/1000, P(he) = 200/1000, P(nurse) = 40/1000: exactly as by chance.
    found = pmi(COUNTS, "nurse", alpha=0)
    assert found.first == pytest.approx(math.log2(0.008 / (0.2 * 0.04))) == 0
    # P(she, nurse) = 16/1000, P(she) = 100/1000: four times as often as by chance.
    assert found.second == pytest.approx(math.log2(0.016 / (0.1 * 0.04))) == 2
    assert found.bias == pytest.approx(-2)


def test_smoothing_by_hand():
    # equal: 8 + 1 and 16 + 1 sentences, the groups being 2 : 1
    assert pmi(COUNTS, "nurse", 1, EQUAL).bias == pytest.approx(math.log2(9 / 17) - 1)
    # proportional: 8 + 4/3 and 16 + 2/3
    expected = math.log2((8 + 4 / 3) / (16 + 2 / 3)) - 1
    assert pmi(COUNTS, "nurse", 1, PROPORTIONAL).bias == pytest.approx(expected)


def test_a_target_never_seen_has_no_bias_unless_pseudo_counts_are_dealt_equally():
    assert pmi(COUNTS, "baker", 1, PROPORTIONAL).bias == pytest.approx(0)
    assert pmi(COUNTS, "baker", 1, EQUAL).bias == pytest.approx(-1)


def test_a_zero_without_smoothing_has_no_logarithm():
    found = pmi(COUNTS, "baker", alpha=0)
    assert found.bias is None
    assert found.interval is None


def test_a_target_that_was_not_counted_has_no_pmi_and_case_does_not_matter():
    assert pmi(COUNTS, "pilot") is None
    assert pmi(COUNTS, "NURSE") == pmi(COUNTS, "nurse")


def test_the_interval_narrows_with_the_counts():
    counts = replace(COUNTS, targets={"a": TargetCount(40, 8, 16), "b": TargetCount(400, 80, 160)})
    few, many = (pmi(counts, target, alpha=0) for target in "ab")
    assert few.bias == pytest.approx(many.bias)
    assert few.interval[0] < many.interval[0] < many.bias < many.interval[1] < few.interval[1]
    half = 1.959964 * math.sqrt(1 / 8 + 1 / 16) / math.log(2)
    assert few.interval[1] - few.bias == pytest.approx(half)


def test_parameters_that_cannot_be_are_refused():
    with pytest.raises(ValueError, match="cannot be"):
        pmi(COUNTS, "nurse", alpha=-1)
    with pytest.raises(ValueError, match="cannot be"):
        pmi(COUNTS, "nurse", smoothing="none")


WORDS = ("he", "she", "nurse", "doctor", "rain")


@given(st.lists(st.sets(st.sampled_from(WORDS), min_size=1), min_size=1, max_size=40))
def test_a_second_implementation_agrees(corpus):
    """Probabilities taken from the sentences themselves, without the table of counts."""
    size = len(corpus)

    def share(*words):
        return sum(set(words) <= sentence for sentence in corpus) / size

    if not share("he") or not share("she"):
        return
    counts = cooccurrences([" ".join(sorted(s)) for s in corpus], ["nurse"], GENDER, "c")
    found = pmi(counts, "nurse", alpha=0)
    for value, word in ((found.first, "he"), (found.second, "she")):
        if share(word, "nurse"):
            expected = math.log(share(word, "nurse") / share(word) / share("nurse")) / math.log(2)
            assert value == pytest.approx(expected)
        else:
            assert value is None
