from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import ttest_1samp, ttest_rel

from engine.core.errors import InputTextError
from engine.core.spec import HeadRef
from engine.inference.words import SIGN, SPECIAL, WORD, Unit
from engine.measures.counter.counter_stereotype import (
    counter_stereotypes,
    experiment,
    with_holm,
)
from engine.measures.heads.attention_pair import attention_maps, attention_to
from engine.statistics import holm, paired_t_test
from tests.tiny_models import CAUSAL, FAMILIES

UNITS = [
    Unit("[CLS]", SPECIAL, (0,)),
    Unit("women", WORD, (1,)),
    Unit("are", WORD, (2,)),
    Unit("emotional", WORD, (3, 4)),
    Unit(".", SIGN, (5,)),
    Unit("[SEP]", SPECIAL, (6,)),
]


def item(text, attribute, counterpart, target):
    def side(words, word):
        return {
            "text": words,
            "attribute": [words.index(word), words.index(word) + len(word)],
            "target": [words.index(target), words.index(target) + len(target)],
        }

    return {
        "original": side(text, attribute),
        "counter": side(text.replace(attribute, counterpart), counterpart),
    }


ITEMS = [
    item("The women are tired nurses.", "women", "men", "tired"),
    item("He thinks that his aunt is clever.", "aunt", "grandfather", "clever"),
    item("My mother, a nurse, is kind.", "mother", "father", "kind"),
    item("The girl is a hairdresser today.", "girl", "boy", "hairdresser"),
]


def test_attention_to_a_word_worked_by_hand():
    # Two pieces ask: means .35, .15, .15 + .05 over women, are, emotional (summed over pieces).
    rows = np.array([[[[0.2, 0.4, 0.1, 0.2, 0.0, 0.1, 0.0], [0.2, 0.3, 0.2, 0.1, 0.1, 0.1, 0.0]]]])
    found = attention_to(rows, UNITS, wanted=1)
    assert found.shape == (1, 1)
    assert found[0, 0] == pytest.approx(1.0)
    assert attention_to(rows, UNITS, wanted=2)[0, 0] == pytest.approx(0.0)
    assert attention_to(rows, UNITS, wanted=3)[0, 0] == pytest.approx((0.2 - 0.15) / (0.35 - 0.15))


def test_special_tokens_and_signs_do_not_set_the_scale():
    rows = np.array([[[[0.9, 0.02, 0.01, 0.0, 0.03, 0.02, 0.02]]]])
    loud = np.array([[[[0.0, 0.02, 0.01, 0.0, 0.03, 0.94, 0.0]]]])
    for wanted in (1, 2, 3):
        assert attention_to(rows, UNITS, wanted) == attention_to(loud, UNITS, wanted)


def test_a_head_that_looks_at_all_words_alike_gives_zero():
    rows = np.array([[[[0.1, 0.2, 0.2, 0.1, 0.1, 0.2, 0.1]]]])
    assert attention_to(rows, UNITS, wanted=1)[0, 0] == 0.0


def test_only_what_a_causal_model_sees_sets_the_scale():
    rows = np.array([[[[0.5, 0.1, 0.4, 0.0, 0.0, 0.0, 0.0]]]])
    assert attention_to(rows, UNITS, 1, last=2)[0, 0] == pytest.approx(0.0)
    assert attention_to(rows, UNITS, 1)[0, 0] == pytest.approx(0.25)


def test_a_unit_that_is_no_word_cannot_be_asked_for():
    with pytest.raises(ValueError, match="is not among the words"):
        attention_to(np.zeros((1, 1, 1, 7)), UNITS, wanted=4)


@pytest.mark.parametrize("family", FAMILIES)
def test_values_are_read_from_the_maps_of_the_eager_network(family, masked_lm):
    import torch

    lm = masked_lm(family)
    found = counter_stereotypes(lm, ITEMS, {})
    for given, value in zip(ITEMS, found, strict=True):
        for name in ("original", "counter"):
            side = given[name]
            maps = attention_maps(lm, side["text"], words=True)
            texts = [unit.text for unit in maps.units]
            words = [index for index, unit in enumerate(maps.units) if unit.kind == WORD]
            asking = texts.index(side["text"][slice(*side["target"])])
            asked = texts.index(side["text"][slice(*side["attribute"])])
            if family in CAUSAL:
                words = [index for index in words if index <= asking]
            row = torch.tensor(maps.weights[:, :, asking, words])
            low, high = row.min(-1).values, row.max(-1).values
            expected = (row[..., words.index(asked)] - low) / (high - low)
            np.testing.assert_allclose(value[name], expected.numpy(), atol=1e-4)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("words", [False, True])
