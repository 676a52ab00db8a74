from __future__ import annotations

import numpy as np
import pytest

from engine.core.spec import HeadRef
from engine.measures.heads.attention_pair import (
    AttentionPair,
    attention_maps,
    attention_to_swapped,
    strongest_edges,
)
from tests.engine.measures.heads.made_maps import maps

HEAD = HeadRef(0, 0)


def test_words_that_both_sentences_have_answer_to_each_other():
    pair = AttentionPair(maps("[CLS] Women are kind ."), maps("[CLS] Old men are kind ."))
    assert pair.partner == {0: 0, 2: 3, 3: 4, 4: 5}
    assert pair.changed == ((1,), (1, 2))


def test_capitals_do_not_part_words():
    pair = AttentionPair(maps("Women are kind"), maps("women are kind"))
    assert pair.changed == ((), ())


def test_the_example_reads_the_swapped_word_as_the_experiment_does():
    weights = np.zeros((1, 1, 4, 4), dtype=np.float32)
    weights[0, 0, 3] = [0.4, 0.3, 0.1, 0.2]  # from "kind": special token, women, are, kind
    other = weights.copy()
    other[0, 0, 3] = [0.5, 0.1, 0.3, 0.1]
    pair = AttentionPair(maps("[CLS] women are kind", weights), maps("[CLS] men are kind", other))
    (row,) = attention_to_swapped(pair, 3, [HEAD], causal=False)
    assert row == {
        "head": "1-1",
        "original": pytest.approx(0.3),
        "original_scaled": pytest.approx(1.0),
        "counter": pytest.approx(0.1),
        "counter_scaled": pytest.approx(0.0),
    }


def test_a_causal_word_does_not_see_what_follows():
    even = np.full((1, 1, 3, 3), 1 / 3)
    pair = AttentionPair(maps("kind women smile", even), maps("kind men smile", even))
    (row,) = attention_to_swapped(pair, 0, [HEAD], causal=True)
    assert row["original"] is None
    (row,) = attention_to_swapped(pair, 2, [HEAD], causal=True)
    assert row["original"] == pytest.approx(1 / 3)


def test_two_words_swapped_for_one_are_scaled_as_one():
    weights = np.zeros((1, 1, 4, 4), dtype=np.float32)
    weights[0, 0, 3] = [0.3, 0.3, 0.1, 0.3]  # from "kind": old, men, are, kind
    pair = AttentionPair(maps("women are kind"), maps("old men are kind", weights))
    (row,) = attention_to_swapped(pair, 2, [HEAD], causal=False)
    assert row["counter"] == pytest.approx(0.6)
    assert row["counter_scaled"] == pytest.approx(1.0)
    (row,) = attention_to_swapped(
        AttentionPair(maps("old men are kind", weights), pair.first), 3, [HEAD], False
    )
    assert (row["original"], row["original_scaled"]) == (pytest.approx(0.6), pytest.approx(1.0))


def test_nothing_swapped_leaves_nothing_to_read():
    pair = AttentionPair(maps("women are kind"), maps("women are kind"))
    (row,) = attention_to_swapped(pair, 2, [HEAD], causal=False)
    assert row["original"] is row["counter"] is row["counter_scaled"] is None


def test_the_strongest_edges_come_first_and_leave_special_tokens_out():
    text = maps("[CLS] women are .")
    assert strongest_edges(text, HEAD, 3) == [
        {"attending": 2, "attended": 2, "weight": 10.0},
        {"attending": 2, "attended": 1, "weight": 9.0},
        {"attending": 1, "attended": 2, "weight": 6.0},
    ]
    assert [edge["weight"] for edge in strongest_edges(text, HEAD, 2, special=True)] == [15.0, 14.0]
    assert len(strongest_edges(text, HEAD, 99)) == 4
    assert strongest_edges(maps("[CLS] ."), HEAD, 5) == []


@pytest.mark.parametrize("family", ["bert", "gpt2"])
def test_the_example_of_a_model_equals_the_experiment(family, masked_lm):
    from engine.measures.counter.counter_stereotype import counter_stereotypes
    from engine.words.association_tests import AssociationTest
    from engine.words.counterparts import counterpart_sentences

    lm = masked_lm(family)
    test = AssociationTest(
        x=("kind", "quiet"), y=("cruel", "loud"), a=("she",), b=("he",), pairs=(("she", "he"),)
    )
    (item,) = counterpart_sentences(test, ["Today she is very kind to us."]).items
    (value,) = counter_stereotypes(lm, [item], {})
    pair = AttentionPair(
        *(attention_maps(lm, item[side]["text"]) for side in ("original", "counter"))
    )
    attending = next(at for at, unit in enumerate(pair.first.units) if unit.text == "kind")
    heads = [HeadRef(layer, head) for layer in range(2) for head in range(4)]
    for ref, row in zip(
        heads, attention_to_swapped(pair, attending, heads, family == "gpt2"), strict=True
    ):
        for side in ("original", "counter"):
            assert row[f"{side}_scaled"] == pytest.approx(
                value[side][ref.layer][ref.head], abs=1e-5
            )
