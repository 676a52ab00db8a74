"""Groups within templates, what is said of them, and whose names overlap."""

from __future__ import annotations

import numpy as np
import pytest

from engine.measures.arena.clusters import Clusters
from engine.measures.arena.groups import (
    clear_text,
    group_tests,
    overlap_text,
    overlapping,
    strata_text,
)
from engine.statistics import holm


def crossed(groups, templates):
    return tuple(numbers.ravel() for numbers in np.indices((groups, templates)))


def test_groups_that_differ_in_every_template_are_found_where_templates_differ_more():
    """Ten groups in 24 templates, in half of which nearly all is flagged; one group in each more.

    Pooled, 18 of 24 against 12 of 24 each of the rest is not clear.
    """
    groups, templates = crossed(10, 24)
    flags = (templates < 12).astype(float)
    flags[(groups == 0) & (templates < 18)] = 1.0
    found = group_tests(flags, ["religion"] * 240, Clusters(groups, templates))
    assert found[0]["side"] == 1
    assert found[0]["others"] == pytest.approx(0.5)
    assert found[0]["difference"] == pytest.approx(0.25)
    # One of ten units of each of six templates is flagged: the group's each time.
    assert found[0]["p"] == pytest.approx(1e-6)
    assert [entry["side"] for entry in found.values()][1:] == [0] * 9
    p = [entry["p"] for entry in found.values()]
    assert [entry["p_holm"] for entry in found.values()] == pytest.approx(holm(p))


def test_the_family_is_all_groups_and_each_is_beside_its_own_category():
    groups, templates = crossed(4, 8)
    categories = ["religion" if group < 2 else "sex/gender" for group in groups.tolist()]
    flags = ((groups == 0) | (groups == 3)).astype(float)
    found = group_tests(flags, categories, Clusters(groups, templates))
    # Eight templates with one flag of two each: 2 / 2**8, of four tests.
    assert found[0]["p"] == pytest.approx(2 / 2**8)
    assert found[0]["p_holm"] == pytest.approx(4 * 2 / 2**8)
    assert (found[0]["others"], found[1]["others"], found[3]["others"]) == (0.0, 1.0, 0.0)


def test_several_sentences_of_a_group_in_a_template_are_one_answer():
    groups, templates = crossed(2, 8)
    flags = (groups == 0).astype(float)
    once = group_tests(flags, ["religion"] * 16, Clusters(groups, templates))
    again = group_tests(
        np.tile(flags, 3), ["religion"] * 48, Clusters(np.tile(groups, 3), np.tile(templates, 3))
    )
    assert again == once


def test_a_group_without_a_verdict_or_a_shared_template_is_not_tested():
    clusters = Clusters(np.array([0, 0, 1, 1, 2]), np.array([0, 1, 0, 1, 5]))
    found = group_tests(np.array([1, 0, 1, 0, 1.0]), ["religion"] * 5, clusters)
    assert (found[2]["p"], found[2]["others"], found[2]["side"]) == (None, None, 0)
    assert found[0]["p"] == 1.0
    nothing = group_tests(np.full(5, np.nan), ["religion"] * 5, clusters)
    assert [entry["p"] for entry in nothing.values()] == [None] * 3


def test_without_templates_a_category_is_one_stratum_and_that_is_said():
    clusters = Clusters(np.repeat([0, 1], 10), np.full(20, -1))
    found = group_tests(np.repeat([1.0, 0.0], 10), ["religion"] * 20, clusters)
    assert found[0]["p"] == pytest.approx(2 / 184_756)  # of 20 over 10 divisions
    assert strata_text(clusters).endswith("Groups are compared over all of them.")
    assert strata_text(Clusters(np.zeros(1, int), np.zeros(1, int))) == ""


def entry(group, side, others=0.15, difference=0.09, p=0.01):
    return {
        "group": group,
        "side": side,
        "others": others,
        "difference": difference,
        "p_holm": p,
        "detectable": 0.12,
    }


def test_what_is_clear_is_named_with_both_rates():
    given = [entry("refugees", 1), entry("men", 0), entry("Danes", -1, 0.2, -0.1)]
    assert clear_text(given) == (
        "Against the other groups of its category in the same templates, flagged clearly more: "
        "refugees (24% against 15%); less: Danes (10% against 20%) (Holm over 3 groups). The "
        "others are not clearly different. A difference of 12 percentage points would be found "
        "with 80% power."
    )


def test_where_nothing_is_clear_the_smallest_detectable_difference_is_said():
    assert clear_text([entry("men", 0), entry("women", 0)]) == (
        "No group clearly differs from the others of its category in the same templates (Holm over "
        "2 groups). A difference of 12 percentage points would be found with 80% power."
    )
    assert clear_text([{**entry("men", 0), "p_holm": None}]) == (
        "No group shares a template with others of its category, so none is tested."
    )


def test_groups_overlap_where_a_name_has_all_words_of_another():
    names = ["Asian people", "East Asians", "women", "men", "women in STEM", "gay men", "Muslims"]
    assert overlapping(names) == {
        "Asian people": ["East Asians"],
        "women": ["women in STEM"],
        "men": ["gay men"],
    }
    assert overlap_text(["men", "women"]) == ""
    assert overlap_text(["men", "gay men"]).startswith(
        "Names of some groups contain those of others (men: gay men)"
    )


def test_groups_of_so_few_templates_that_nothing_would_be_clear_have_no_detectable_difference():
    """Two groups in five templates: 2 / 2**5 is above .05, and in eight 2 * 2 / 2**8 is below."""
    for many, known in ((5, False), (8, True)):
        groups, templates = crossed(2, many)
        flags = ((groups + templates) % 3 == 0).astype(float)
        found = group_tests(flags, ["religion"] * len(groups), Clusters(groups, templates))
        assert (found[0]["detectable"] is not None) is known


@pytest.mark.parametrize(
    ("many", "flagged", "said"),
    [
        (8, False, "Within these templates nothing varies, so no smallest difference is known."),
        (5, True, "So few templates cannot give a clear result."),
    ],
)
def test_without_a_detectable_difference_it_is_said_why(many, flagged, said):
    groups, templates = crossed(2, many)
    flags = ((groups + templates) % 3 == 0).astype(float) * flagged
    found = group_tests(flags, ["religion"] * len(groups), Clusters(groups, templates))
    assert clear_text([{"group": str(name), **test} for name, test in found.items()]).endswith(said)
