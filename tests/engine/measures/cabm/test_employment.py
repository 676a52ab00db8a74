"""Figures against shares of women, joined by the occupation's name."""

from __future__ import annotations

import json

import pytest
from scipy.stats import spearmanr

from engine.measures.cabm.data.employment import WomenShare
from engine.measures.cabm.employment import against_shares, without_shares

SHARES = {
    "nurse": WomenShare(90.0, 88.0, 2015),
    "mason": WomenShare(2.0, 30.0, 2016),
    "judge": WomenShare(40.0, 20.0, 2015),
    "baker": WomenShare(60.0, 9.0, 2015),
    "chef": WomenShare(20.0, 7.0, 2015),
}
NAMES = ["Nurse", "mason", "pilot", "judge", "baker", "chef"]
GAPS = [-0.4, 0.5, 0.9, 0.1, 0.2, 0.3]


def test_names_are_joined_and_the_rest_left_out():
    found = against_shares(NAMES, {"cabm": GAPS, "unmasking": None}, SHARES)
    assert found["n"] == 5
    order = [row["occupation"] for row in found["occupations"]]
    assert order == ["Nurse", "baker", "judge", "chef", "mason"]
    assert found["occupations"][1] == {
        "occupation": "baker",
        "employed": 60.0,
        "in_text": 9.0,
        "year": 2015,
        "cabm": 0.2,
    }
    kept = [-0.4, 0.5, 0.1, 0.2, 0.3]
    assert found["rho"] == pytest.approx(spearmanr(kept, [90, 2, 40, 60, 20]).statistic)
    by_text = found["figures"]["cabm"]["in_text"]["rho"]
    assert by_text == pytest.approx(spearmanr(kept, [88, 30, 20, 9, 7]).statistic)
    assert (found["year"], found["problem"]) == ("2015–2016", None)
    assert 0 < found["detectable"] <= 1
    assert "unmasking" not in found["figures"]
    json.dumps(found, allow_nan=False)


def test_too_few_names_and_no_data_have_a_reason_and_no_number():
    few = against_shares(NAMES[:3], {"gap": GAPS[:3]}, SHARES)
    assert (few["rho"], few["interval"], few["n"]) == (None, None, 2)
    assert few["problem"].startswith("2 of these names are among the 5 occupations")
    none = against_shares(["pilot"], {"gap": [0.1]}, SHARES)
    assert (none["rho"], none["year"]) == (None, None)
    assert without_shares("Get it.").keys() >= few.keys() - {"year"}
    assert without_shares("Get it.")["problem"] == "Get it."
