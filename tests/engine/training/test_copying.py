"""The penalty on copying: what counts as a copy, and what it costs."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from engine.training.masking import TokenKinds, sentence_numbers
from engine.training.objective import copy_loss, words_in_view

MASK, END, COMMON = 4, 5, 6
TOKENS = torch.arange(100)
ENDS = TOKENS == END
KINDS = TokenKinds(MASK, 100, TOKENS > 99, ENDS, ENDS | (TOKENS == COMMON))


def in_view(ids, fed):
    """[sentence] tokens that stand in view in it."""
    ids, fed = torch.tensor([ids]), torch.tensor([fed])
    text = torch.ones_like(ids, dtype=torch.bool)
    sentences = sentence_numbers(ids, text, KINDS)
    found = words_in_view(fed, text, sentences, KINDS)
    return [
        sorted(fed[found & (sentences == number)].tolist())
        for number in range(int(sentences.max()) + 1)
    ]


@pytest.mark.parametrize(
    ("ids", "fed", "expected"),
    [
        (
            [10, 11, COMMON, 12, END, 13, 14, END],
            [10, MASK, COMMON, 12, END, MASK, 14, END],
            [[10, 12], [14]],
        ),
        ([10, 11, 10, 12], [10, 11, 10, MASK], [[10, 11]]),
        ([10, 11, 12], [10, 33, MASK], [[10, 33]]),
        ([10, END, 10], [10, END, 10], [[10], [10]]),
    ],
    ids=["sentence", "once-each", "by-chance", "in-each-sentence"],
)
def test_words_of_the_sentence_are_in_view(ids, fed, expected):
    assert in_view(ids, fed) == expected


@given(st.lists(st.integers(4, 20), min_size=1, max_size=30), st.data())
def test_no_word_in_view_is_common_or_hidden_and_each_counts_once(ids, data):
    positions = data.draw(st.sets(st.integers(0, len(ids) - 1)))
    fed = [MASK if place in positions else token for place, token in enumerate(ids)]
    for tokens in in_view(ids, fed):
        assert not {MASK, END, COMMON} & set(tokens)
        assert len(set(tokens)) == len(tokens)
        assert set(tokens) <= set(fed)


def test_padding_and_special_tokens_are_not_in_view():
    fed = torch.tensor([[1, 10, 11, 2, 0]])
    text = torch.tensor([[False, True, True, False, False]])
    found = words_in_view(fed, text, torch.zeros_like(fed), KINDS)
    assert found.tolist() == [[False, True, True, False, False]]


def test_the_penalty_is_the_log_of_what_is_left_for_other_words():
    logits = torch.log(torch.tensor([[0.1, 0.2, 0.3, 0.4], [0.7, 0.1, 0.1, 0.1]])) + 5.0
    expected = -(torch.log(torch.tensor(0.5)) + torch.log(torch.tensor(0.3))) / 2
    tokens = torch.tensor([[1, 2, 3], [0, 3, 3]])
    copies = torch.tensor([[True, True, False], [True, False, False]])
    found = copy_loss(logits.log_softmax(-1), tokens, copies)
    assert found.item() == pytest.approx(expected.item(), abs=1e-6)
    copies[1] = False  # nothing in view costs nothing
    found = copy_loss(logits.log_softmax(-1), tokens, copies)
    assert found.item() == pytest.approx(math.log(2) / 2, abs=1e-6)


def test_the_surest_copy_still_has_a_finite_cost_and_a_gradient_elsewhere():
    logits = torch.tensor([[80.0, 0.0], [0.0, 0.0]], requires_grad=True)
    tokens = torch.zeros(2, 1, dtype=torch.long)
    loss = copy_loss(logits.log_softmax(-1), tokens, torch.ones(2, 1, dtype=torch.bool))
    loss.backward()
    assert torch.isfinite(loss)
    assert torch.isfinite(logits.grad).all()
    # Less probability for the copy is what lowers the penalty.
    assert logits.grad[1, 0] > 0 > logits.grad[1, 1]
