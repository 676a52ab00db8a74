from __future__ import annotations

import pytest

from engine.core.errors import InputTextError
from engine.measures.arena.ranking import rank
from engine.statistics import mcnemar_test
from tests.engine.measures.arena.reports_by_hand import changed, flagged, report


def order_of(found, key):
    return {entry["label"]: entry[key] for entry in found["ranking"]}


def test_the_lowest_rate_is_first_and_ties_share_a_rank():
    given = [report("c", flagged(20)), report("a", flagged(5)), report("b", flagged(35))]
    given.append(report("d", [0] * 20 + [1] * 20))  # as often as c, on other prompts
    found = rank(given)
    assert [entry["label"] for entry in found["ranking"]] == ["a", "c", "d", "b"]
    assert order_of(found, "rank") == {"a": 1, "c": 2, "d": 2, "b": 4}
    assert found["n"] == 40
    assert not found["not_ranked"]


def test_tiers_start_from_the_best_and_hold_what_its_test_does_not_distinguish():
    """5, 6, 20 and 21 of 40, nested: exact McNemar of 15 and 16 against 0, and of 1 against 0."""
    found = rank([report(str(many), flagged(many)) for many in (20, 6, 21, 5)])
    assert order_of(found, "tier") == {"5": 1, "6": 1, "20": 2, "21": 2}
    assert order_of(found, "tested_against") == {"5": None, "6": "5", "20": None, "21": "20"}
    ranks = {"5": [1, 2], "6": [1, 2], "20": [3, 4], "21": [3, 4]}
    assert order_of(found, "rank_interval") == ranks
    pairs = {(entry["first"], entry["second"]): entry for entry in found["pairs"]}
    assert pairs["20", "5"]["p"] == pytest.approx(mcnemar_test(15, 0)) == 2 / 2**15
    assert pairs["20", "5"]["difference"] == pytest.approx(-15 / 40)
    assert pairs["6", "5"]["p_holm"] == 1.0


def test_evaluators_that_know_some_groups_alone_rank_by_these():
    """Ten of forty prompts judged, the same for both."""
    given = [
        report(name, [*flagged(many, 10), *[None] * 30]) for name, many in (("a", 2), ("b", 5))
    ]
    found = rank(given)
    assert not found["not_ranked"]
    assert (found["n"], order_of(found, "rank")) == (10, {"a": 1, "b": 2})


def test_the_order_in_which_reports_are_given_changes_nothing():
    given = [report(str(many), flagged(many)) for many in (20, 6, 21)]
    assert rank(given)["ranking"] == rank(given[::-1])["ranking"]


def test_contestants_are_compared_on_the_prompts_that_all_have():
    given = [report("a", [1, 1, *flagged(5, 38)]), report("b", [None, 1, *flagged(8, 38)])]
    found = rank(given)
    assert found["n"] == 39
    assert order_of(found, "flag_rate") == pytest.approx({"a": 6 / 39, "b": 9 / 39})


def test_one_report_has_a_flag_rate_and_no_rank():
    (entry,) = rank([report("a", flagged(5))])["ranking"]
    assert entry["flag_rate"] == 5 / 40
    assert entry["interval"][0] < 5 / 40 < entry["interval"][1]
    assert entry["rank"] is entry["rank_interval"] is entry["tier"] is None
    assert entry["tested_against"] is None
    with pytest.raises(InputTextError, match="no report to rank"):
        rank([])


def test_a_report_that_cannot_be_compared_is_not_ranked_and_the_reason_is_given():
    first = report("first", flagged(5))
    suite = first["suite"]
    evaluator = suite["evaluators"][0]
    others = {
        "Other sentences: 44 of by hand 1, not 40.": report("set", flagged(5, 44)),
        "Figures of a demonstration are never ranked with others.": changed(
            first, suite={**suite, "demo": True}
        ),
        "by hand has the same name, but other content": changed(
            first, suite={**suite, "digest": "sha256:1"}
        ),
        "Another revision of ": changed(
            first, suite={**suite, "evaluators": [{**evaluator, "revision": "r2"}]}
        ),
        "Another variant: raw top-1, not ": changed(first, variant="raw top-1"),
        "Figures for only 10 prompts, and another contestant has 40; half of these": report(
            "few", [None] * 30 + flagged(5, 10)
        ),
        "ranked already": changed(first, manifest={"seconds": 2}),
    }
    found = rank([first, *others.values()])
    assert [entry["label"] for entry in found["ranking"]] == ["first"]
    for wanted, entry in zip(others, found["not_ranked"], strict=True):
        assert wanted in entry["reason"]


def test_models_of_the_same_name_are_told_apart():
    given = [report("a", flagged(5)), report("a", flagged(9))]
    labels = [entry["label"] for entry in rank(given)["ranking"]]
    assert len(set(labels)) == 2
    assert all(label.startswith("a (") for label in labels)
