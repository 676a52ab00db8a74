"""The published preset on three occupations in the plane, worked by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from engine.core.errors import InputTextError
from engine.measures.cabm import FEATURES
from engine.measures.cabm.data.cooccurrence import CorpusCounts, TargetCount
from engine.measures.cabm.data.sentences import GENDER, Groups, parse_groups
from engine.measures.cabm.features import COLUMNS, PRINTED, feature_table, published_groups
from engine.measures.cabm.pmi import EQUAL, pair_pmi
from engine.measures.cabm.scores import RAW, cabm_scores, categories
from engine.measures.cabm.settings import CabmSettings, as_published
from engine.measures.cabm.weighting import PCA, user_weights
from tests.engine.measures.cabm.cases import cosine, vectors

# 1,000 sentences; he in 200, his in 100, she in 100, hers in 10.
COUNTS = CorpusCounts(
    "a corpus",
    ("male", "female"),
    1000,
    280,
    105,
    {
        "nurse": TargetCount(40, 10, 16),
        "doctor": TargetCount(50, 36, 4),
        "baker": TargetCount(20, 6, 2),
    },
    words={"he": 200, "him": 0, "his": 100, "she": 100, "her": 0, "hers": 10},
    pairs={
        "nurse": {"he": 8, "his": 2, "she": 16, "hers": 0},
        "doctor": {"he": 20, "his": 20, "she": 5, "hers": 0},
        "baker": {"he": 4, "his": 2, "she": 2, "hers": 0},
    },
)
GENDER_OF_THESIS = published_groups(GENDER)


def test_pmi_is_taken_pair_by_pair_and_averaged_within_a_group():
    # nurse: he 8/1000 / (.2 * .04) = 1, his 2/1000 / (.1 * .04) = 1/2, she 16/1000 / .004 = 4
    found = pair_pmi(COUNTS, "nurse", GENDER_OF_THESIS, alpha=0)
    assert found.first == pytest.approx((0 - 1) / 2)
    assert found.second == pytest.approx(2)
    assert found.bias == pytest.approx(-2.5)
    # doctor: he 2, his 4, she 1
    assert pair_pmi(COUNTS, "Doctor", GENDER_OF_THESIS, 0).bias == pytest.approx(1.5 - 0)


def test_its_interval_by_the_delta_method():
    low, high = pair_pmi(COUNTS, "nurse", GENDER_OF_THESIS, alpha=0).interval
    half = 1.959964 * math.sqrt((1 / 8 + 1 / 2) / 4 + 1 / 16) / math.log(2)
    assert (high - low) / 2 == pytest.approx(half, rel=1e-6)


def test_pseudo_sentences_are_split_among_the_words():
    unseen = replace(
        COUNTS, targets={"x": TargetCount(0, 0, 0)}, pairs={"x": dict.fromkeys(COUNTS.words, 0)}
    )
    assert pair_pmi(unseen, "x", GENDER_OF_THESIS, 1).bias == pytest.approx(0)
    # alpha to each: log2 of 1/200 and 1/100 on one side, of 1/100 on the other
    assert pair_pmi(unseen, "x", GENDER_OF_THESIS, 1, EQUAL).bias == pytest.approx(-0.5)
    assert pair_pmi(unseen, "x", GENDER_OF_THESIS, 0).bias is None
    assert pair_pmi(unseen, "y", GENDER_OF_THESIS, 0) is None


def test_the_pronouns_of_the_thesis_leave_out_hers():
    assert published_groups(GENDER).words == (("he", "him", "his"), ("she", "her"))
    age = parse_groups("young=young;old=old")
    assert published_groups(age) is age


def test_counts_by_group_only_and_a_missing_group_are_refused():
    with pytest.raises(InputTextError, match="counted by group only"):
        pair_pmi(replace(COUNTS, words={}, pairs={}), "nurse", GENDER)
    other = Groups(("a", "b"), (("he",), ("old",)))
    with pytest.raises(InputTextError, match=r"holds none of old, so .* group b"):
        pair_pmi(COUNTS, "nurse", other)


@pytest.fixture
def frame():
    found = feature_table(vectors(), COUNTS, GENDER, alpha=0, published=True)
    return found.frame.set_index("occupation")


def test_the_cosine_is_of_vectors_averaged_before(frame):
    he, she = (0.5, 1.25), (4 / 3, 1 / 3)  # means over all sentences of each pronoun
    for target, place in (("nurse", (1, 0)), ("doctor", (0, 2)), ("baker", (1, 1))):
        expected = cosine(place, he) - cosine(place, she)
        assert frame["cosine_bias"][target] == pytest.approx(expected)


def test_raw_cabm_with_the_weights_as_printed_by_hand(frame):
    weights = user_weights(dict(zip(FEATURES, PRINTED[PCA], strict=True)), free=True)
    assert weights.sum() == pytest.approx(1.05)
    scores = cabm_scores(frame[[*COLUMNS]].to_numpy(float), weights, free=True)
    he, she = (0.5, 1.25), (4 / 3, 1 / 3)
    expected = [
        0.58 * -2.5 + 0.28 * (cosine((1, 0), he) - cosine((1, 0), she)) + 0.19 * 4,
        0.58 * 1.5 + 0.28 * (cosine((0, 1), he) - cosine((0, 1), she)) + 0.19 * 5,
        # baker: he 4/1000 / .004 = 1, his 2/1000 / .002 = 1, she 2/1000 / .002 = 1
        0.58 * 0.0 + 0.28 * (cosine((1, 1), he) - cosine((1, 1), she)) + 0.19 * 0,
    ]
    assert scores.tolist() == pytest.approx(expected)
    assert [round(score, 2) for score in scores] == [-0.86, 2.01, 0.02]
    assert categories(scores, GENDER) == ["female-biased", "male-biased", "neutral"]


def test_the_preset_sets_scale_and_template_and_leaves_the_context():
    found = as_published(CabmSettings(context="signed", threshold=0.1), GENDER)
    assert (found.published, found.scale, found.context) == (True, RAW, "signed")
    assert found.templates == ("[MASK] is a {target}.",)
    own = as_published(CabmSettings(templates=("[MASK] is my {target}.",)), GENDER)
    assert own.templates == ("[MASK] is my {target}.",)
