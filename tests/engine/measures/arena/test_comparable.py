"""Why two reports are not ranked together, in one sentence."""

from __future__ import annotations

from engine.measures.arena.comparable import comparable
from tests.engine.measures.arena.reports_by_hand import changed, flagged, report


def test_a_report_can_be_compared_with_itself_and_a_demonstration_with_no_other():
    first = report("first", flagged(5))
    assert comparable(first, first) is None
    demo = changed(first, suite={**first["suite"], "demo": True})
    assert "not by hand (demonstration)" in str(comparable(demo, first))


def test_other_sentences_are_named_by_what_differs():
    first = report("first", flagged(5))
    prompts = first["prompts"]

    def reason(**keys):
        given = {**prompts, "name": "bundled", "version": "1.0", "n": 1000}
        one = changed(first, prompts={**given, "drawn": {"n": 1000, "seed": 0}})
        return comparable(one, changed(one, prompts={**one["prompts"], "digest": "x", **keys}))

    ours = "of Biascope's set 1.0"
    assert reason(n=200) == f"Other sentences: 200 {ours}, not 1,000."
    assert reason(name="own.csv", version="", n=4) == (
        f"Other sentences: 4 of own.csv, not 1,000 {ours}."
    )
    assert reason(drawn={"n": 1000, "seed": 7}) == (
        f"Other sentences: 1,000 {ours}, drawn with seed 7, not 0."
    )
    assert reason() == (
        f"Other sentences: 1,000 {ours}; the set has the same name, but other content."
    )
