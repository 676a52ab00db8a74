from __future__ import annotations

import json
import math
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
import torch

from engine.core.errors import InputTextError
from engine.core.spec import HeadRef
from engine.inference.vectors import pooled_vectors
from engine.measures.seat.association import (
    associations,
    detectable_effect,
    effect_interval,
    effect_interval_over_templates,
    effect_size,
    permutation_test,
)
from engine.measures.seat.measure import association_tests, default_pooling, seat_params
from engine.measures.seat.reading import read_test
from engine.models.loading import MaskedLM
from engine.words.association_tests import AssociationTest, seat_test
from tests.engine.measures.association_items import (
    CONTEXTS,
    ITEM,
    plain_effect_size,
    states,
    word_vector,
)
from tests.tiny_models import FAMILIES, MASKED

SENTENCES = {
    "x": ["This is John.", "Here is Paul."],
    "y": ["This is Amy.", "Here is Lisa."],
    "a": ["This is a career.", "That is business."],
    "b": ["This is a family.", "That is a wedding."],
    "contexts": None,
}
# s = 1, 0 for X and -1, 0 for Y.
TARGETS = torch.tensor([[1.0, 0], [1, 1], [0, 1], [2, 2]], dtype=torch.float64)
A = torch.tensor([[3.0, 0]], dtype=torch.float64)
B = torch.tensor([[0, 0.5]], dtype=torch.float64)


def measured(lm, item, pooling, **changes):
    return association_tests(lm, [item], seat_params(pooling, **changes))[0]


def test_associations_and_their_effect_size_worked_by_hand():
    s = associations(TARGETS, A, B)
    np.testing.assert_allclose(s.numpy(), [1, 0, -1, 0], atol=1e-12)
    # Means .5 and -.5; squares sum to 2 over n - 1 = 3.
    expected = 1 / math.sqrt(2 / 3)
    assert float(effect_size(s, 2)) == pytest.approx(expected)
    for swapped in (torch.cat([s[2:], s[:2]]), associations(TARGETS, B, A)):
        assert float(effect_size(swapped, 2)) == pytest.approx(-expected)
    assert effect_size(torch.full((6,), 0.3, dtype=torch.float64), 3) is None


def test_permutations_worked_by_hand():
    # Sums over X of the six splits: 1, 0, 1, -1, 0, -1; the observed one is 1.
    found = permutation_test(np.array([1.0, 0, -1, 0]), 2, seed=0)
    assert found == (pytest.approx(4 / 6), pytest.approx(2 / 6), 6, True)


def test_every_split_counts_as_a_loop_over_them_counts():
    s = np.random.default_rng(3).normal(size=9)
    s[:4] += 0.8
    seen = s[:4].mean() - s[4:].mean()
    loop = []
    for chosen in combinations(range(9), 4):
        others = [index for index in range(9) if index not in chosen]
        loop.append(s[list(chosen)].mean() - s[others].mean())
    found = permutation_test(s, 4, seed=0)
    assert found.n_permutations == math.comb(9, 4) == len(loop)
    assert permutation_test(np.arange(16.0), 8, seed=0).n_permutations == 12_870
    assert found.p_one_sided == pytest.approx(np.mean([value >= seen - 1e-12 for value in loop]))
    assert found.p_value == pytest.approx(
        np.mean([abs(value) >= abs(seen) - 1e-12 for value in loop])
    )


def test_sampled_splits_come_near_the_exact_p_and_follow_their_seed(monkeypatch):
    from engine.measures.seat import association

    s = np.random.default_rng(1).normal(size=12)
    s[:6] += 0.5
    exact = permutation_test(s, 6, seed=0)
    monkeypatch.setattr(association, "EXACT_SPLITS", 100)
    one, again, other = (permutation_test(s, 6, seed=seed) for seed in (0, 0, 1))
    assert not one.exact
    assert one.n_permutations == 10_001
    assert one == again != other
    assert abs(one.p_value - exact.p_value) < 0.02


def test_a_sampled_p_is_never_zero(monkeypatch):
    from engine.measures.seat import association

    monkeypatch.setattr(association, "EXACT_SPLITS", 1)
    s = np.concatenate([np.ones(20) + np.arange(20) / 100, -np.ones(20)])
    found = permutation_test(s, 20, seed=0, samples=100)
    assert (found.p_value, found.p_one_sided) == pytest.approx((1 / 101, 1 / 101))


