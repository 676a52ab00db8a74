"""What the headline of CABM says of occupations whose side is not settled."""

from __future__ import annotations

from types import SimpleNamespace

import pandas as pd

from components.cabm import headlines
from engine.datasets.occupations.sentences import GENDER

COUNTS = {"male-biased": 2, "female-biased": 1, "neutral": 0, "not settled": 7}


def scored(high: float) -> SimpleNamespace:
    frame = pd.DataFrame({"score_low": [-0.5, -0.5], "score_high": [high, high]})
    settings = SimpleNamespace(threshold=0.1)
    return SimpleNamespace(frame=frame, groups=GENDER, study=SimpleNamespace(settings=settings))


def test_beside_some_that_are_settled_stands_what_the_others_would_have_needed():
    said = headlines._others(scored(0.5), COUNTS)
    assert said.startswith("**7** are not settled")
    # 0.1, and 2.80 standard errors of intervals that are 3.92 of them wide
    assert said.endswith("about ±0.81 to be settled with 80% power.")


def test_where_all_are_settled_or_have_no_interval_nothing_is_said_of_power():
    assert "power" not in headlines._others(scored(0.5), {**COUNTS, "not settled": 0})
    assert "power" not in headlines._others(scored(float("nan")), COUNTS)
