from __future__ import annotations

import pytest

from engine.core.spec import HeadRef
from engine.inference.ablation import ablated_rows, score_ablated
from engine.inference.plan import Row
from engine.inference.runner import score_rows
from engine.models.loading import MaskedLM
from tests.tiny_models import FAMILIES

HEADS = [None, HeadRef(0, 0), HeadRef(0, 3), HeadRef(1, 2)]


def row_of(lm):
    ids = tuple(lm.tokenizer("The nurse was tired.")["input_ids"])
    return Row(ids, (2, 3), (ids[2], ids[1]))


def near(scores):
    return pytest.approx(scores.log_probabilities, abs=1e-4)


@pytest.mark.parametrize("family", FAMILIES)
def test_heads_masked_in_one_batch_are_heads_masked_one_at_a_time(family, masked_lm):
    lm = masked_lm(family, "2-4")
    row = row_of(lm)
    together = score_ablated(lm, ablated_rows(row, HEADS))
    for head, scores in zip(HEADS, together, strict=True):
        more = () if head is None else (head,)
        (alone,) = score_rows(MaskedLM(lm.model, (*lm.masked_heads, *more)), [row])
        assert scores.log_probabilities == near(alone)
    assert len({scores.log_probabilities for scores in together}) == len(HEADS)


def test_no_mask_stays_behind(masked_lm):
    lm = masked_lm("bert")
    row = row_of(lm)
    before = score_rows(lm, [row])
    score_ablated(lm, ablated_rows(row, HEADS))
    assert score_rows(lm, [row]) == before
