"""A whole study on a tiny model: from framed sentences to scores and the validation panel."""

from __future__ import annotations

import json
import math
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from engine.core.errors import InputTextError
from engine.flow.derived import derived
from engine.flow.measurement import measure
from engine.measures.cabm import FEATURES, weighting
from engine.measures.cabm.command_json import as_json
from engine.measures.cabm.data.cooccurrence import CorpusCounts, TargetCount
from engine.measures.cabm.data.sentences import GENDER, FramedSet, Framer, framed_once
from engine.measures.cabm.embedding import feature_plane, framed_means
from engine.measures.cabm.features import COLUMNS
from engine.measures.cabm.scores import RAW, SCALES, categories, category_order
from engine.measures.cabm.settings import NONE, CabmSettings, as_published, for_kind
from engine.measures.cabm.study import study
from engine.measures.cabm.unmasking import TEMPLATES
from engine.measures.cabm.weighting import AUTOMATIC, EQUAL, USER, WEIGHTINGS, standardised
from engine.storage.store import Store, default_store
from tests.tiny_models import WITH_MASK

OCCUPATIONS = (
    *("nurse", "engineer", "doctor", "teacher", "lawyer"),
    *("driver", "cook", "secretary", "farmer", "soldier"),
)
FRAMES = (
    "The {} said that {} was tired.",
    "The {} saw {} house.",
    "The {} and {} dog slept.",
)
PRONOUNS = (("he", "she"), ("his", "her"), ("his", "her"))
TARGETS = {
    name: TargetCount(40, 3 + 2 * place, 20 - place) for place, name in enumerate(OCCUPATIONS)
}
COUNTS = CorpusCounts("a corpus", ("male", "female"), 1000, 300, 200, TARGETS)


def framed_set(occupations=OCCUPATIONS) -> FramedSet:
    framer = Framer(GENDER, occupations)
    texts = [
        frame.format(name, pronoun)
        for name in occupations
        for frame, pronouns in zip(FRAMES, PRONOUNS, strict=True)
        for pronoun in pronouns
    ]
    sentences, left = framed_once((row, text, framer.frame(text)) for row, text in enumerate(texts))
    lists = {name: ("male", "female")[place % 2] for place, name in enumerate(occupations)}
    return FramedSet("test", "Test", GENDER, sentences, lists, left)


class Counting:
    """Asks a model through a store, and counts what is worked out anew."""

    def __init__(self, lm, store):
        self.lm, self.store = lm, store
        self.measured = 0
        self.worked: list[str] = []

    def ask(self, name, items, params):
        def model():
            self.measured += 1
            return self.lm

        return measure(name, self.lm.spec, items, params, model, self.store)

    def derive(self, name, version, item, params, work):
        def counted():
            self.worked.append(name)
            return work()

        return derived(name, version, item, params, counted, self.store)

    def study(self, data=None, kind="masked", **settings):
        chosen = CabmSettings(**{"templates": TEMPLATES[:2], "draws": 20, **settings})
        return study(self.ask, self.derive, data or framed_set(), COUNTS, for_kind(chosen, kind))


@pytest.fixture(autouse=True)
def _small_forests(monkeypatch, few_trees):
    """How well a forest of 200 trees tells lists apart is asked in `test_weighting`."""
    monkeypatch.setattr(weighting, "TREES", 50)


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """What a test has measured or worked out, the others read."""
    with closing(Store(tmp_path_factory.mktemp("study") / "results.sqlite")) as store:
        yield store


@pytest.fixture
def counting(masked_lm, kept):
    return Counting(masked_lm("bert"), kept)


@pytest.fixture
def from_nothing(masked_lm):
    """With a store that knows nothing yet."""
    with closing(default_store()) as store:
        yield Counting(masked_lm("bert"), store)


def panel(found):
    frames = {
        name: found.scored(found.weigh(name, intervals=False)["weights"])
        for name in found.available()
    }
    return found.validated(frames, "shap-rf")


