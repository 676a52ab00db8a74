"""Text to token ids: the user's mask into the model's, words to positions, lengths checked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError, UnusableModelError, is_unicode
from engine.core.families import decoder_states, hidden_states
from engine.core.mask_token import MASK, masks_in
from engine.core.wording import counted
from engine.inference.plan import Row
from engine.inference.runner import padded, run_each

if TYPE_CHECKING:
    import numpy as np
    from torch import Tensor

    from engine.models.loading import LoadedModel, MaskedLM


MAX_MASKS = 10


@dataclass(frozen=True)
class Encoded:
    """One text as the network reads it.

    Args:
        ids: token ids with special tokens.
        special: True at the tokens that the tokenizer added itself.
        offsets: (start, stop) of each token in the text, characters.
        words: the tokenizer's own number of each token's word, None at special tokens.
    """

    ids: tuple[int, ...]
    special: tuple[bool, ...]
    offsets: tuple[tuple[int, int], ...]
    words: tuple[int | None, ...] = ()


def encode(tokenizer: Any, text: str, max_length: int) -> Encoded:
    """Tokenise one text whole.

    Raises:
        InputTextError: if it is empty, longer than the model reads (nothing is ever cut), or
            holds bytes from the command line that are no text.
    """
    if not text.strip():
        raise InputTextError("The text is empty; type a sentence.")
    if not is_unicode(text):
        raise InputTextError("The text holds bytes that are not UTF-8; give it as UTF-8.")
    out = tokenizer(
        text,
        return_offsets_mapping=True,
        return_special_tokens_mask=True,
        truncation=False,
        verbose=False,
    )
    ids = tuple(out["input_ids"])
    if len(ids) > max_length:
        raise InputTextError(
            f"This text has {counted(len(ids), 'token')} and the model reads at most {max_length}; "
            "shorten it (a token is a word or a piece of one). Nothing is cut off."
        )
    return Encoded(
        ids,
        tuple(bool(flag) for flag in out["special_tokens_mask"]),
        tuple((start, stop) for start, stop in out["offset_mapping"]),
        tuple(out.word_ids()),
    )


def encode_with_start(tokenizer: Any, text: str, max_length: int) -> Encoded:
    """Tokenise one text for a causal model, behind its start token if it has one.

    A causal model reads each token from those before it; without a start token (GPT-2's
    tokenizer adds none) the first word could not be read at all.
    """
    encoded = encode(tokenizer, text, max_length)
    start = tokenizer.bos_token_id
    if start is None or encoded.ids[:1] == (start,):
        return encoded
    if len(encoded.ids) == max_length:
        raise InputTextError(
            f"This text has {max_length + 1} tokens with the start token and the model reads at "
            f"most {max_length}; shorten it (a token is a word or a piece of one). Nothing is cut "
            "off."
        )
    return Encoded(
        (start, *encoded.ids),
        (True, *encoded.special),
        ((0, 0), *encoded.offsets),
        (None, *encoded.words),
    )


def marks_in(tokenizer: Any, encoded: Encoded) -> list[str]:
    """Tokens that mark where a text begins, ends or is padded, and that the text itself holds.

    The model reads `[SEP]` typed into a sentence as the end of the sentence, not as a word.
    """
    named = {tokenizer.bos_token_id, tokenizer.eos_token_id}
    marks = named | {tokenizer.cls_token_id, tokenizer.sep_token_id, tokenizer.pad_token_id}
    if tokenizer.unk_token_id not in named:
        marks.discard(tokenizer.unk_token_id)
    held = {
        token
        for token, (start, stop) in zip(encoded.ids, encoded.offsets, strict=True)
        if token in marks and start < stop
    }
    return tokenizer.convert_ids_to_tokens(sorted(held))


def with_model_masks(text: str, tokenizer: Any, counts: list[int] | None = None) -> str:
    """Write the model's own mask token wherever the user hid a word.

    Args:
        counts: how many mask tokens each masked word gets; one each by default.

    Raises:
        InputTextError: if no word is masked, too many are, or the model has no mask token.
    """
    found = masks_in(text)
    if not text.strip():
        raise InputTextError(
            "The sentence is empty; type one with [MASK] or ____ in place of a word."
        )
    if not found:
        raise InputTextError(
            "The sentence has no blank; write [MASK] or ____ in place of a word, "
            "for example: The nurse said that [MASK] was tired."
        )
    if found > MAX_MASKS:
        raise InputTextError(
            f"The sentence has {counted(found, 'blank')}; at most {MAX_MASKS} can be filled in."
        )
    if tokenizer.mask_token is None:
        raise InputTextError(
            "This model has no mask token, so it cannot fill in a blank; choose a masked "
            "language model."
        )
    left = iter(counts or [1] * found)

    # One mask after another without a space: pieces of a single word.
    return MASK.sub(lambda _: tokenizer.mask_token * next(left), text)


def mask_positions(encoded: Encoded, tokenizer: Any) -> list[int]:
    """Positions of the mask tokens in an encoded text, in order."""
    return [
        position for position, token in enumerate(encoded.ids) if token == tokenizer.mask_token_id
    ]


def span_positions(encoded: Encoded, start: int, stop: int) -> list[int]:
    """Positions of the tokens that overlap the characters [start, stop) of the text."""
    return [
        position
        for position, (first, last) in enumerate(encoded.offsets)
        if first < stop and last > start and not encoded.special[position]
    ]


# --- spans --------------------------------------------------------------------------------
# Span fillers (T5, mT5): sentences with a sentinel in the gap, and what the decoder says next.

# T5's tokenizer adds its sentinels; those of mT5 are pieces of its vocabulary, which hold the sign
# of the space before them.
_FORMS = ("<extra_id_{}>", "▁<extra_id_{}>")
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
    for form in _FORMS:
        found = [tokenizer.convert_tokens_to_ids(form.format(number)) for number in (0, 1)]
        if None not in found and tokenizer.unk_token_id not in found:
            return found[0], found[1]
    raise UnusableModelError(
        "This tokenizer has no sentinel tokens (<extra_id_0>), so the model cannot be asked to "
        "fill a blank; save in its folder the tokenizer that it was published with."
    )


@lru_cache(maxsize=8)
def sentinel_ids(tokens: tuple[str, ...]) -> frozenset[int]:
    """Ids of all sentinels of a vocabulary; not every tokenizer calls them special."""
    return frozenset(place for place, token in enumerate(tokens) if _SENTINELS.fullmatch(token))


def gap_span(lm: MaskedLM, text: str) -> SpanRow:
    """The row that asks for the one masked word of a sentence."""
    gap, _ = sentinels(lm.tokenizer)
    sentinel = lm.tokenizer.convert_ids_to_tokens(gap)
    written = sentinel.replace("▁", " ")  # a piece with its space is found only behind one
    filled = MASK.sub(lambda _: written, text)
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
