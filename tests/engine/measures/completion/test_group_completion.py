from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.spatial.distance import jensenshannon

from engine.core.errors import InputTextError
from engine.measures.completion.group_completion import (
    MAX_GROUPS,
    contributions,
    fill_slot,
    group_completions,
    pairwise_divergence,
)
from tests.engine.measures.behind_masks import at_masks
from tests.tiny_models import MASKED

TEMPLATE = "The {group} was [MASK]."
GROUPS = ["nurse", "engineer", "hairdresser"]

distributions = st.lists(
    st.lists(st.floats(0, 1), min_size=4, max_size=4).filter(lambda row: sum(row) > 0.01),
    min_size=2,
    max_size=5,
).map(lambda rows: np.array([np.array(row) / sum(row) for row in rows]))


def compare(lm, template=TEMPLATE, groups=GROUPS, **params):
    (value,) = group_completions(lm, [{"text": template, "groups": groups}], {"top_k": 5, **params})
    return value


def probabilities_of(lm, text):
    """[mask, vocabulary] of the plain forward."""
    return np.exp(at_masks(lm, text).astype(np.float64))


# --- divergence by hand -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "bits"),
    [
        ([[1.0, 0.0], [0.0, 1.0]], [0.5, 0.5]),
        ([[0.3, 0.7], [0.3, 0.7]], [0.0, 0.0]),
        # means: 3/4, 1/4; first word: (1 log 4/3 + 1/2 log 2/3) / 2; second: (1/2 log 2) / 2
        ([[1.0, 0.0], [0.5, 0.5]], [(math.log2(4 / 3) + 0.5 * math.log2(2 / 3)) / 2, 0.25]),
        (np.eye(3).tolist(), [math.log2(3) / 3] * 3),
    ],
    ids=["nothing in common", "the same words", "half shared", "three apart"],
)
def test_what_each_word_adds_to_the_divergence_worked_by_hand(rows, bits):
    assert contributions(np.array(rows)).tolist() == pytest.approx(bits)


@given(distributions)
@example(np.array([[0.0, 1.0], [5e-324, 1.0]]))
def test_contributions_sum_to_a_divergence_between_nothing_and_the_most(rows):
    total = contributions(rows).sum()
    assert -1e-12 <= total <= math.log2(len(rows)) + 1e-12


@given(distributions.filter(lambda rows: rows[rows > 0].min() > 1e-300))  # scipy gives infinity
def test_of_two_groups_it_is_the_jensen_shannon_divergence_of_scipy(rows):
    expected = jensenshannon(rows[0], rows[1], base=2) ** 2
    assert contributions(rows[:2]).sum() == pytest.approx(expected, abs=1e-9)
    table = pairwise_divergence(rows)
    assert table[0, 1] == pytest.approx(expected, abs=1e-9)
    np.testing.assert_array_equal(table, table.T)
    assert np.diag(table).tolist() == [0.0] * len(rows)


# --- tables of a model ------------------------------------------------------------------


@pytest.mark.parametrize("family", MASKED)
def test_the_table_holds_each_groups_own_probabilities(family, masked_lm):
    lm = masked_lm(family, "1-1")
    value = compare(lm)
    (table,) = value["masks"]
    texts = [f"The {group} was [MASK]." for group in GROUPS]
    rows = np.stack([probabilities_of(lm, text)[0] for text in texts])
    tokens = lm.tokenizer.convert_tokens_to_ids(table["tokens"])
    assert value["texts"] == texts
    assert value["groups"] == GROUPS
    np.testing.assert_allclose(table["probabilities"], rows[:, tokens].T, rtol=1e-3)
    shifts = contributions(rows)
    np.testing.assert_allclose(table["spread"], shifts[tokens], rtol=1e-2, atol=1e-7)
    assert table["spread"] == sorted(table["spread"], reverse=True)
    assert table["divergence"] == pytest.approx(shifts.sum(), abs=1e-5)
    np.testing.assert_allclose(table["pairwise"], pairwise_divergence(rows), rtol=0, atol=1e-5)