def test_every_weighting_scores_every_occupation(counting):
    found = counting.study()
    assert found.available() == WEIGHTINGS
    for name in WEIGHTINGS:
        frame = found.scored(found.weigh(name)["weights"])
        assert frame["occupation"].tolist() == list(OCCUPATIONS)
        assert frame["score"].mean() == pytest.approx(0, abs=1e-9)
        assert frame["score"].between(frame["score_low"], frame["score_high"]).all()
        assert (frame["score_low"] < frame["score_high"]).all()
        assert set(frame["category"]) <= set(category_order(GENDER))


@pytest.mark.parametrize("scale", SCALES)
def test_a_side_is_named_only_where_its_interval_clears_the_threshold(counting, scale):
    found = counting.study(scale=scale, threshold=0.02)
    frame = found.scored(found.weigh(EQUAL)["weights"])
    for row in frame.to_dict("records"):
        named = row["category"].removesuffix("-biased")
        limit, clear = found.limit(frame), row["p_holm"] < 0.05
        assert (named == "male") == (row["score_low"] > limit and clear)
        assert (named == "female") == (row["score_high"] < -limit and clear)
        inside = row["score_low"] >= -limit and row["score_high"] <= limit
        assert (named == "neutral") == inside


def test_the_raw_score_is_the_weighted_sum_of_the_features(counting):
    weights = {"pmi": 0.5, "cosine": 0.3, "context": 0.2}
    found = counting.study(scale=RAW, weighting=USER, user_weights=tuple(weights.items()))
    frame = found.scored(found.weigh(USER)["weights"])
    expected = sum(weight * frame[f"{name}_bias"] for name, weight in weights.items())
    np.testing.assert_allclose(frame["score"], expected)
    assert any("adds to the score of every occupation" in text for text in found.remarks)
    signed = counting.study(scale=RAW, context="signed")
    assert not any("adds to the score" in text for text in signed.remarks)


def test_models_are_compared_on_the_raw_scale_by_the_features_that_both_have(counting):
    found = counting.study()
    weights = found.weigh(EQUAL)["weights"]
    raw = counting.study(scale=RAW).scored(weights)
    np.testing.assert_allclose(found.comparable(weights, FEATURES)["score"], raw["score"])
    given = {"pmi": 0.3, "cosine": 0.1, "context": 0.6}
    frame = found.comparable(given, ("pmi", "cosine"))
    expected = 0.75 * frame["pmi_bias"] + 0.25 * frame["cosine_bias"]
    np.testing.assert_allclose(frame["score"], expected)
    with pytest.raises(InputTextError, match="one of the models does not have"):
        found.comparable({"pmi": 0.0, "cosine": 0.0, "context": 1.0}, ("pmi", "cosine"))


def test_three_occupations_are_enough_on_the_raw_scale_with_given_weights(counting):
    few = framed_set(OCCUPATIONS[:3])
    given = (("pmi", 1.0),)
    found = counting.study(few, scale=RAW, weighting=USER, user_weights=given)
    frame = found.scored(found.weigh(USER)["weights"])
    # P(male, o) / P(female, o), with pseudo-sentences 1.2 and .8: by hand from the counts
    by_hand = [
        math.log2((3 + 2 * place + 1.2) / (20 - place + 0.8)) - math.log2(300 / 200)
        for place in range(3)
    ]
    assert frame["score"].tolist() == pytest.approx(by_hand)
    found = counting.study(few, scale=RAW)
    assert found.weighting == EQUAL
    frame = found.scored(found.weigh(EQUAL)["weights"])
    np.testing.assert_allclose(frame["score"], found.features.mean(axis=1))
    with pytest.raises(InputTextError, match=r"at least 8 occupations .* are 3"):
        counting.study(few, scale=RAW, weighting="pca")
    with pytest.raises(InputTextError, match=r"at least 2 occupations .* are 1"):
        counting.study(framed_set(OCCUPATIONS[:1]), scale=RAW)