def test_the_interval_holds_the_effect_and_is_narrower_with_more_targets():
    draw = np.random.default_rng(0)
    widths = []
    for size in (6, 60):
        s = draw.normal(size=2 * size)
        s[:size] += 1
        low, high = effect_interval(s, size)
        assert low < float(effect_size(torch.from_numpy(s), size)) < high
        widths.append(high - low)
    assert widths[1] < widths[0]


def test_the_interval_is_that_of_cohens_delta_and_stays_below_two():
    from scipy.stats import nct

    s = np.array([3.0, 2.0, 1.0, 0.5, 0.0, -0.5])  # pooled variance (2 + 0.5) / 4, delta 2 / 0.79
    low, high = effect_interval(s, 3)
    seen = 2 / math.sqrt(2.5 / 4) * math.sqrt(1.5)
    for bound, share in ((low, 0.975), (high, 0.025)):
        delta = bound / math.sqrt(1 - bound**2 / 4)  # delta / sqrt(1 + delta²/4), solved for delta
        assert nct.cdf(seen, 4, delta * math.sqrt(1.5)) == pytest.approx(share, abs=1e-5)
    assert effect_interval(np.array([5.0, 5.1, -5.0, -5.1]), 2)[1] < 2


def test_sets_that_do_not_vary_within_have_no_interval():
    assert effect_interval(np.array([1.0, 1.0, 0.0, 0.0]), 2) is None
    assert effect_interval(np.array([1.0, 0.0]), 1) is None


def test_other_templates_widen_the_interval_only_where_they_change_the_difference():
    draw = np.random.default_rng(4)
    targets = draw.normal(size=(16, 1))
    targets[:8] += 1
    noise = 0.3 * draw.normal(size=(16, 6))
    alike = targets + noise + draw.normal(size=6)  # a template that raises all targets
    apart = alike + np.where(np.arange(16)[:, None] < 8, draw.normal(size=6), 0.0)
    plain = effect_interval(alike.mean(axis=1), 8)
    assert effect_interval_over_templates(alike, 8) == pytest.approx(plain, abs=0.05)
    low, high = effect_interval_over_templates(apart, 8)
    narrow = effect_interval(apart.mean(axis=1), 8)
    assert low < narrow[0] - 0.02
    assert high > narrow[1] + 0.005
    assert effect_interval_over_templates(apart[:, :1], 8) == effect_interval(apart[:, 0], 8)
    assert effect_interval_over_templates(np.ones((4, 3)), 2) is None


def test_sixteen_targets_show_only_large_effects():
    from statsmodels.stats.power import TTestIndPower

    delta = TTestIndPower().solve_power(nobs1=8, alpha=0.05, power=0.8)
    assert detectable_effect(8, 8) == pytest.approx(delta / math.sqrt(1 + delta**2 / 4))
    assert detectable_effect(1, 1) is None


@pytest.mark.parametrize("family", FAMILIES)
def test_words_in_context_as_a_second_implementation_reads_them(family, masked_lm):
    lm = masked_lm(family, "1-1, 2-4")
    vectors = {
        name: [word_vector(lm, word, CONTEXTS) for word in ITEM[name]]
        for name in ("x", "y", "a", "b")
    }
    found = measured(lm, ITEM, "token")
    assert found["effect_size"] == pytest.approx(plain_effect_size(**vectors), abs=2e-4)
    assert found["n_permutations"] == 20
    assert found["exact"]
    assert found["problem"] is None
    assert found["sizes"] == {"x": 3, "y": 3, "a": 3, "b": 3}


# `That` and `Here` stand in two sets each, so they are nobody's own.
OWN = ("john", "paul", "amy", "lisa", "career", "business", "family", "wedding")
TOKENS = {
    "cls": lambda text, offsets, special: [0],
    "mean": lambda text, offsets, special: [not flag for flag in special],
    "token": lambda text, offsets, special: [
        text[start:stop].lower() in OWN for start, stop in offsets
    ],
}


@pytest.mark.parametrize(
    ("pooling", "family"),
    [
        *(("cls", family) for family in MASKED),
        *(("mean", family) for family in FAMILIES),
        ("token", "bert"),
    ],
)
def test_sentences_are_read_by_the_tokens_of_their_pooling(pooling, family, masked_lm):
    lm = masked_lm(family)

    def mean(text):
        hidden, offsets, special = states(lm, text)
        return hidden[TOKENS[pooling](text, offsets, special)].mean(axis=0)

    vectors = {name: [mean(text) for text in SENTENCES[name]] for name in ("x", "y", "a", "b")}
    found = measured(lm, SENTENCES, pooling)["effect_size"]
    assert found == pytest.approx(plain_effect_size(**vectors), abs=2e-3)


