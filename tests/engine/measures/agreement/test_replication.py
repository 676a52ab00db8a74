from __future__ import annotations

import pytest

from engine.measures.agreement.data.sets import load_answers
from engine.measures.agreement.groups import group_names
from engine.measures.agreement.replication import COUNTS, GROUP_BY, findings, our_counts


def gap(language, size, told_apart=False):
    return {
        **{"language": language, "gap": size, "interval": [size - 0.1, size + 0.1]},
        **{"told_apart": told_apart, "detectable": 0.3},
    }


def met(*gaps):
    return {entry["language"]: entry["met"] for entry in findings(gaps)}


@pytest.mark.parametrize(
    ("gaps", "wanted"),
    [
        ((gap("es", 0.02), gap("de", 0.2, True), gap("en", 0.3)), {"es": True, "de": True}),
        ((gap("es", 0.3, True), gap("de", 0.2), gap("en", 0.1)), {"es": False, "de": False}),
        ((gap("en", 0.1), gap("de", 0.2)), {"es": None, "de": None}),
    ],
)
def test_a_finding_is_met_where_our_gaps_show_it(gaps, wanted):
    assert met(*gaps) == wanted


def test_a_finding_carries_its_gap():
    spanish, german = findings([gap("de", 0.2), gap("es", 0.1)])
    assert (german["gap"], german["interval"]) == (0.2, [pytest.approx(0.1), pytest.approx(0.3)])
    assert (spanish["gap"], spanish["detectable"]) == (0.1, 0.3)


def test_the_published_counts_are_those_of_the_release(shared_data, monkeypatch):
    if not (shared_data / "mozart").is_dir():
        pytest.skip(f"no MozArt in {shared_data}")
    monkeypatch.setenv("BIASCOPE_DATA", str(shared_data))
    answers = load_answers("mozart")
    assert our_counts(answers, group_names(answers, GROUP_BY)) == COUNTS
