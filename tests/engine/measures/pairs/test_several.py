"""The same pairs by several measures are one family of tests."""

from __future__ import annotations

from engine.measures.pairs.several import across_variants, agreement_of
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
        "It depends on the variant: toward the stereotype under cps; no clear preference under "
        "the rest (Holm-corrected over 2 variants)."
    )
    assert agreement_of(sides(140, 60), {"cps": "CPS", "pll": "PLL"}) == (
        "The variants disagree: toward the stereotype under CPS; away from it under PLL "
        "(Holm-corrected over 2 variants)."
    )


def test_one_variant_or_few_pairs_conclude_nothing():
    assert "nothing to compare" in agreement_of(sides(140))
    assert "at least 10" in agreement_of(sides(2, 3, n=3))
