from __future__ import annotations

from scipy.stats import binom

from engine.bench.coverage.design import GOAL, LEAST_HARD, coverage
from engine.bench.coverage.right_answers import right_answer_designs
from engine.statistics import wilson
from engine.statistics.shares import exact_share_interval

EVERY = right_answer_designs()


def contained(interval, size, share):
    """Probability that the interval of a binomial count contains the share, worked out."""
    counts = range(size + 1)
    kept = [count for count in counts if interval(count, size)[0] <= share]
    kept = [count for count in kept if interval(count, size)[1] >= share]
    return float(binom.pmf(kept, size, share).sum())


def test_shares_contain_the_truth():
    for design in EVERY:
        if not design.compared:
            found = coverage(design, 200, seed=1)
            assert found.covered_interval[1] > (LEAST_HARD if design.hard else GOAL[0]), design
            assert not found.undefined


def test_exact_intervals_of_forty_sentences_contain_what_wilsons_miss():
    for share in (0.05, 0.8, 0.9, 0.975):
        for size in (25, 40):
            assert contained(exact_share_interval, size, share) >= 0.95
    assert contained(wilson, 40, 0.8) < GOAL[0]
    assert contained(wilson, 40, 0.975) < GOAL[0]
