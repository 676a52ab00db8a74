"""Which reports are ranked together, under which names, and what is said of the others."""

from __future__ import annotations

from components.arena import ranking
from tests.components.arena.reports import CLASSIFIERS, many, masked, prompts, report


def ranked(*reports: dict) -> ranking.Ranked:
    found = ranking.rank_reports(reports)
    assert found is not None
    return found


def test_nothing_at_hand_is_no_ranking():
    assert ranking.rank_reports([]) is None


def test_the_lowest_flag_rate_comes_first():
    found = ranked(report(rate=0.9), masked("3-1", rate=0.1))
    assert found.names == ["1 head switched off", "all heads on"]
    assert list(found.frame["rank"]) == [1, 2]
    assert list(found.frame["tier"]) == ["A", "B"]
    assert found.not_ranked == []


def test_one_model_is_ranked_once():
    own = report()
    assert ranked(own, dict(own)).names == ["biascope-mini"]
    assert ranked(own, dict(own)).not_ranked == []
    assert not {"rank", "rank, 95%", "tier"} & set(ranked(own).frame.columns)
    found = ranked(own, report(seed=4))  # another of the same model
    assert found.names == ["biascope-mini"]
    assert [name for name, _ in found.not_ranked] == ["biascope-mini"]
    assert "another report of it" in found.not_ranked[0][1]


def test_other_prompts_and_evaluators_are_not_ranked_and_the_reason_is_given():
    found = ranked(
        report(), report(prompt_set=prompts(5)), report({"checkpoint": "x/y"}, suite=CLASSIFIERS)
    )
    assert found.names == ["biascope-mini"]
    reasons = dict(found.not_ranked)
    assert reasons["biascope-mini"].startswith("Other sentences: ")
    assert reasons["y"].startswith("Other evaluators: ")


def test_as_many_are_ranked_as_can_be_and_the_rest_are_listed(monkeypatch):
    monkeypatch.setattr(ranking, "MOST", 3)
    found = ranked(*many(5))
    assert len(found.names) == len(set(found.names)) == 3
    assert len(found.not_ranked) == 2
    figure = found.figure(str(found.entries[0]["digest"]))
    assert len(figure.layout.yaxis.ticktext) == 3


def test_what_the_tiers_say_calls_no_two_equal():
    two = ranked(*many(2)).said
    assert two.startswith("The difference between these 2 models is not clear. A difference of ")
    assert two.endswith(" percentage points would be found with 80% power.")
    assert "None of these 3 models differs clearly" in ranked(*many(3)).said
    assert ranked(report(rate=0.9), masked("3-1", rate=0.0)).said.startswith(
        "The two models clearly "
    )
    assert ranked(report()).said == ""