def test_rows_of_attention_sum_to_one(family, words, masked_lm):
    lm = masked_lm(family)
    maps = attention_maps(lm, "The hairdresser's kind, old mother-in-law was tired.", words)
    size = len(maps.units)
    assert maps.weights.shape == (lm.model.layers, lm.model.heads, size, size)
    np.testing.assert_allclose(maps.weights.sum(axis=-1), 1.0, atol=1e-5)
    assert (maps.weights >= 0).all()


def test_words_are_sums_over_keys_and_means_over_queries(masked_lm):
    lm = masked_lm("bert")
    text = "The hairdresser was kind."
    pieces, words = (attention_maps(lm, text, flag) for flag in (False, True))
    (unit,) = (unit for unit in words.units if unit.text == "hairdresser")
    assert len(unit.positions) > 1
    at = words.units.index(unit)
    last = words.units[at + 1].positions[0]
    np.testing.assert_allclose(
        words.weights[0, 0, at + 1, at],
        pieces.weights[0, 0, last, list(unit.positions)].sum(),
        rtol=1e-5,
    )
    np.testing.assert_allclose(
        words.weights[0, 0, at, at + 1],
        pieces.weights[0, 0, list(unit.positions), last].mean(),
        rtol=1e-5,
    )


def test_masked_heads_still_show_where_they_look_but_change_the_layers_above(masked_lm):
    base, masked = (
        attention_maps(masked_lm("bert", heads), "The nurse is kind.").weights
        for heads in ("", "1-1, 1-2")
    )
    np.testing.assert_allclose(base[0], masked[0], atol=1e-6)
    assert np.abs(base[1] - masked[1]).max() > 1e-3


def test_a_text_too_large_for_the_memory_is_told(masked_lm, monkeypatch):
    from engine.inference import attention as head_attention

    monkeypatch.setattr(head_attention, "WEIGHTS", 100)
    with pytest.raises(InputTextError, match="Attention over 7 tokens in 8 heads"):
        attention_maps(masked_lm("bert"), "The nurse is kind.")


@pytest.mark.parametrize("family", CAUSAL)
def test_a_causal_model_cannot_look_ahead(family, masked_lm):
    ahead = item("The tired women left.", "women", "men", "tired")
    found = counter_stereotypes(masked_lm(family), [ahead, ITEMS[0]], {})
    assert "causal model cannot attend" in found[0]["problem"]
    assert set(found[1]) == {"original", "counter"}


def test_a_sentence_that_is_too_long_is_told_and_the_others_are_read(masked_lm):
    long = item("The women are tired " + "and " * 200, "women", "men", "tired")
    found = counter_stereotypes(masked_lm("bert"), [long, ITEMS[0]], {})
    assert "at most 128" in found[0]["problem"]


# The experiment, on attentions made by hand


APART = [*range(100)], [*range(100)]  # sentences of a person word and a target each


def values(first, second):
    return [
        {"original": one.tolist(), "counter": other.tolist()}
        for one, other in zip(first, second, strict=True)
    ]


@pytest.fixture
def made():
    """[sentence, layer, head]: head 1-1 looks more at the original, the others by chance."""
    draw = np.random.default_rng(5)
    second = draw.uniform(0, 1, (30, 2, 2))
    first = second + draw.normal(0, 0.1, (30, 2, 2))
    first[:, 0, 0] += 0.2
    return first, second


def test_the_tests_are_those_of_scipy(made):
    first, second = made
    found = experiment(values(first, second), [HeadRef(0, 0), HeadRef(1, 1)], APART)
    one, other = ((first[:, 0, 0] + first[:, 1, 1]) / 2, (second[:, 0, 0] + second[:, 1, 1]) / 2)
    expected = ttest_rel(one, other, alternative="greater")
    group = found["biased"]
    assert group["t"] == pytest.approx(expected.statistic)
    assert group["p"] == pytest.approx(expected.pvalue)
    assert group["n"] == found["n"] == 30
    assert group["heads"] == found["other"]["heads"] == 2
    differences = one - other
    assert group["dz"] == pytest.approx(differences.mean() / differences.std(ddof=1))
    assert group["interval"][0] < group["mean_difference"] < group["interval"][1]
    assert group["mean_difference"] == pytest.approx(differences.mean())


def test_the_test_is_one_tailed(made):
    first, second = made
    up = experiment(values(first, second), [HeadRef(0, 0)], APART)["biased"]
    down = experiment(values(second, first), [HeadRef(0, 0)], APART)["biased"]
    assert up["p"] < 1e-6
    assert down["p"] == pytest.approx(1 - up["p"])
    assert down["t"] == pytest.approx(-up["t"])