def test_one_sentence_with_each_group_leaves_a_score_without_an_interval(counting):
    data = framed_set()
    kept = [entry for entry in data.sentences if entry.target != "nurse"]
    kept += [entry for entry in data.sentences if entry.target == "nurse"][:2]
    found = counting.study(replace(data, sentences=tuple(kept)))
    nurse = found.scored(found.weigh(EQUAL)["weights"]).set_index("occupation").loc["nurse"]
    assert not math.isnan(nurse["score"])
    assert math.isnan(nurse["score_low"])
    assert nurse["category"] == "not settled"
    assert any("nurse: fewer than 2 different sentences" in text for text in found.remarks)


def test_the_published_preset_names_by_the_score_and_takes_weights_of_any_sum(counting):
    given = (("pmi", 0.58), ("cosine", 0.28), ("context", 0.19))
    chosen = as_published(CabmSettings(weighting=USER, user_weights=given, draws=20), GENDER)
    found = study(counting.ask, counting.derive, framed_set(), paired(COUNTS), chosen)
    frame = found.scored(found.weigh(USER)["weights"])
    expected = sum(weight * frame[f"{name}_bias"] for name, weight in given)
    np.testing.assert_allclose(frame["score"], expected)
    assert frame["category"].tolist() == categories(frame["score"].tolist(), GENDER)
    assert "not settled" not in set(frame["category"])
    assert found.unmasked["low"].isna().all()
    words = found.first_words
    assert words["template"].unique().tolist() == ["[MASK] is a {target}."]
    assert words["occupation"].tolist() == list(OCCUPATIONS)
    assert (words["probability_1"] >= words["probability_2"]).all()
    said = " ".join(found.remarks)
    for text in ("sum to 1.05, not to 1", "by the score alone", "one template"):
        assert text in said
    assert found.under(weighting="automatic").weighting == "shap-rf"


def paired(counts):
    """The counts with those of each pronoun: all of them he or she."""
    words = {"he": counts.first, "him": 0, "his": 0, "she": counts.second, "her": 0, "hers": 0}
    pairs = {
        target: {"he": count.first, "she": count.second} for target, count in counts.targets.items()
    }
    return replace(counts, words=words, pairs=pairs)


def test_with_one_pronoun_each_the_pair_pmi_is_that_of_the_groups(counting):
    chosen = as_published(CabmSettings(draws=20), GENDER)
    found = study(counting.ask, counting.derive, framed_set(), paired(COUNTS), chosen)
    np.testing.assert_allclose(found.frame["pmi_bias"], counting.study().frame["pmi_bias"])


def test_published_without_counts_by_word_is_refused(counting):
    with pytest.raises(InputTextError, match="counted by group only"):
        counting.study(published=True)


def test_the_default_weights_follow_the_forest(counting, monkeypatch):
    found = counting.study()
    forest = found.weigh("shap-rf", intervals=False)["forest"]
    better = forest["interval"][0] > 0.5
    assert found.weighting == ("shap-rf" if better else EQUAL)
    assert found.rule.forest == forest
    told = {"right": 10, "n": 10, "interval": [0.72, 1.0]}
    for name, expected in (("shap-rf", told), (EQUAL, {**told, "interval": [0.4, 1.0]})):
        other = counting.study()
        other.kept["shap-rf", FEATURES, 0, 0] = {"forest": expected, "weights": {}}
        assert other.weighting == name
    assert found.under(weighting="pca").weighting == "pca"
    assert counting.study(replace(framed_set(), lists={})).weighting == EQUAL


@pytest.mark.parametrize("better", [True, False])
def test_a_feature_in_doubt_gets_no_weight_and_has_no_attribution(counting, better):
    found = counting.study()
    found.__dict__["in_doubt"] = ("context",)
    kept, key = ("pmi", "cosine"), ("shap-rf", ("pmi", "cosine"), 0, 0)
    learned = found._learned("shap-rf", kept, intervals=False)
    bounds = [0.72, 1.0] if better else [0.4, 1.0]
    found.kept[key] = learned | {"forest": {"right": 10, "n": 10, "interval": bounds}}
    assert found.weighting == AUTOMATIC
    assert "context may be noise alone" in found.rule.reason
    assert found.rule.from_lists == better
    weighed = found.weigh(AUTOMATIC, intervals=False)
    assert weighed["weights"]["context"] == 0
    assert sum(weighed["weights"].values()) == pytest.approx(1)
    told = as_json(found, weighed)
    assert told["weights"]["context"] == 0
    if better:
        assert set(told["shap"]["mean"]) == set(told["occupations"][0]["shap"]) == set(kept)
    else:
        assert told["shap"] is None
    assert told["validation"]["weighting"] == AUTOMATIC


