"""Which prompts share a group or a template, and what intervals and tests make of it."""

from __future__ import annotations

import numpy as np
import pytest

from engine.measures.arena.clusters import (
    KIND,
    THESE,
    Clusters,
    clusters_of,
    clusters_of_reports,
    paired,
    paired_difference,
    rate_interval,
)
from engine.prompts.prompt import Prompt, stratified
from engine.prompts.sets import BUNDLED, load_prompts
from engine.statistics.crossed import clustered_share_interval
from engine.statistics.shares import share_interval


def prompts(groups, templates):
    return [
        Prompt("religion", group, "own", "They are [MASK].", template)
        for group, template in zip(groups, templates, strict=True)
    ]


def places(groups, templates):
    found = clusters_of(prompts(groups, templates)).places()
    return None if found is None else tuple(numbers.tolist() for numbers in found)


@pytest.mark.parametrize(
    ("groups", "templates", "expected"),
    [
        ("abcdefa", "uvwxyzu", ([0, 1, 2, 3, 4, 5, 0], [0, 1, 2, 3, 4, 5, 0])),
        # Two groups are those that the prompts are about; without a template, each is of its own.
        ("aabbab", "vwxyzv", ([0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 0])),
        ("abcdefa", [""] * 7, ([0, 1, 2, 3, 4, 5, 0], [0, 1, 2, 3, 4, 5, 6])),
        ("abcdefa", ["", "v", "", "v", "w", "x", ""], None),
        # Neither is shared.
        ("abcdef", [""] * 6, None),
        ("aabb", [""] * 4, None),
        ("", "", None),
    ],
)
def test_groups_and_templates_are_clusters_where_prompts_share_them(groups, templates, expected):
    if expected is None and "v" in templates:
        found = places(groups, templates)
        assert found[0] == [0, 1, 2, 3, 4, 5, 0]
        assert len(set(found[1])) == 6
        assert found[1][1] == found[1][3]
        return
    assert places(groups, templates) == expected


def test_one_name_in_two_categories_is_two_groups():
    one, other = (Prompt(name, "Turks", "own", "They are [MASK].") for name in ("race", "religion"))
    found = clusters_of([one, other, *prompts("abcd", [""] * 4), one]).places()
    assert found[0].tolist() == [0, 1, 2, 3, 4, 5, 0]


def test_fewer_than_six_templates_give_a_sentence_in_place_of_an_interval():
    few = clusters_of(prompts("ab" * 5, "vvwwxxyyzz"))
    flags = np.array([1.0, 0.0] * 5)
    assert few.too_few() == (
        "The sentences have only 5 templates, and an interval over others of this kind needs at "
        "least 6."
    )
    assert rate_interval(flags, few) is None
    assert rate_interval(flags, few, THESE) == share_interval(flags)
    (pair,) = paired(np.stack([flags, 1 - flags]), few)
    assert (pair["p"], pair["interval"], pair["difference"]) == (None, None, 0.0)
    assert paired(np.stack([flags, 1 - flags]), few, THESE)[0]["p"] == 1.0
    assert clusters_of(prompts("ab" * 6, "uuvvwwxxyyzz")).too_few() == ""


def test_intervals_are_clustered_and_those_of_exactly_these_prompts_are_not():
    """Eight templates of eight groups; every sentence of four of the templates is flagged."""
    groups, templates = (numbers.ravel() for numbers in np.indices((8, 8)))
    clusters = Clusters(groups, templates)
    flags = (templates < 4).astype(float)
    wide, narrow = rate_interval(flags, clusters), rate_interval(flags, clusters, THESE)
    assert wide == clustered_share_interval(flags, groups, templates)
    assert narrow == share_interval(flags)
    assert wide[1] - wide[0] > 2 * (narrow[1] - narrow[0])
    # Eight templates with one outcome each, not 64 sentences.
    assert rate_interval(np.zeros(64), clusters)[1] == share_interval(np.zeros(8))[1]


def test_a_rate_of_none_in_few_groups_rests_on_the_number_of_templates():
    groups, templates = (numbers.ravel() for numbers in np.indices((3, 8)))
    low, high = rate_interval(np.zeros(24), Clusters(groups, templates))
    assert (low, high) == share_interval(np.zeros(8))


def test_a_difference_that_templates_share_is_not_clear_over_others():
    """Two of eight templates: flagged after and not before, whatever the group."""
    groups, templates = (numbers.ravel() for numbers in np.indices((8, 8)))
    before, after = np.zeros(64), (templates < 2).astype(float)
    clusters = Clusters(groups, templates)
    others, these = (paired_difference(before, after, clusters, over) for over in (KIND, THESE))
    assert others["difference"] == these["difference"] == 0.25
    assert these["p"] == pytest.approx(2 / 2**16)  # McNemar: 16 against 0
    assert others["p"] > 0.05
    assert others["interval"][0] < 0
    assert paired_difference(before, before, clusters)["p"] == 1.0
    assert paired_difference(np.array([np.nan]), np.zeros(1), clusters)["p"] is None


def test_templates_of_earlier_reports_are_those_of_the_set():
    chosen = stratified(load_prompts(BUNDLED), 100, 3)
    expected = clusters_of(chosen.prompts)
    earlier = {"items": {"group": expected.groups.tolist()}, "prompts": chosen.identity()}
    assert clusters_of_reports([earlier]).templates.tolist() == expected.templates.tolist()
    other = {**earlier, "prompts": {**chosen.identity(), "digest": "sha256:1"}}
    assert set(clusters_of_reports([other]).templates.tolist()) == {-1}
    named = {**other, "items": {**other["items"], "template": [0, None] * 50}}
    assert clusters_of_reports([other, named]).templates.tolist() == [0, -1] * 50
