"""The order of the contestants in the figure of the categories."""

from __future__ import annotations

from components.arena import ranking, results
from tests.components.arena.reports import masked, prompts, report


def test_the_pages_model_comes_first_whatever_its_rank_or_copy():
    own, other = masked("3-1", rate=0.9), report(rate=0.1)
    found = [own, other, {**own, "origin": "measured here"}]
    ranked = ranking.rank_reports(found)
    assert ranked is not None
    assert ranked.names == ["all heads on", "1 head switched off"]
    names = [name for name, _ in results._contestants(own, found, ranked)]
    assert names == ["1 head switched off", "all heads on"]
    assert [name for name, _ in results._contestants(own, found, None)] == [""]


def test_how_few_sentences_each_group_has_is_said():
    found = report(rate=0.2)
    assert results.few_sentences(found) == "Each group has only 12 sentences here."
    found["prompts"]["drawn"] = {"n": 132, "seed": 0}
    found["by_group"]["women"]["n"] = 13
    assert results.few_sentences(found) == (
        "Each group has only 12 or 13 sentences here. Choose more sentences above."
    )


def test_only_the_small_groups_of_a_large_set_are_uncertain():
    found = report(prompt_set=prompts(40))
    assert results.few_sentences(found) == ""
    found["by_group"]["men"]["n"] = 5
    assert results.few_sentences(found) == (
        "Groups with fewer than 40 sentences have an uncertain place."
    )


def test_ties_and_the_dotted_line_are_named_below_the_groups():
    found = report(rate=0.2)
    found["tied_with_last"] = 6
    found["most_flagged"][-1] |= {"flag_rate": 0.25, "n": 40}
    found["overall"]["flag_rate"] = 0.13
    assert results.most_flagged_notes(found)[1:3] == [
        "6 more groups are tied at 25%.",
        "Dotted line: all sentences (13%).",
    ]
    assert "No group clearly differs" in results.most_flagged_notes(found)[3]
    found["tied_with_last"] = 1
    assert "1 more group is tied at 25%." in results.most_flagged_notes(found)
    found["most_flagged"][-1]["n"] = 12
    assert "1 more group is flagged as often as the last." in results.most_flagged_notes(found)


def test_groups_too_small_to_be_listed_are_not_called_unflagged():
    few = report(rate=0.5, prompt_set=prompts(4))
    assert few["most_flagged"] == []
    assert few["overall"]["flag_rate"] > 0
    assert results.no_group_text(few) == (
        "Too few sentences to list a group: it needs at least 5, and none here has more than 4. "
        "*One group* below shows the sentences of each."
    )
    none = report(rate=0.0, prompt_set=prompts(4))
    assert results.no_group_text(none) == "No sentence about any group is flagged."
