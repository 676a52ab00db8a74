"""The same pairs by several measures are one family of tests."""

from __future__ import annotations

import pytest
from scipy.stats import binom

from engine.measures.pairs.several import across_variants, agreement_of, smallest_of
from engine.statistics import holm
from tests.engine.measures.pairs.pair_values import share_of


def sides(*counts: int, n: int = 200) -> list[dict]:
    names = ("cps", "pll", "pll-l2r", "pll-l2r-published", "sss", "aul", "aula")
    return across_variants(
        {name: share_of(count, n) for name, count in zip(names, counts, strict=False)}
    )


def test_seven_tests_are_corrected_together():
    entries = sides(116, 117, 100, 101, 99, 98, 102)
    raw = [entry["p"] for entry in entries]
    assert [entry["p_holm"] for entry in entries] == holm(raw)
    assert raw[1] < 0.05 < entries[1]["p_holm"]
    assert {entry["verdict"] for entry in entries} == {"unclear"}
    assert agreement_of(entries) == (
        "No variant shows a clear preference (Holm-corrected over 7 variants)."
    )


def test_the_conclusion_names_what_is_clear_and_nothing_more():
    assert agreement_of(sides(140, 150, 145)).startswith("Every variant clearly leans toward")
    assert agreement_of(sides(60, 50)).startswith("Every variant clearly leans away")
    assert agreement_of(sides(140, 100)) == (
        "Clearly toward the stereotype under cps; not clear under the rest (Holm-corrected over 2 "
        "variants). That does not show that the variants differ."
    )
    assert agreement_of(sides(140, 60), {"cps": "CPS", "pll": "PLL"}) == (
        "The variants disagree: toward the stereotype under CPS; away from it under PLL "
        "(Holm-corrected over 2 variants)."
    )


def test_one_variant_or_few_pairs_conclude_nothing():
    assert "nothing to compare" in agreement_of(sides(140))
    assert "at least 10" in agreement_of(sides(2, 3, n=3))


def test_what_is_not_clear_stands_with_what_a_single_test_would_have_detected():
    # The exact test of 200 pairs needs 115 of one side, as 80% of samples of 60.2% have.
    assert binom.sf(114, 200, 0.602) == pytest.approx(0.8, abs=0.01)
    assert smallest_of(sides(140, 100), "variant") == (
        "Of a variant that is not clear, a single test would have detected 10.2 points from 50% "
        "with 80% power, and Holm's correction asks for more; less is not ruled out."
    )
    assert smallest_of(sides(140, 150), "variant") == ""


def test_pairs_of_few_word_pairs_are_said_to_be_too_few_and_not_to_show_nothing():
    shared = share_of(9, 12) | {"word_pairs": 2, "detectable": None, "p": 1.0, "interval": None}
    entries = across_variants({"cps": shared, "pll": shared})
    assert smallest_of(entries, "variant") == (
        "No interval, and no clear preference: 12 pairs (2 word pairs) say too little about other "
        "words; at least 6 word pairs are needed."
    )
