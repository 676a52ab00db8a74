"""Subsets keep every group and the shares of their strata, and are drawn the same way twice."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import InputTextError
from engine.prompts.prompt import Prompt, PromptSet, apportioned, stratified
from engine.prompts.sets import load_prompts


def prompt_set(keys):
    return PromptSet(
        "made",
        "",
        tuple(
            Prompt(category, group, kind, f"{number} is [MASK].")
            for number, (category, group, kind) in enumerate(keys)
        ),
    )


KEYS = st.lists(
    st.tuples(st.sampled_from("AB"), st.sampled_from("ghijk"), st.sampled_from("xyz")),
    min_size=1,
    max_size=60,
)


def strata(prompts, *, kind=True):
    return Counter(
        (entry.category, entry.group, entry.sentence_type if kind else "")
        for entry in prompts.prompts
    )


@given(keys=KEYS, n=st.integers(1, 80), seed=st.integers(0, 10**6))
def test_a_subset_has_its_size_its_order_and_every_group(keys, n, seed):
    whole = prompt_set(keys)
    part = stratified(whole, n, seed)
    if n >= len(keys):
        assert part is whole
        return
    assert len(part.prompts) == n
    assert part.drawn == {"n": n, "seed": seed}
    places = [whole.prompts.index(entry) for entry in part.prompts]
    assert places == sorted(set(places))
    groups = strata(whole, kind=False)
    if n >= len(groups):
        assert set(strata(part, kind=False)) == set(groups)
    else:
        assert max(strata(part, kind=False).values()) <= -(-n * max(groups.values()) // len(keys))
    assert part.digest == stratified(whole, n, seed).digest


@given(
    sizes=st.dictionaries(st.integers(0, 20), st.integers(1, 50), min_size=1),
    share=st.floats(0, 1),
    kept=st.booleans(),
)
def test_shares_are_whole_bounded_and_near_their_proportion(sizes, share, kept):
    total = sum(sizes.values())
    n = round(share * total)
    least = dict.fromkeys(sizes, 1) if kept and n >= len(sizes) else {}
    found = apportioned(n, sizes, least, random.Random(0))
    assert sum(found.values()) == n
    for key, size in sizes.items():
        assert least.get(key, 0) <= found[key] <= size
        if not least:
            assert abs(found[key] - n * size / total) < 1


def test_shares_by_hand():
    # Exact shares 2.5, 1.5 and 1 of 5: the remainders of a half go to the one that is behind.
    sizes = {"a": 5, "b": 3, "c": 2}
    chance = random.Random(0)
    assert apportioned(5, sizes, {}, chance, {"a": 1}) == {"a": 2, "b": 2, "c": 1}
    assert apportioned(5, sizes, {}, chance, {"b": 1}) == {"a": 3, "b": 1, "c": 1}
    # 3 of 100 and two of 1 each: everyone gets one, and the large one pays for it.
    assert apportioned(3, {"a": 100, "b": 1, "c": 1}, {"b": 1, "c": 1}, chance) == {
        "a": 1,
        "b": 1,
        "c": 1,
    }


@pytest.mark.parametrize("n", [1000, 500, 83])
def test_a_subset_of_the_bundled_prompts_is_balanced(n):
    whole = load_prompts("bundled")
    part = stratified(whole, n, 0)
    counts = part.counts()
    assert len(counts["by_group"]) == 83
    assert max(counts["by_group"].values()) - min(counts["by_group"].values()) <= 1
    types = counts["by_sentence_type"].values()
    assert max(types) - min(types) <= 1
    for category, count in counts["by_category"].items():
        exact = n * whole.counts()["by_category"][category] / len(whole.prompts)
        assert abs(count - exact) < 1


def test_fewer_prompts_than_groups_are_of_different_groups_and_another_seed_draws_others():
    whole = load_prompts("bundled")
    part = stratified(whole, 40, 3)
    assert set(part.counts()["by_group"].values()) == {1}
    assert len(part.counts()["by_category"]) == 4
    assert stratified(whole, 500, 0).digest != stratified(whole, 500, 1).digest


@pytest.mark.parametrize("n", [0, -3])
def test_a_subset_of_nothing_is_refused(n):
    with pytest.raises(InputTextError, match=f"at least 1 prompt; got {n}"):
        stratified(load_prompts("bundled"), n, 0)