def test_a_word_is_read_in_the_first_contexts_only(masked_lm):
    reading = read_test(masked_lm("bert"), ITEM, "token", 1)
    assert set(reading.contexts) == {1}
    more = read_test(masked_lm("bert"), ITEM, "token", 10)
    assert more.contexts[more.examples.index(("x", "nurse"))] == 2


def test_another_mask_finds_the_texts_read_already_and_another_test_does_not(masked_lm):
    lm = masked_lm("bert")
    masked = MaskedLM(lm.model, (HeadRef(0, 0),))
    reading = read_test(lm, ITEM, "token", 1)
    assert read_test(masked, ITEM, "token", 1) is reading
    other = {**ITEM, "contexts": ITEM["contexts"][::-1]}
    for changed in ((other, "token", 1), (ITEM, "mean", 1), (ITEM, "token", 2)):
        assert read_test(lm, *changed) is not reading
    assert read_test(masked_lm("roberta"), ITEM, "token", 1) is not reading


def test_words_that_no_context_or_vocabulary_holds_are_listed_and_left_out(masked_lm):
    item = {**ITEM, "x": [*ITEM["x"], "librarian", "木"], "b": [*ITEM["b"], "uncle"]}
    item["contexts"] = [*CONTEXTS, "The 木 left."]
    found = measured(masked_lm("bert"), item, "token")
    assert found["missing"] == {"x": ["librarian", "木"], "b": ["uncle"]}
    assert found["sizes"] == {"x": 3, "y": 3, "a": 3, "b": 3}
    assert found["effect_size"] == measured(masked_lm("bert"), ITEM, "token")["effect_size"]
    assert any("3 words occur in no context" in warning for warning in found["warnings"])


def test_sets_of_unequal_size_are_told(masked_lm):
    item = {**ITEM, "y": ["engineer", "soldier"]}
    found = measured(masked_lm("bert"), item, "token")
    assert found["n_permutations"] == math.comb(5, 3)
    assert "The two target sets have 3 and 2 examples" in found["warnings"][0]


def test_one_vector_for_all_targets_leaves_d_undefined_and_no_nan(masked_lm):
    # Every target stands in the same place of the one sentence they share: same [CLS].
    item = {
        **ITEM,
        "contexts": ["The nurse, secretary, engineer and soldier left.", "She loves the man."],
        "x": ["nurse", "secretary"],
        "y": ["engineer", "soldier"],
        "a": ["she"],
        "b": ["man"],
    }
    found = measured(masked_lm("bert"), item, "cls")
    assert found["effect_size"] is None
    assert found["p_value"] is None
    assert found["interval"] is None
    assert found["n_permutations"] == 0
    assert "undefined" in found["problem"]


@pytest.mark.parametrize(
    ("item", "pooling", "message"),
    [
        pytest.param(
            SENTENCES
            | {"x": ["This is Amy here.", "Here is Paul."], "y": ["Here is Amy.", "This is Lisa."]},
            "token",
            "which word of 'This is Amy here.'",
            id="no word of its own",
        ),
        pytest.param(
            ITEM | {"x": ["librarian", "nurse", "lawyer"]},
            "token",
            "X has 1 usable example; an effect size needs",
            id="too few in the contexts",
        ),
        *(
            pytest.param(
                SENTENCES | {"x": ["木.", "John"], "y": ["Amy", "Lisa"]},
                pooling,
                "X has 1 usable example.*; the model's vocabulary has no pieces for '木.'.$",
                id=f"not in the vocabulary, {pooling}",
            )
            for pooling in ("token", "cls", "mean", "last")
        ),
        *(
            pytest.param(
                SENTENCES | {"x": [mark, "Here is Paul."]},
                pooling,
                r"X has 1 usable example.*; examples may hold no special tokens, as '.+'\.$",
                id=f"{mark}, {pooling}",
            )
            for mark in ("[MASK]", "[PAD]", "[SEP] This is John.")
            for pooling in ("token", "cls", "mean", "last")
        ),
        pytest.param(
            SENTENCES | {"x": ["This is John.", "this is  john."]},
            "mean",
            "X has 1 usable example.*count once, as 'this is  john.'.$",
            id="one text twice",
        ),
        pytest.param(
            SENTENCES | {"y": ["Here is  Paul.", "This is Lisa."]},
            "cls",
            "'Here is  Paul.' in Y and 'Here is Paul.' in X are the same tokens to this model",
            id="one text in two sets",
        ),
        pytest.param(ITEM | {"x": ["nurse", "He"]}, "token", "He is in both X and B", id="overlap"),
        pytest.param(ITEM, "first", "token, cls, mean, mean-all, last; got 'first'", id="pooling"),
    ],
)
def test_what_cannot_be_measured_is_refused_with_the_reason(item, pooling, message, masked_lm):
    with pytest.raises(InputTextError, match=message):
        measured(masked_lm("bert"), item, pooling)


