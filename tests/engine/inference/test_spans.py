"""Span fillers: sentinels in the gap, and what the decoder gives beside a plain forward."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from engine.core.errors import InputTextError, UnusableModelError
from engine.inference.text import gap_span, next_tokens, sentinel_ids, sentinels, span_scores
from tests.tiny_models import SEQ2SEQ

TEXT = "The nurse said that [MASK] was tired."
OTHER = "They sold the <mask> and the old car in the city."


def plain(lm, row, said):
    """[token, vocabulary] log-probabilities of a plain forward of the whole network."""
    with torch.inference_mode():
        out = lm.model.network(
            input_ids=torch.tensor([row.ids]), decoder_input_ids=torch.tensor([said])
        )
    return out.logits[0].float().log_softmax(-1)


@pytest.fixture(params=SEQ2SEQ)
def lm(request, masked_lm):
    return masked_lm(request.param)


def test_the_gap_is_the_first_sentinel_and_the_decoder_begins_with_it(lm):
    row = gap_span(lm, TEXT)
    gap, close = sentinels(lm.tokenizer)
    assert row.ids.count(gap) == 1
    assert close not in row.ids
    assert row.begun == (lm.model.network.config.decoder_start_token_id, gap)
    assert lm.tokenizer.decode(row.ids, skip_special_tokens=False).count("<extra_id_0>") == 1


def test_all_sentinels_of_a_vocabulary_are_known(lm):
    tokens = tuple(lm.tokenizer.convert_ids_to_tokens(range(len(lm.tokenizer))))
    assert set(sentinels(lm.tokenizer)) <= sentinel_ids(tokens)
    assert sentinel_ids(("▁<extra_id_7>", "<extra_id_99>", "extra", "▁the")) == {0, 1}


def test_what_follows_is_that_of_a_plain_forward(lm):
    row = gap_span(lm, TEXT)
    (found,) = next_tokens(lm, [row])
    wanted = plain(lm, row, row.begun)[-1]
    assert found == pytest.approx(wanted.numpy(), abs=1e-4)


def test_rows_of_unequal_length_give_together_what_they_give_alone(lm):
    first, second = gap_span(lm, TEXT), gap_span(lm, OTHER)
    rows = [first, replace(second, begun=(*second.begun, 5, 9)), replace(first, begun=(0, 7, 3, 2))]
    together = next_tokens(lm, rows)
    for row, found in zip(rows, together, strict=True):
        assert found == pytest.approx(next_tokens(lm, [row])[0], abs=1e-4)
        assert found == pytest.approx(plain(lm, row, row.begun)[-1].numpy(), abs=1e-4)


def test_the_score_of_a_filling_is_the_sum_of_its_tokens(lm):
    row = gap_span(lm, TEXT)
    _, close = sentinels(lm.tokenizer)
    short, long = (replace(row, targets=(*ids, close)) for ids in ((8,), (8, 11, 4)))
    found = span_scores(lm, [long, short])
    for one, score in zip((long, short), found, strict=True):
        given = plain(lm, one, (*one.begun, *one.targets[:-1]))[len(one.begun) - 1 :]
        wanted = sum(float(line[token]) for line, token in zip(given, one.targets, strict=True))
        assert score == pytest.approx(wanted, abs=1e-4)
    assert found[0] < found[1]


def test_a_masked_head_changes_what_is_said(masked_lm):
    whole, masked = masked_lm("mt5"), masked_lm("mt5", "1-1,2-3")
    row = gap_span(whole, TEXT)
    assert next_tokens(whole, [row])[0] != pytest.approx(next_tokens(masked, [row])[0], abs=1e-3)


def test_a_text_that_holds_the_sentinel_itself_or_is_too_long_is_refused(lm):
    with pytest.raises(InputTextError, match="holds <extra_id_0> itself"):
        gap_span(lm, f"{TEXT} <extra_id_0>")
    with pytest.raises(InputTextError, match="shorten it"):
        gap_span(lm, " ".join(["water"] * (lm.model.max_length + 1)) + " [MASK]")


def test_a_tokenizer_without_sentinels_is_refused(masked_lm):
    with pytest.raises(UnusableModelError, match="no sentinel tokens"):
        gap_span(masked_lm("bert"), TEXT)
