"""What the figures by group and the ranking of shifts are drawn from."""

from __future__ import annotations

import math

import pandas as pd
import pytest

from engine.measures.cabm.data.sentences import GENDER
from engine.measures.cabm.embedding import context_shifts
from engine.measures.cabm.features import feature_table
from engine.measures.cabm.unmasking import by_group
from tests.engine.measures.cabm.cases import COUNTS, ROWS, vectors


def test_one_row_an_occupation_and_group():
    frame = feature_table(vectors(), COUNTS, GENDER).frame
    unmasked = pd.DataFrame(
        {"occupation": ["nurse", "doctor"], "p_first": [0.2, 0.6], "p_second": [0.7, 0.3]}
    )
    found = by_group(frame, GENDER, unmasked)
    assert found[["occupation", "group"]].to_numpy().tolist()[:3] == [
        ["nurse", "male"], ["nurse", "female"], ["doctor", "male"],
    ]  # fmt: skip
    nurse = found[found["occupation"] == "nurse"]
    assert nurse["corpus"].tolist() == [8, 16]
    assert nurse["sentences"].tolist() == [2, 1]
    assert nurse["probability"].tolist() == [0.2, 0.7]
    assert nurse["cosine"].tolist() == pytest.approx([math.sqrt(2) / 4, 1])
    row = frame.iloc[0]
    assert nurse["pmi"].tolist() == [row["pmi_first"], row["pmi_second"]]
    assert "probability" not in by_group(frame, GENDER)


def test_shifts_are_ranked_and_measured_by_hand():
    rows = [
        *ROWS,
        ("cook", 0, (4, 0), (0, 1), (0, 0)),
        ("cook", 0, (2, 0), (0, 1), (0, 0)),
        ("cook", 1, (0, 4), (1, 0), (0, 1)),
        ("cook", 1, (0, 4), (1, 0), (0, 1)),
    ]
    found = context_shifts(vectors(rows), ["nurse", "doctor", "cook"])
    assert found["occupation"].tolist()[0] == "cook"
    cook = found.iloc[0]
    assert cook["occupation_shift"] == pytest.approx(5)  # (3, 0) to (0, 4)
    assert cook["occupation_shift_low"] <= 5 <= cook["occupation_shift_high"]
    assert cook["sentence_shift"] == pytest.approx(1)
    shifts = found.set_index("occupation")
    assert shifts["occupation_shift"]["nurse"] == 0
    assert shifts["sentence_shift"]["doctor"] == pytest.approx(5)  # (3, 0) to (0, 4)
    assert math.isnan(shifts["sentence_shift_low"]["doctor"])
    again = context_shifts(vectors(rows), ["nurse", "doctor", "cook"])
    assert again.equals(found)
