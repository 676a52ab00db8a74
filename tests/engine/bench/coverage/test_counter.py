from __future__ import annotations

from engine.bench.coverage.counter import counter_designs
from engine.bench.coverage.design import GOAL, coverage

EVERY = counter_designs()


def test_means_of_sentences_that_share_words_contain_the_truth():
    for design in EVERY:
        found = coverage(design, 100 if design.compared else 300, seed=1)
        if not design.compared:
            assert found.covered_interval[1] > GOAL[0], design
    assert found.covered_interval[1] < GOAL[0], "the last one takes sentences for independent"
