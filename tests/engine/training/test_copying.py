"""The penalty on copying: what counts as a copy, and what it costs."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from engine.training.copying import copy_loss, words_in_view
from engine.training.masking import TokenKinds

MASK, END, COMMON = 4, 5, 6
KINDS = TokenKinds(MASK, 100, ends=frozenset([END]), common=frozenset([END, COMMON]))


@pytest.mark.parametrize(
    ("ids", "fed", "positions", "expected"),
    [
        (
            [10, 11, COMMON, 12, END, 13, 14, END],
            [10, MASK, COMMON, 12, END, MASK, 14, END],
            [1, 5],
            [[10, 12], [14]],
        ),
        ([10, 11, 10, 12], [MASK, 11, 10, 12], [0], [[11, 12]]),
        ([10, 11, 12], [10, 33, MASK], [1, 2], [[10, 33], [10, 33]]),
    ],
    ids=["sentence", "right-word", "by-chance"],
)
def test_other_words_of_the_sentence_are_in_view(ids, fed, positions, expected):
    assert words_in_view(ids, fed, positions, KINDS) == expected


@given(st.lists(st.integers(4, 20), min_size=1, max_size=30), st.data())
def test_a_copy_is_never_right_common_or_hidden(ids, data):
    positions = sorted(data.draw(st.sets(st.integers(0, len(ids) - 1), min_size=1)))
    fed = [MASK if place in positions else token for place, token in enumerate(ids)]
    for place, tokens in zip(positions, words_in_view(ids, fed, positions, KINDS), strict=True):
        assert not {ids[place], MASK, END, COMMON} & set(tokens)
        assert set(tokens) <= set(fed)


def test_the_penalty_is_the_log_of_what_is_left_for_other_words():
    logits = torch.log(torch.tensor([[0.1, 0.2, 0.3, 0.4], [0.7, 0.1, 0.1, 0.1]])) + 5.0
    expected = -(torch.log(torch.tensor(0.5)) + torch.log(torch.tensor(0.3))) / 2
    found = copy_loss(logits.log_softmax(-1), [[1, 2], [0]])
    assert found.item() == pytest.approx(expected.item(), abs=1e-6)
    found = copy_loss(logits.log_softmax(-1), [[1, 2], []])  # nothing in view costs nothing
    assert found.item() == pytest.approx(math.log(2) / 2, abs=1e-6)


def test_the_surest_copy_still_has_a_finite_cost_and_a_gradient_elsewhere():
    logits = torch.tensor([[80.0, 0.0], [0.0, 0.0]], requires_grad=True)
    loss = copy_loss(logits.log_softmax(-1), [[0], [0]])
    loss.backward()
    assert torch.isfinite(loss)
    assert torch.isfinite(logits.grad).all()
    # Less probability for the copy is what lowers the penalty.
    assert logits.grad[1, 0] > 0 > logits.grad[1, 1]