def test_the_score_is_the_weighted_sum_of_z_scores(counting):
    found = counting.study(weighting=USER, user_weights=(("pmi", 0.6), ("context", 0.4)))
    weights = found.weigh(USER)["weights"]
    assert weights == {"pmi": 0.6, "cosine": 0.0, "context": 0.4}
    features = found.frame[[*COLUMNS]]
    z = (features - features.mean()) / features.std(ddof=0)
    expected = 0.6 * z["pmi_bias"] + 0.4 * z["context_bias"]
    np.testing.assert_allclose(found.scored(weights)["score"], expected)


def test_a_second_look_computes_nothing_and_another_seed_the_weights_only(from_nothing):
    def looked(study):
        weighed = study.weigh("shap-rf")
        return panel(study), weighed, study.scored(study.weigh("pca")["weights"])

    told = looked(from_nothing.study())
    assert from_nothing.measured == 2  # sentences and unmasking, once
    from_nothing.measured, from_nothing.worked = 0, []
    again = looked(from_nothing.study())
    assert from_nothing.measured == 0
    assert from_nothing.worked == []
    assert again[:2] == told[:2]
    assert again[2].equals(told[2])
    from_nothing.study(seed=1).weigh("shap-rf")
    assert from_nothing.measured == 0
    assert set(from_nothing.worked) == {"cabm_draws", "cabm_weights"}


def test_the_threshold_changes_categories_and_nothing_else(counting):
    found = counting.study()
    weights = found.weigh("pca")["weights"]
    wide = found.under(threshold=99.0).scored(weights)
    assert set(wide["category"]) == {"neutral"}
    assert wide["score"].equals(found.scored(weights)["score"])


def test_masked_heads_reach_every_part_but_the_corpus(masked_lm, counting):
    other = Counting(masked_lm("bert", "1-1,1-2,2-3"), counting.store)
    base, masked = counting.study(), other.study()
    assert base.frame["pmi_bias"].equals(masked.frame["pmi_bias"])
    for column in ("cosine_bias", "context_bias", "weat"):
        assert np.abs(base.frame[column] - masked.frame[column]).max() > 1e-4
    assert not base.unmasked["unmasking"].equals(masked.unmasked["unmasking"])


def test_the_panel_is_json_and_names_what_it_compares(counting):
    found = panel(counting.study())
    json.dumps(found, allow_nan=False)
    assert set(found["unmasking"]) == set(WEIGHTINGS)
    assert set(found["comparisons"]) == {"weat", "mac", "same"}
    assert {sum(counts.values()) for counts in found["categories"].values()} == {len(OCCUPATIONS)}
    assert len(found["weightings"]) == 6


def test_what_is_left_out_is_said(counting):
    data = framed_set((*OCCUPATIONS, "pilot", "baker"))
    kept = tuple(
        sentence for sentence in data.sentences if sentence.target != "pilot" or sentence.group == 0
    )
    found = counting.study(replace(data, sentences=kept))
    assert found.frame["occupation"].tolist() == list(OCCUPATIONS)
    (told,) = found.warnings
    assert "pilot is framed as male only" in told
    assert "baker was not counted in a corpus" in told


def test_fewer_than_eight_occupations_stop_the_study(counting):
    with pytest.raises(
        InputTextError, match=r"at least 8 occupations with sentences about both .* are 7"
    ):
        counting.study(framed_set(OCCUPATIONS[:7]))
    assert not counting.measured  # refused before it is read


def test_without_lists_there_are_no_forests(counting):
    found = counting.study(replace(framed_set(), lists={}))
    assert found.available() == ("pca", "equal")
    with pytest.raises(InputTextError, match="these have 0 and 0"):
        found.weigh("shap-rf")


