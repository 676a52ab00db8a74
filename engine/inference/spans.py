"""Span fillers (T5, mT5): sentences with a sentinel in the gap, and what the decoder says next."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError, UnusableModelError
from engine.core.families import decoder_states, hidden_states
from engine.core.mask_token import MASK
from engine.inference.plan import Row
from engine.inference.runner import padded, run_each
from engine.inference.text import encode

if TYPE_CHECKING:
    import numpy as np
    from torch import Tensor

    from engine.models.loading import LoadedModel, MaskedLM

SENTINEL = "<extra_id_{}>"
_SENTINELS = re.compile(r"▁?<extra_id_\d+>")


@dataclass(frozen=True)
class SpanRow(Row):
    """A sentence for the encoder, and what the decoder has said so far.

    Args:
        begun: token ids for the decoder, its start token and the sentinel among them.

    `targets` are the ids that follow; `read` is not used.
    """

    begun: tuple[int, ...] = ()


def sentinels(tokenizer: Any) -> tuple[int, int]:
    """Ids of the first two sentinels: what stands for the gap, and what ends its filling.

    Raises:
        UnusableModelError: if the tokenizer has none.
    """
    found = [tokenizer.convert_tokens_to_ids(SENTINEL.format(number)) for number in (0, 1)]
    if None in found or tokenizer.unk_token_id in found:
        raise UnusableModelError(
            "This tokenizer has no sentinel tokens (<extra_id_0>), so the model cannot be asked to "
            "fill a gap."
        )
    return found[0], found[1]


@lru_cache(maxsize=8)
def sentinel_ids(tokens: tuple[str, ...]) -> frozenset[int]:
    """Ids of all sentinels of a vocabulary; not every tokenizer calls them special."""
    return frozenset(place for place, token in enumerate(tokens) if _SENTINELS.fullmatch(token))


def gap_span(lm: MaskedLM, text: str) -> SpanRow:
    """The row that asks for the one masked word of a sentence."""
    gap, _ = sentinels(lm.tokenizer)
    filled = MASK.sub(lambda _: SENTINEL.format(0), text)
    ids = encode(lm.tokenizer, filled, lm.model.max_length).ids
    if ids.count(gap) != 1:
        raise InputTextError("The sentence holds <extra_id_0> itself; take it out.")
    start = lm.model.network.config.decoder_start_token_id
    return SpanRow(ids, (), (), begun=(start, gap))


def next_tokens(lm: MaskedLM, rows: Sequence[SpanRow]) -> list[np.ndarray]:
    """[vocabulary] log-probabilities of what follows in every row, nats."""
    return run_each(lm, rows, _next)


def span_scores(lm: MaskedLM, rows: Sequence[SpanRow]) -> list[float]:
    """Log-probability of all the targets of every row, one after the other, nats."""
    return run_each(lm, rows, _targets)


def _next(model: LoadedModel, rows: list[Row]) -> list[np.ndarray]:
    spans = _spans(rows)
    states = _decoded(model, spans, [span.begun for span in spans])
    last = states[range(len(spans)), [len(span.begun) - 1 for span in spans]]
    logits = model.family.language_model_head(model.network, last).float()
    return list(logits.log_softmax(-1).cpu().numpy())


def _targets(model: LoadedModel, rows: list[Row]) -> list[float]:
    spans = _spans(rows)
    states = _decoded(model, spans, [(*span.begun, *span.targets[:-1]) for span in spans])
    scores = []
    for span, state in zip(spans, states, strict=True):
        first = len(span.begun) - 1
        read = state[first : first + len(span.targets)]
        given = model.family.language_model_head(model.network, read).float().log_softmax(-1)
        scores.append(float(given[range(len(span.targets)), list(span.targets)].sum()))
    return scores


def _spans(rows: list[Row]) -> list[SpanRow]:
    return [row for row in rows if isinstance(row, SpanRow)]


def _decoded(model: LoadedModel, spans: list[SpanRow], said: list[tuple[int, ...]]) -> Tensor:
    """[row, token, hidden] states of the decoder; each sentence is encoded once."""
    import torch

    distinct = {span.ids: place for place, span in enumerate(spans)}
    inputs = padded(model, [spans[place] for place in distinct.values()])
    real = inputs.get("attention_mask", torch.ones_like(inputs["input_ids"]))
    encoded = hidden_states(model.network, **inputs)
    order = {ids: place for place, ids in enumerate(distinct)}
    which = torch.tensor([order[span.ids] for span in spans], device=encoded.device)
    # A decoder sees only what came before, so what stands behind a shorter row changes nothing.
    width = max(len(tokens) for tokens in said)
    pad = model.tokenizer.pad_token_id or 0
    tokens = torch.tensor([(*row, *[pad] * (width - len(row))) for row in said])
    return decoder_states(
        model.network,
        input_ids=tokens.to(encoded.device),
        encoder_hidden_states=encoded[which],
        encoder_attention_mask=real[which],
    )
