from __future__ import annotations

from engine.bench.coverage.design import (
    LEAST_HARD,
    MOST_FALSE,
    Design,
    FamilyDesign,
    PowerDesign,
    coverage,
    false_findings,
    power,
)
from engine.bench.coverage.films import film_designs

EVERY = film_designs()


def test_shares_by_words_and_films_contain_the_truth_and_shares_by_pairs_do_not():
    for design in (one for one in EVERY if isinstance(one, Design)):
        found = coverage(design, 100, seed=2)
        assert (found.covered_interval[1] > LEAST_HARD) != design.compared, design


def test_equal_shares_are_found_to_differ_only_by_pairs():
    for design in (one for one in EVERY if isinstance(one, FamilyDesign)):
        found = false_findings(design, 400 if design.compared else 80, seed=1)
        assert (found.rate_interval[0] < MOST_FALSE) != design.compared, design


def test_the_control_is_about_as_powerful_as_a_clustered_t_test():
    (design,) = (one for one in EVERY if isinstance(one, PowerDesign))
    found = power(design, 60, seed=1)
    assert found.power >= 0.9 * found.best > 0.5
