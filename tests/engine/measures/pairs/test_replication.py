from __future__ import annotations

import pandas as pd
import pytest

from engine.measures.pairs.replication import (
    CINEBIAS,
    CROWS_PAIRS,
    ESTBERT,
    ESTONIAN,
    LARGE,
    models_of,
    pairs_beside_published,
    published,
)
from tests.engine.measures.pairs.pair_values import of_scores

PAIRS = pd.DataFrame(
    {
        "sent_more": [f"He is {place}." for place in range(4)],
        "sent_less": [f"She is {place}." for place in range(4)],
        "stereo_antistereo": ["stereo", "stereo", "antistereo", "stereo"],
        "bias_type": ["gender", "sexual_orientation", "Sexual-Orientation", "age"],
    }
)
VALUES = [
    of_scores(-1.0, -2.0, right=True),
    of_scores(-1.0, -2.0),
    of_scores(-2.0, -1.0),
    of_scores(-2.0, -1.0),
]


def test_the_types_of_the_published_table_add_up_to_its_pairs():
    found = [figure for figure in published() if figure.model == LARGE[0]]
    parts = {figure.part: figure for figure in found if figure.data == CINEBIAS}
    types = set(parts) - {"all", "accuracy"}
    assert sum(parts[name].pairs for name in types) == parts["all"].pairs == 1012
    weighted = sum(parts[name].pairs * parts[name].score for name in types) / 1012
    assert weighted == pytest.approx(parts["all"].score, abs=0.1)


def test_each_data_set_has_its_models():
    assert models_of(CROWS_PAIRS) == models_of(CINEBIAS) == list(LARGE)
    assert models_of(ESTONIAN) == [ESTBERT]


def test_ours_stands_beside_theirs_on_the_same_rows():
    whole, stereo = pairs_beside_published(CROWS_PAIRS, LARGE[0], PAIRS, VALUES)
    assert (whole["published"], whole["ours"], whole["n"]) == (59.6, 50.0, 4)
    assert whole["difference"] == pytest.approx(50.0 - 59.6)
    assert stereo["ours"] == pytest.approx(200 / 3)
    assert stereo["interval"][0] < stereo["ours"] < stereo["interval"][1]


def test_types_are_found_however_their_names_are_joined():
    entries = {
        entry["part"]: entry for entry in pairs_beside_published(CINEBIAS, LARGE[0], PAIRS, VALUES)
    }
    assert (entries["sexual orientation"]["n"], entries["sexual orientation"]["ours"]) == (2, 50.0)
    assert entries["accuracy"]["ours"] == 25.0
    assert entries["religion"]["ours"] is None