def test_the_divergence_counts_words_that_are_hidden_or_not_shown(masked_lm):
    lm = masked_lm("bert")
    params = {"top_k": lm.model.vocabulary}
    (few,), (whole,) = compare(lm, top_k=1)["masks"], compare(lm, **params)["masks"]
    (rest,) = compare(lm, **params, hide=["piece", "punctuation", "stop"])["masks"]
    assert few["divergence"] == rest["divergence"] == whole["divergence"]
    assert len(few["words"]) == 1
    assert sum(few["spread"]) < few["divergence"]
    assert set(rest["words"]) < set(whole["words"])
    assert not {"the", "he", ".", "##s"} & set(rest["tokens"])
    assert "nurse" in rest["words"]


@pytest.mark.parametrize("family", ["bert", "roberta", "albert"])
def test_targets_are_looked_up_for_every_group(family, masked_lm):
    from engine.measures.completion.completions import completions

    lm = masked_lm(family)
    (table,) = compare(lm, targets=["tired", "zebra"])["masks"]
    assert len(table["targets"]) == len(GROUPS)
    for group, entries in zip(GROUPS, table["targets"], strict=True):
        item = {"text": f"The {group} was [MASK]."}
        (alone,) = completions(lm, [item], {"top_k": 1, "targets": ["tired", "zebra"]})
        assert [entry["word"] for entry in entries] == ["tired", "zebra"]
        for entry, expected in zip(entries, alone["targets"], strict=True):
            assert entry["probability"] == pytest.approx(expected["probability"], rel=1e-3)


def test_each_hidden_word_gets_its_own_table(masked_lm):
    lm = masked_lm("bert")
    value = compare(lm, "[MASK] said that the {group} was [MASK].")
    assert len(value["masks"]) == 2
    for mask, table in enumerate(value["masks"]):
        rows = np.stack([probabilities_of(lm, text)[mask] for text in value["texts"]])
        assert table["divergence"] == pytest.approx(contributions(rows).sum(), abs=1e-5)


# --- the slot ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("template", "group", "text"),
    [
        ("The {group} was [MASK].", "old man from Bern", "The old man from Bern was [MASK]."),
        ("He is a {group}.", "engineer", "He is an engineer."),
        ("He is an {group}.", "nurse", "He is a nurse."),
        ("He is  a  {group}.", "Asian", "He is  an  Asian."),
        ("A {group} is [MASK].", "engineer", "An engineer is [MASK]."),
        ("An {group} is [MASK].", "nurse", "A nurse is [MASK]."),
        ("Like a {group}, a {group}.", "actor", "Like an actor, an actor."),
        ("Banana {group}.", "actor", "Banana actor."),
        ("{group} are [MASK].", "women", "Women are [MASK]."),
        ("  {group} are [MASK].", "women", "  Women are [MASK]."),
        ("{group} and {group}.", "women", "Women and women."),
        ("{group} are [MASK].", "élèves", "Élèves are [MASK]."),
    ],
)
def test_a_group_is_written_as_the_sentence_needs_it(template, group, text):
    assert fill_slot(template, group) == text


@pytest.mark.parametrize(
    ("template", "groups", "message"),
    [
        ("The nurse was [MASK].", GROUPS, r"no \{group\} slot"),
        (TEMPLATE, [], r"at least two groups .* got 0\. Choose"),
        (TEMPLATE, ["nurse"], r"at least two groups .* got 1\. Choose"),
        (
            TEMPLATE,
            [f"group {number}" for number in range(MAX_GROUPS + 1)],
            "41 groups; at most 40",
        ),
        (TEMPLATE, ["nurse", "[MASK]"], "a group cannot contain a blank"),
        (TEMPLATE, ["___ nurse", "engineer"], "a group cannot contain a blank"),
        ("The {group} was tired.", GROUPS, "The sentence has no blank"),
    ],
    ids=["no slot", "no groups", "one group", "many groups", "mask", "line", "no masked word"],
)
def test_what_cannot_be_compared_is_refused_with_the_reason(template, groups, message, masked_lm):
    with pytest.raises(InputTextError, match=message):
        compare(masked_lm("bert"), template, groups)
