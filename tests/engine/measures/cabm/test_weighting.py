from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import InputTextError
from engine.measures.cabm import FEATURES
from engine.measures.cabm.data.sentences import GENDER
from engine.measures.cabm.forest import grow_forest, shap_values
from engine.measures.cabm.scores import cabm_scores, categories, category
from engine.measures.cabm.weighting import (
    EQUAL,
    FORESTS,
    LEARNED,
    PCA,
    PCA_RF,
    SHAP_RF,
    WEIGHTINGS,
    learn_weights,
    parse_weights,
    pca_loadings,
    pca_weights,
    standardised,
    user_weights,
)
from tests.engine.measures.cabm.cases import twelve_targets

DRAWS = 20  # the fewest that have an interval


@pytest.fixture(autouse=True)
def _small_draws(few_trees):
    """The draw decides an interval, not the number of its trees."""


def found(weighting, seed=0, draws=DRAWS, features=None, labels=None):
    if features is None and labels is None:
        return of_twelve(weighting, seed, draws)
    own, lists = twelve_targets()
    return learn_weights(
        own if features is None else features,
        lists if labels is None else labels,
        weighting,
        seed,
        draws,
    )


@cache  # forests take seconds, and these tests only read them
def of_twelve(weighting, seed, draws):
    return learn_weights(*twelve_targets(), weighting, seed, draws)


def test_z_scores_by_hand():
    features = np.array([[1.0, 2.0, 5.0]] * 4 + [[3.0, 6.0, -5.0]] * 4)
    assert standardised(features).tolist() == [[-1, -1, 1]] * 4 + [[1, 1, -1]] * 4


def test_pca_weights_by_hand_on_three_occupations():
    # Columns z1, z2 = z1 and z3 = 0: the first component is (1, 1, 0) / sqrt 2.
    scores = np.array([[-1.0, -1.0, 0.0], [0.0, 0.0, 0.0], [1.0, 1.0, 0.0]])
    assert abs(pca_loadings(scores)[0]).tolist() == pytest.approx([math.sqrt(0.5)] * 2 + [0])
    assert pca_weights(scores).tolist() == pytest.approx([0.5, 0.5, 0.0])


def test_the_components_agree_with_a_second_implementation():
    from sklearn import decomposition

    scores = standardised(twelve_targets()[0])
    reference = decomposition.PCA().fit(scores).components_
    np.testing.assert_allclose(abs(pca_loadings(scores)), abs(reference), atol=1e-9)


def test_cabm_by_hand_on_three_occupations():
    scores = np.array([[1.0, 2.0, -1.0], [0.0, -1.0, 1.0], [-1.0, 0.2, 0.2]])
    found = cabm_scores(scores, np.array([0.5, 0.3, 0.2]))
    assert found.tolist() == pytest.approx([0.9, -0.1, -0.4])
    assert categories(found, GENDER) == ["male-biased", "neutral", "female-biased"]
    assert categories(found, GENDER, threshold=0.5) == ["male-biased", "neutral", "neutral"]
    assert category(0.1, GENDER) == "neutral"
    with pytest.raises(ValueError, match="not to 1"):
        cabm_scores(scores, np.array([0.5, 0.5, 0.5]))


@pytest.mark.parametrize("weighting", LEARNED)
def test_weights_and_their_bootstrap_are_shares_and_a_seed_repeats_them(weighting):
    value = found(weighting)
    assert list(value["weights"]) == list(FEATURES)
    assert sum(value["weights"].values()) == pytest.approx(1)
    assert all(0 <= weight <= 1 for weight in value["weights"].values())
    intervals = value["intervals"].values()
    assert all(0 <= low <= high <= 1 for low, high in intervals)
    assert any(high - low > 0.02 for low, high in intervals)
    assert learn_weights(*twelve_targets(), weighting, 0, DRAWS) == value


def test_equal_weights_are_equal():
    assert found(EQUAL)["weights"] == dict.fromkeys(FEATURES, 1 / 3)


@pytest.mark.parametrize("weighting", FORESTS)
def test_a_forest_tells_the_lists_apart_and_another_seed_grows_another(weighting):
    first, second = found(weighting), found(weighting, seed=1, draws=0)
    assert first["weights"] != second["weights"]
    assert second["intervals"] is None
    told = first["forest"]
    assert (told["right"], told["n"]) == (12, 12)
    assert told["interval"][0] < 1


def test_shap_values_add_up_to_the_forests_output():
    features, labels = twelve_targets()
    scores = standardised(features)
    forest = grow_forest(scores, labels, 60, 0)
    values, base = shap_values(forest, scores)
    np.testing.assert_allclose(base + values.sum(1), forest.predict_proba(scores)[:, 0], atol=1e-9)
    assert found(SHAP_RF)["weights"]["pmi"] > 0.6  # what tells the lists apart
    kept = found(SHAP_RF)["shap"]
    sums = kept["base"] + np.array(kept["values"]).sum(axis=1)
    np.testing.assert_allclose(sums, kept["probability"], atol=1e-9)
    np.testing.assert_allclose(np.abs(kept["values"]).mean(axis=0), kept["mean"])