def test_contexts_longer_than_the_model_reads_are_counted(masked_lm):
    item = {**ITEM, "contexts": ["the nurse " * 100, *CONTEXTS]}
    found = measured(masked_lm("bert"), item, "token")
    assert found["skipped"] == 1
    assert found["effect_size"] == measured(masked_lm("bert"), ITEM, "token")["effect_size"]


def test_the_default_pooling_fits_the_source_and_the_kind():
    assert default_pooling(ITEM) == default_pooling(ITEM, "causal") == "token"
    assert default_pooling(SENTENCES) == "cls"
    assert default_pooling(SENTENCES, "causal") == "last"
    assert default_pooling(SENTENCES, "seq2seq") == "mean"


@pytest.mark.parametrize("family", ["gpt2", "llama", "gpt2-mask"])
def test_the_last_token_of_a_text_is_its_vector_in_a_causal_model(family, masked_lm):
    lm = masked_lm(family)
    reading = read_test(lm, SENTENCES, "last", 10)
    vectors = pooled_vectors(lm, reading.shares, len(reading.examples))
    for number, (_, text) in enumerate(reading.examples):
        ids = lm.tokenizer(text, add_special_tokens=False)["input_ids"]
        given = torch.tensor([[lm.tokenizer.bos_token_id, *ids]])
        with torch.inference_mode():
            states = lm.model.network(given, output_hidden_states=True).hidden_states[-1]
        assert vectors[number].tolist() == pytest.approx(states[0, -1].tolist(), abs=1e-4)


def test_all_public_tests_can_be_measured(shared_data, masked_lm):
    lm = masked_lm("bert")
    for path in sorted((shared_data / "seat").glob("*weat6*.jsonl")):
        test = seat_test(path.read_text(encoding="utf-8"), path.name)
        found = measured(lm, test.item(), "token", samples=100)
        assert found["effect_size"] is not None
        assert found["sizes"]["x"] == found["sizes"]["y"] == len(test.x)


# --- texts that are the same, or nothing, to the model ------------------------------------


@pytest.mark.parametrize("pooling", ["cls", "mean", "last"])
def test_texts_of_the_same_tokens_count_once_and_how_many_remain_is_told(pooling, masked_lm):
    lm = masked_lm("bert")
    item = SENTENCES | {"x": [*SENTENCES["x"], "this is  JOHN.", "Here is Paul\u200b."]}
    found = measured(lm, item, pooling)
    assert found["effect_size"] == measured(lm, SENTENCES, pooling)["effect_size"]
    assert found["sizes"]["x"] == 2
    assert found["repeated"] == {"x": ["this is  JOHN.", "Here is Paul\u200b."]}
    assert any("X: 2 examples left out" in said for said in found["warnings"])
    assert any("2 of 4 remain." in said for said in found["warnings"])


@pytest.mark.parametrize("family", ["bert", "xlm-roberta"])
@pytest.mark.parametrize("pooling", ["token", "cls", "mean", "last"])
def test_texts_of_unknown_words_alone_are_left_out_in_every_pooling(family, pooling, masked_lm):
    lm = masked_lm(family)
    item = SENTENCES | {"y": [*SENTENCES["y"], "茶", "木 木!"], "b": [*SENTENCES["b"], "山 川."]}
    found = measured(lm, item, pooling)
    assert found["effect_size"] == measured(lm, SENTENCES, pooling)["effect_size"]
    assert found["unread"] == {"y": ["茶", "木 木!"], "b": ["山 川."]}
    assert any("Y: 2 examples left out" in said for said in found["warnings"])
    assert any("(山 川.); 2 of 3 remain." in said for said in found["warnings"])


@pytest.mark.parametrize("family", ["bert", "roberta", "gpt2"])
def test_examples_that_hold_special_tokens_are_left_out_and_named(family, masked_lm):
    lm = masked_lm(family)
    own = [sign for sign in lm.tokenizer.all_special_tokens if sign != lm.tokenizer.unk_token]
    for mark in {*own, "[MASK]", "[mask]", "<mask>", "[PAD]", "[CLS]", "</s>", "<|endoftext|>"}:
        item = SENTENCES | {"y": [*SENTENCES["y"], mark], "a": [*SENTENCES["a"], f"It is {mark}."]}
        found = measured(lm, item, "mean")
        assert found["effect_size"] == measured(lm, SENTENCES, "mean")["effect_size"]
        assert found["special"] == {"y": [mark], "a": [f"It is {mark}."]}
        assert any(f"({mark}); 2 of 3 remain." in said for said in found["warnings"])