def test_single_heads_are_corrected_over_all_and_the_two_groups_together(made):
    first, second = made
    found = experiment(values(first, second), [HeadRef(0, 0)], APART)
    groups = [found["biased"], found["other"]]
    assert [group["p_holm"] for group in groups] == holm([group["p"] for group in groups])
    table = found["by_head"]
    plain = [test["p"] for row in table for test in row]
    assert [test["p_holm"] for row in table for test in row] == holm(plain)
    assert table[0][1]["p"] == pytest.approx(
        ttest_rel(first[:, 0, 1], second[:, 0, 1], alternative="greater").pvalue
    )


def test_a_group_without_heads_has_no_test(made):
    found = experiment(values(*made), [], APART)
    assert found["biased"] == {
        "heads": 0,
        "n": 0,
        **dict.fromkeys(("t", "freedom", "p", "p_holm", "dz", "mean_difference", "interval")),
        **dict.fromkeys(("detectable", "t_by_sentence")),
        "interval_note": None,
    }
    assert found["other"]["heads"] == 4


def test_equal_differences_have_a_reason_and_no_interval():
    same = np.full((5, 2, 2), 0.3), np.full((5, 2, 2), 0.1)
    found = experiment(values(*same), [HeadRef(0, 0)], APART)["biased"]
    assert (found["t"], found["interval"], found["detectable"]) == (None, None, None)
    assert "all 5 sentences have the same value" in found["interval_note"]


def test_equal_differences_leave_the_test_undefined_not_infinite():
    found = paired_t_test([1.0, 2.0, 3.0], [0.0, 1.0, 2.0])
    assert found == {"t": None, "p": None, "dz": None, "mean_difference": 1.0, "n": 3}
    assert paired_t_test([1.0], [0.0])["t"] is None
    assert paired_t_test([], [])["mean_difference"] is None


def test_sentences_with_problems_are_left_out(made):
    found = experiment([{"problem": "too long"}, *values(*made)], [HeadRef(0, 0)], APART)
    assert found["n"] == 30
    assert found["skipped"] == 1
    with pytest.raises(InputTextError, match="No sentence"):
        experiment([{"problem": "too long"}], [], APART)


def test_what_a_group_would_have_detected_is_what_a_test_of_that_size_detects():
    generator = np.random.default_rng(0)
    made = generator.random((2, 40, 2, 2))
    found = experiment(values(*made), [HeadRef(0, 0)], APART)["biased"]
    differences = made[0, :, 0, 0] - made[1, :, 0, 0]
    smallest = found["detectable"]
    drawn = generator.normal(smallest, differences.std(ddof=1), (4000, 40))
    detected = ttest_1samp(drawn, 0, axis=1, alternative="greater").pvalue < 0.05
    assert detected.mean() == pytest.approx(0.8, abs=0.03)
    few = experiment(values(*made[:, :2]), [HeadRef(0, 0)], APART)
    assert few["biased"]["detectable"] is None


def test_sentences_that_share_words_are_no_independent_units(made):
    """A person word twice says no more than once: the t of the 30, with 29 degrees of freedom."""
    first, second = made
    twice = [np.concatenate([side, side]) for side in (first, second)]
    words = [*range(30)] * 2
    found = experiment(values(*twice), [HeadRef(0, 0)], (words, [*range(60)]))
    once = experiment(values(first, second), [HeadRef(0, 0)], APART)
    for name in ("t", "freedom", "p", "interval", "detectable"):
        assert found["biased"][name] == pytest.approx(once["biased"][name])
        assert found["by_head"][1][1].get(name) == pytest.approx(once["by_head"][1][1].get(name))
    assert found["biased"]["freedom"] == 29
    assert found["biased"]["t_by_sentence"] > 1.3 * found["biased"]["t"]


def test_sentences_that_share_too_few_words_have_no_test(made):
    targets = [place % 5 for place in range(30)]
    found = experiment(values(*made), [HeadRef(0, 0)], ([*range(30)], targets))["biased"]
    assert (found["t"], found["p"], found["interval"], found["p_holm"]) == (None,) * 4
    assert found["interval_note"] == "needs at least 6 person words and targets"
    assert found["t_by_sentence"] is not None


def test_what_is_shown_together_is_corrected_together():
    found = with_holm([{"p": 0.01}, {"p": 0.03}, {"p": None}])
    assert [one["p_holm"] for one in found] == [0.02, 0.03, None]