def test_targets_on_no_list_are_scored_and_never_learned_from():
    features, labels = twelve_targets()
    more = np.vstack([features, [[100.0, 1.0, 1.0]] * 2])
    value = found(SHAP_RF, draws=0, features=more, labels=[*labels, None, None])
    assert value["forest"]["n"] == 12
    assert len(value["shap"]["values"]) == 14


def test_labels_decide_the_forest_and_not_the_features_order():
    features, labels = twelve_targets()
    turned = found(SHAP_RF, draws=0, labels=[1 - label for label in labels])
    straight = found(SHAP_RF)
    np.testing.assert_allclose(
        np.array(turned["shap"]["values"])[:, 0].mean(),
        -np.array(straight["shap"]["values"])[:, 0].mean(),
        atol=0.1,
    )
    assert np.corrcoef(features[:, 0], np.array(straight["shap"]["values"])[:, 0])[0, 1] > 0.8


def test_fewer_than_eight_occupations_are_refused():
    features, labels = twelve_targets()
    for weighting in WEIGHTINGS:
        with pytest.raises(InputTextError, match=r"at least 8 occupations .* there are 7"):
            found(weighting, features=features[:7], labels=labels[:7])


def test_a_constant_feature_is_refused_by_name():
    features, _ = twelve_targets()
    features[:, 0] = 0.25
    with pytest.raises(InputTextError, match=r"pmi_bias is 0.250 for all 12 .*another corpus"):
        found(PCA, features=features)
    features[:, 0], features[:, 2] = features[:, 1], 4.0
    with pytest.raises(InputTextError, match=r"context_bias is 4.000 for all 12"):
        found(EQUAL, features=features)


def test_a_constant_feature_that_weighs_nothing_does_not_matter():
    features, _ = twelve_targets()
    features[:, 0] = 0.25
    scores = standardised(features, (False, True, True))
    assert not scores[:, 0].any()
    assert scores[:, 1].std() == pytest.approx(1)


@pytest.mark.parametrize("weighting", FORESTS)
def test_lists_that_no_forest_can_learn_are_refused(weighting):
    with pytest.raises(InputTextError, match="these have 9 and 3"):
        found(weighting, labels=[0] * 9 + [1] * 3)
    with pytest.raises(InputTextError, match="these have 0 and 0"):
        found(weighting, labels=[None] * 12)


def test_an_unknown_weighting_is_a_callers_bug():
    with pytest.raises(ValueError, match="a weighting is one of"):
        found("voodoo")


@pytest.mark.parametrize(
    ("given_", "reason"),
    [
        ({"pmi": 0.5, "cosine": 0.4}, r"pmi 0.5, cosine 0.4 sum to 0.900"),
        ({"pmi": 1.5, "cosine": -0.5}, "between 0 and 1; pmi has 1.5"),
        ({}, r"sum to 0\.000"),
    ],
)
def test_weights_of_the_user_have_to_sum_to_1(given_, reason):
    with pytest.raises(InputTextError, match=reason):
        user_weights(given_)


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("pmi=-0.2,cosine=0.7,context=0.5", "pmi has -0.2"),
        ("pmi=nan,cosine=0.5", "pmi has nan"),
        ("pmi=inf", "pmi has inf"),
        ("pmi=half", r"Weights are written pmi=0\.5"),
        ("pmi=0.5,luck=0.5", "'luck' is not a feature"),
        ("pmi=0.5,pmi=0.5", "pmi has two weights"),
    ],
)
def test_weights_that_cannot_be_are_refused(written, reason, free):
    with pytest.raises(InputTextError, match=reason):
        user_weights(parse_weights(written), free=free)


def test_weights_of_the_user_may_be_rounded():
    assert user_weights({"pmi": 0.333, "cosine": 0.333, "context": 0.333}).sum() == pytest.approx(1)
    assert user_weights({"cosine": 1.0}).tolist() == [0, 1, 0]


def test_weights_are_read_as_they_are_written():
    assert parse_weights("pmi=.5, cosine=0.3,context=0.2") == {
        "pmi": 0.5,
        "cosine": 0.3,
        "context": 0.2,
    }


@given(st.lists(st.floats(0, 1), min_size=3, max_size=3).filter(lambda parts: sum(parts) > 0.01))
def test_any_shares_are_taken(parts):
    total = sum(parts)
    shares = dict(zip(FEATURES, (part / total for part in parts), strict=True))
    assert user_weights(shares).sum() == pytest.approx(1)


def test_pca_rf_weighs_by_components():
    weights = found(PCA_RF)["weights"]
    assert weights != found(PCA)["weights"]
    assert weights["pmi"] == max(weights.values())