@pytest.mark.parametrize("pooling", ["token", "cls", "mean"])
def test_a_special_token_of_a_corpus_is_no_word(pooling, masked_lm):
    lm = masked_lm("bert")
    item = {**ITEM, "x": [*ITEM["x"], "[MASK]"], "contexts": [*CONTEXTS, "The [MASK] left."]}
    found = measured(lm, item, pooling)
    assert found["special"] == {"x": ["[MASK]"]}
    assert found["effect_size"] == measured(lm, ITEM, pooling)["effect_size"]
    named = measured(lm, {**item, "x": [*ITEM["x"], "mask"]}, pooling)
    assert named["missing"] == {"x": ["mask"]}
    assert named["effect_size"] == found["effect_size"]


def test_only_a_test_of_what_may_be_special_tokens_is_another_item():
    plain = AssociationTest(("he", "him"), ("she", "her"), ("work",), ("home",))
    assert "plain" not in plain.item()
    for mark in ("[MASK]", "a <mask> b", "It is ___.", "<|endoftext|>"):
        assert replace(plain, a=(mark,)).item()["plain"]


def test_an_unknown_word_beside_others_is_named(masked_lm):
    item = SENTENCES | {"a": ["This is a career.", "That is 茶."]}
    found = measured(masked_lm("bert"), item, "cls")
    assert found["unread_words"] == ["茶"]
    assert found["sizes"]["a"] == 2
    assert any("cannot read 茶 in these texts" in said for said in found["warnings"])
    assert measured(masked_lm("roberta"), item, "cls")["unread_words"] == []


@pytest.mark.parametrize("pooling", ["token", "cls", "mean"])
def test_contexts_of_the_same_tokens_count_once_and_unknown_words_have_none(pooling, masked_lm):
    lm = masked_lm("bert")
    again = [context.upper() for context in CONTEXTS]
    item = {**ITEM, "x": [*ITEM["x"], "木"], "contexts": [*CONTEXTS, *again, "The 木 left."]}
    reading = read_test(lm, item, pooling, 10)
    plain = read_test(lm, ITEM, pooling, 10)
    assert reading.contexts == plain.contexts
    assert reading.shares == plain.shares
    assert reading.missing == [("x", "木")]


def test_two_words_that_are_one_to_the_model_count_once(masked_lm):
    contexts = [*CONTEXTS, "The lawyer left.", "The làwyer left."]
    item = {**ITEM, "x": ["nurse", "secretary", "lawyer", "làwyer"], "contexts": contexts}
    found = measured(masked_lm("bert"), item, "token")
    assert found["repeated"] == {"x": ["làwyer"]}
    assert found["sizes"]["x"] == 3


def test_a_file_that_names_a_text_twice_says_so():
    sets = {"targ1": ["He", "Him", "He "], "targ2": ["She", "Her"], "attr1": ["a"], "attr2": ["b"]}
    test = seat_test(json.dumps(sets))
    assert test.notes == ("targ1 names 1 text again, which counts once: 2 of 3 remain.",)


@pytest.mark.parametrize(
    ("changes", "other"),
    [
        ({}, False),
        ({"targ1": ["He", "Him", "HE "]}, True),
        ({"targ1": ["He", "Him", "Josef\u00e9"]}, True),
        ({"attr2": ["b", "b!"]}, True),
    ],
)
def test_only_a_test_whose_texts_a_model_may_read_alike_is_another_item(changes, other):
    sets = {"targ1": ["He", "Him"], "targ2": ["She", "Her"], "attr1": ["a"], "attr2": ["b"]}
    assert ("distinct" in seat_test(json.dumps(sets | changes)).item()) is other


def test_a_pooling_that_is_none_is_refused_before_any_test_is_read(engine, tmp_path):
    names = [str(tmp_path / "one.jsonl"), str(tmp_path / "two.jsonl")]
    done = engine("seat", *names, "--pooling", "max")
    assert (done.code, done.out) == (2, "")
    assert "A pooling is token, cls, mean, mean-all, last; got 'max'." in done.err


def test_a_model_that_is_given_as_a_test_is_refused_with_the_option_for_it(engine, tmp_path):
    (tmp_path / "config.json").write_text("{}")
    assert "a model with --model" in engine("seat", str(tmp_path)).err
