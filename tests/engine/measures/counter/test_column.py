"""The column of the counter-stereotype experiment: its interval is over the words it shares."""

from __future__ import annotations

import numpy as np
import pytest

from engine.columns.column import CROSSED
from engine.core.families import MASKED
from engine.measures.counter.column import _items, _reading
from engine.measures.counter.counter_stereotype import word_crossing
from engine.statistics.crossed import crossed_difference_test
from tests.engine.measures.counter.test_counter_stereotype import item


def test_sentences_share_a_person_word_with_its_counterpart_or_a_target():
    items = [
        item("The women are tired.", "women", "men", "tired"),
        item("Men are strong.", "Men", "Women", "strong"),
        item("My aunt is Tired.", "aunt", "uncle", "Tired"),
    ]
    assert word_crossing(items) == ([0, 0, 1], [0, 1, 0])


def test_the_interval_is_over_person_words_and_targets():
    """Differences that vary by person word alone: sentences would be no independent units."""
    items = _items(causal=False)
    persons, targets = word_crossing(items)
    by_person = np.random.default_rng(1).normal(0.1, 0.2, max(persons) + 1)
    values = [{"original": [[float(by_person[number])]], "counter": [[0.0]]} for number in persons]
    found = _reading(items, values, MASKED)
    differences = by_person[persons]
    _, expected = crossed_difference_test(differences, np.array(persons), np.array(targets))
    assert found.interval == pytest.approx(expected)
    assert found.detail[CROSSED] == [persons, targets]
    alone = 2 * 1.98 * differences.std(ddof=1) / len(differences) ** 0.5
    assert found.interval[1] - found.interval[0] > 1.4 * alone


def test_sentences_that_are_all_alike_have_no_interval():
    items = _items(causal=False)
    found = _reading(items, [{"original": [[0.2]], "counter": [[0.1]]}] * len(items), MASKED)
    assert found.interval is None
    assert "have the same value" in found.notes[0]
