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
    whole, stereo, accuracy = pairs_beside_published(CROWS_PAIRS, LARGE[0], PAIRS, VALUES)
    assert (whole["published"], whole["ours"], whole["n"]) == (59.6, 50.0, 4)
    assert whole["difference"] == pytest.approx(50.0 - 59.6)
    assert stereo["ours"] == pytest.approx(200 / 3)
    assert stereo["interval"][0] < stereo["ours"] < stereo["interval"][1]
    # The authors' accuracy is of the stereo rows too, of which one of three was right.
    assert (accuracy["published"], accuracy["n"]) == (64.46, 3)
    assert accuracy["ours"] == pytest.approx(100 / 3)


def test_the_released_accuracies_are_those_of_the_release(shared_data):
    folder = shared_data / "cinebias" / "Evaluation" / "CrowSPairs_stereo"
    if not folder.is_dir():
        pytest.skip(f"no release of CineBias in {shared_data}")
    parts = {figure.model: figure.score for figure in published() if "accuracy, s" in figure.part}
    for model, name in zip(LARGE, ("BERT", "roBERTa", "modernBERT"), strict=True):
        (line,) = [
            line
            for line in (folder / f"{name}.txt").read_text().splitlines()
            if line.startswith("Accuracy")
        ]
        assert parts[model] == float(line.partition(":")[2])


def test_a_model_of_ones_own_has_the_same_parts_without_published_figures():
    found = pairs_beside_published(CINEBIAS, "mine", PAIRS, VALUES)
    theirs = pairs_beside_published(CINEBIAS, LARGE[0], PAIRS, VALUES)
    assert [entry["part"] for entry in found] == [entry["part"] for entry in theirs]
    for own, other in zip(found, theirs, strict=True):
        assert own["ours"] == other["ours"]
        assert own["published"] is own["pairs"] is own["difference"] is None


def test_types_are_found_however_their_names_are_joined():
    entries = {
        entry["part"]: entry for entry in pairs_beside_published(CINEBIAS, LARGE[0], PAIRS, VALUES)
    }
    assert (entries["sexual orientation"]["n"], entries["sexual orientation"]["ours"]) == (2, 50.0)
    assert entries["accuracy"]["ours"] == 25.0
    assert entries["religion"]["ours"] is None
