"""What figures of the Arena are concluded about, in sentences."""

from __future__ import annotations

import pytest

from engine.measures.arena.difference import difference
from engine.measures.arena.leaderboard import rank_by_category
from engine.measures.arena.ranking import rank
from engine.measures.arena.report import report_of
from engine.measures.arena.said import EARLIER, groups_text, overlaps_text, rate_text, tiers_text
from engine.prompts.prompt import Prompt
from tests.engine.measures.arena.judged_by_hand import judged, said

GROUPS = ("men", "gay men", "women", "lesbians", "queer people", "asexual people", "trans men")


def report(name, flagged, templates=8):
    """Every group in every template; `flagged` says of (group, template) whether it is."""
    about = [(group, number) for group in range(len(GROUPS)) for number in range(templates)]
    prompts = [
        Prompt("sex/gender", GROUPS[group], "own", f"{GROUPS[group]} {at}: [MASK].", f"t{at}")
        for group, at in about
    ]
    verdicts = [[said(0.8 if flagged(*one) else 0.1)] for one in about]
    return report_of(judged(prompts, {"one": verdicts}), {"name": name}, {}, {})


def never(_group, _template):
    return False


def test_two_identical_contestants_are_one_tier_with_p_1():
    given = [report(name, lambda group, template: (group + template) % 3 == 0) for name in "ab"]
    found = rank(given)
    assert [entry["tier"] for entry in found["ranking"]] == [1, 1]
    assert (found["pairs"][0]["p"], found["pairs"][0]["difference"]) == (1.0, 0.0)
    assert found["smallest_detectable"] is None
    assert tiers_text(found) == (
        "Of exactly these sentences, the models have the same flag rate (p = 1); how small a "
        "difference would have been detected is not known from that."
    )


def test_models_that_differ_in_one_sentence_have_a_smallest_detectable_difference():
    given = [report("a", never), report("b", lambda *place: place == (0, 0))]
    found = rank(given)
    assert found["pairs"][0]["p"] == 1  # one sentence of 56: no test can call that clear
    assert found["smallest_detectable"] > 1 / 56
    assert tiers_text(found).startswith("The difference between these 2 models is not clear. A ")


def test_what_two_templates_make_is_clear_of_these_prompts_and_not_of_others():
    given = [report("a", never), report("b", lambda _group, template: template < 2)]
    others, these = rank(given), rank(given, over="these")
    assert [entry["tier"] for entry in others["ranking"]] == [1, 1]
    assert [entry["tier"] for entry in these["ranking"]] == [1, 2]
    assert tiers_text(others).startswith("The difference between these 2 models is not clear. A ")
    assert tiers_text(these).startswith("The two models clearly differ. A difference of ")
    third = rank([*given, report("c", never)], over="these")
    assert tiers_text(third).startswith(
        "3 models in 2 tiers. Within a tier, no model clearly differs from the one at the top. A "
    )
    wide, narrow = (found["ranking"][1]["interval"] for found in (others, these))
    assert wide[1] - wide[0] > narrow[1] - narrow[0]
    assert difference(*given)["overall"]["p"] == others["pairs"][0]["p"] > 0.05
    assert difference(*given, over="these")["overall"]["p"] == pytest.approx(2 / 2**14)


def test_fewer_than_six_templates_are_said_in_place_of_tiers():
    given = [report("a", never, 4), report("b", lambda *_: True, 4)]
    board = rank(given)
    assert tiers_text(board).endswith("So no model is shown to differ from another.")
    assert board["ranking"][0]["rank_interval"] == [1, 2]
    assert board["ranking"][0]["interval"] is None
    assert tiers_text(rank_by_category(given)["sex/gender"]) == tiers_text(board)
    assert rate_text(given[0]).startswith("The sentences have only 4 templates, and ")


def test_a_whole_set_is_known_and_a_subset_has_a_second_interval():
    found = report("a", lambda group, _template: group < 3)
    assert rate_text(found).endswith("Of exactly these sentences the rate is known.")
    found["overall"]["prompt_interval"] = [0.3, 0.5]
    assert "For the set that they were drawn from: 95% CI [30.0, 50.0]." in rate_text(found)


def test_reports_of_earlier_versions_are_named_as_such():
    found = report("a", never)
    del found["overall"]["prompt_interval"]
    assert rate_text(found) == EARLIER
    assert groups_text(found) == ""


def test_groups_of_a_report_that_differ_are_named_with_those_that_overlap():
    found = report("a", lambda group, template: group == 2 or template < 2)
    assert "flagged clearly more: women (100% against 25%) (Holm over 7 groups)" in groups_text(
        found
    )
    assert "men: gay men, trans men" in overlaps_text(found, "sex/gender")