def test_a_constant_pmi_leaves_weights_of_the_user_only(counting, monkeypatch):
    same = dict.fromkeys(TARGETS, TargetCount(10, 5, 5))
    monkeypatch.setattr(
        "tests.engine.measures.cabm.test_study.COUNTS", replace(COUNTS, targets=same)
    )
    found = counting.study(weighting=USER, user_weights=(("cosine", 0.5), ("context", 0.5)))
    assert found.available() == ()
    assert found.under(scale=RAW).available() == (EQUAL,)
    assert found.scored(found.weigh(USER)["weights"])["score"].std() > 0
    with pytest.raises(InputTextError, match=r"pmi_bias is .* for all 10 occupations"):
        found.weigh("pca")
    with pytest.raises(InputTextError, match=r"pmi_bias is"):
        found.scored({"pmi": 1.0, "cosine": 0.0, "context": 0.0})


def test_maps_keep_the_points_apart_and_say_what_they_show(counting):
    found = counting.study()
    points = framed_means(found.vectors, OCCUPATIONS)
    assert points.shape[0] == 2 * len(OCCUPATIONS)
    coordinates, loadings, parts = feature_plane(found.frame, COLUMNS)
    assert coordinates.shape == (len(OCCUPATIONS), 3)
    assert sum(parts) == pytest.approx(1)
    np.testing.assert_allclose(loadings @ loadings.T, np.eye(len(FEATURES)), atol=1e-9)


# --- models that mask no words -----------------------------------------------------------

OTHER_KINDS = [(WITH_MASK, "causal"), ("t5", "seq2seq")]


@pytest.fixture
def of_kind(masked_lm, kept):
    """A study of a model that fills in no blanks, with the settings its kind allows."""
    return lambda family, kind, **settings: Counting(masked_lm(family), kept).study(
        kind=kind, **settings
    )


@pytest.mark.parametrize(("family", "kind"), OTHER_KINDS)
def test_a_model_that_masks_nothing_is_scored_by_pmi_and_cosine(family, kind, of_kind):
    found = of_kind(family, kind)
    assert found.names == ("pmi", "cosine")
    assert found.frame["context_bias"].isna().all()
    assert found.unmasked is None
    assert found.draws.shape[2] == 2
    for name in WEIGHTINGS:
        weights = found.weigh(name)["weights"]
        assert weights["context"] == 0.0
        assert sum(weights.values()) == pytest.approx(1)
        frame = found.scored(weights)
        used = standardised(found.features, names=("pmi", "cosine"))
        expected = used @ [weights["pmi"], weights["cosine"]]
        assert frame["score"].tolist() == pytest.approx(expected.tolist())
        assert (frame["score_low"] < frame["score_high"]).all()
    assert found.weigh(EQUAL)["weights"] == {"pmi": 0.5, "cosine": 0.5, "context": 0.0}
    assert panel(found)["unmasking"] is None
    said = " ".join(found.remarks)
    assert "context is left out" in said
    assert "no pronoun probability gap" in said


@pytest.mark.parametrize(("family", "kind"), OTHER_KINDS)
def test_the_mean_vector_gives_such_a_model_its_context(family, kind, of_kind):
    found = of_kind(family, kind, sentence="mean")
    assert found.names == FEATURES
    assert found.frame["context_bias"].notna().all()
    assert found.unmasked is None


def test_weights_of_the_users_are_shared_between_the_features_that_are_left(of_kind):
    weights = (("pmi", 0.3), ("cosine", 0.1), ("context", 0.6))
    found = of_kind(WITH_MASK, "causal", weighting=USER, user_weights=weights)
    shared = found.weigh(USER)["weights"]
    assert shared == pytest.approx({"pmi": 0.75, "cosine": 0.25, "context": 0.0})
    with pytest.raises(InputTextError, match="All weight is on context"):
        found.under(user_weights=(("context", 1.0),)).weigh(USER)


def test_a_masked_model_keeps_what_was_chosen():
    chosen = CabmSettings(templates=TEMPLATES)
    assert for_kind(chosen, "masked") == chosen
    assert for_kind(chosen, "causal").sentence == NONE
    assert for_kind(replace(chosen, sentence="mean"), "causal").sentence == "mean"
