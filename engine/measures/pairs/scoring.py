"""The pair measure: pairs of sentences to values that keep what every token was given."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.errors import BiascopeError, InputTextError
from engine.inference.attention import attention_received
from engine.inference.plan import Row
from engine.inference.runner import TokenScores, score_rows
from engine.inference.text import Encoded, encode, encode_with_start
from engine.measures.pairs.alignment import LESS, MORE, Alignment, align
from engine.measures.pairs.values import side_score
from engine.measures.pairs.variants import (
    ALL,
    MODIFIED,
    SHARED,
    Reading,
    Sentence,
    Variant,
    variant_of,
)

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM

# Token ids laid out at once: 4 million are about 32 MiB of row tuples. Hundreds of ordinary
# pairs fit; a file of very long sentences is scored in smaller groups.
IDS_AT_ONCE = 2**22


@dataclass(frozen=True)
class _Prepared:
    """A pair that can be scored: both sides and the rows they need."""

    sides: dict[str, Sentence]
    alignment: Alignment
    readings: dict[str, list[Reading]]

    @property
    def rows(self) -> list[Row]:
        return [reading.row for side in (MORE, LESS) for reading in self.readings[side]]


class _UnscorableError(Exception):
    """Why one pair has no score; it must not stop the others."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


def pair_scores(
    lm: MaskedLM, items: Sequence[dict[str, str]], params: dict[str, Any]
) -> list[dict[str, Any]]:
    """Score both sentences of each pair, token by token.

    Args:
        items: `{"sent_more": ..., "sent_less": ...}`.
        params: `{"variant": ...}`, a name of `variants.VARIANTS`.

    Returns:
        For each pair `score_more`, `score_less` and `difference` (nats, with the variant's
        own reduction; difference > 0: the stereotype), `n_shared` tokens, `edits` (places
        where the token sequences differ) and one entry a side, `more` and `less`, of equal
        lists over its text tokens: `tokens`, `offsets` (characters), `shared`,
        `log_probabilities` and `top` (whether the first choice was right), both None where
        a token is not read, and `weights` for AULA. Where the published alignment is
        another: `first` and `other_shared`. Or, for a pair that cannot be scored, `problem`
        (a sentence) and `kind` (a word).

    Raises:
        BiascopeError: if the variant does not fit this kind of model.
    """
    variant = variant_of(params["variant"])
    check_kind(lm, variant)
    values: list[dict[str, Any]] = []
    for group in _groups(lm, items, variant):
        values += _scored(lm, group, variant)
    return values


def check_kind(lm: MaskedLM, variant: Variant) -> None:
    """Refuse a variant that this kind of model cannot be scored with.

    Raises:
        BiascopeError: saying which variants would do.
    """
    kind = lm.model.family.kind
    if kind == variant.kind:
        return
    if kind == "causal":
        raise BiascopeError(
            f"{lm.model.source.checkpoint} is a causal model and hides no words, so it has no "
            f"{variant.name}; use clm."
        )
    raise BiascopeError(
        f"{lm.model.source.checkpoint} is a masked language model, which does not read from left "
        "to right; use cps, pll, pll-l2r, sss, aul or aula."
    )


Outcome = _Prepared | _UnscorableError


def _groups(
    lm: MaskedLM, items: Sequence[dict[str, str]], variant: Variant
) -> Iterator[list[Outcome]]:
    """Prepared pairs, a bounded number of token ids at a time."""
    group: list[Outcome] = []
    size = 0
    for item in items:
        try:
            prepared = _prepare(lm, item["sent_more"], item["sent_less"], variant)
        except _UnscorableError as reason:
            group.append(reason)
            continue
        group.append(prepared)
        size += sum(len(row.ids) for row in prepared.rows)
        if size > IDS_AT_ONCE:
            yield group
            group, size = [], 0
    yield group


def _prepare(lm: MaskedLM, more: str, less: str, variant: Variant) -> _Prepared:
    # White space is scored as it stands, as in the released script; it can be a token.
    texts = {MORE: more, LESS: less}
    if more.strip() == less.strip() != "":
        raise _UnscorableError(
            "identical", "Both sentences are the same, so there is no preference."
        )
    encoded = {side: _encode(lm, side, text) for side, text in texts.items()}
    alignment = align(encoded[MORE].ids, encoded[LESS].ids)
    if encoded[MORE].ids == encoded[LESS].ids:
        raise _UnscorableError(
            "same_tokens",
            "The model reads both sentences as the same tokens, so it cannot prefer one.",
        )
    sides = {}
    for number, side in enumerate((MORE, LESS)):
        wanted = _wanted(encoded[side], alignment, number, variant)
        sides[side] = Sentence(texts[side], encoded[side], wanted, lm.tokenizer.mask_token_id)
    _check_wanted(sides, variant)
    return _Prepared(
        sides, alignment, {side: variant.read(sentence) for side, sentence in sides.items()}
    )


def _encode(lm: MaskedLM, side: str, text: str) -> Encoded:
    if not text.strip():
        raise _UnscorableError("empty", f"sent_{side} is empty.")
    reader = encode if lm.model.family.kind == "masked" else encode_with_start
    try:
        encoded = reader(lm.tokenizer, text, lm.model.max_length)
    except InputTextError as error:
        raise _UnscorableError("too_long", f"sent_{side}: {error}") from None
    if all(encoded.special):
        raise _UnscorableError("unreadable", f"sent_{side} holds no token that the model reads.")
    mask = lm.tokenizer.mask_token_id
    if mask is not None and mask in encoded.ids:
        raise _UnscorableError(
            "holds_mask",
            f"sent_{side} holds the mask token {lm.tokenizer.mask_token}; a pair is made of two "
            "whole sentences.",
        )
    return encoded


def _wanted(encoded: Encoded, alignment: Alignment, side: int, variant: Variant) -> tuple[int, ...]:
    """Positions of the tokens to score; both alignments' where they differ."""
    shared = {pair[side] for pair in alignment.shared}
    if variant.tokens == SHARED:
        chosen = shared | {pair[side] for pair in alignment.other or ()}
    elif variant.tokens == MODIFIED:
        chosen = set(range(len(encoded.ids))) - shared
    else:
        chosen = set(range(len(encoded.ids)))
    return tuple(position for position in sorted(chosen) if not encoded.special[position])


def _check_wanted(sides: dict[str, Sentence], variant: Variant) -> None:
    missing = [side for side, sentence in sides.items() if not sentence.wanted]
    if not missing or variant.tokens == ALL:
        return
    if variant.tokens == SHARED:
        raise _UnscorableError(
            "nothing_shared",
            f"The sentences share no token, so {variant.name} has nothing to score.",
        )
    raise _UnscorableError(
        "nothing_modified",
        f"sent_{missing[0]} has no token of its own, so {variant.name} has nothing to compare.",
    )


def _scored(lm: MaskedLM, group: list[Outcome], variant: Variant) -> list[dict[str, Any]]:
    rows = [row for pair in group if isinstance(pair, _Prepared) for row in pair.rows]
    scores = iter(score_rows(lm, rows))
    received = iter(attention_received(lm, rows) if variant.weighted else ())
    values: list[dict[str, Any]] = []
    for pair in group:
        if isinstance(pair, _UnscorableError):
            values.append({"problem": str(pair), "kind": pair.kind})
            continue
        sides = {
            side: _side(
                lm,
                pair.sides[side],
                {position[number] for position in pair.alignment.shared},
                [(reading, next(scores)) for reading in pair.readings[side]],
                next(received) if variant.weighted else None,
            )
            for number, side in enumerate((MORE, LESS))
        }
        values.append(_value(pair, sides, variant))
    return values


def _side(
    lm: MaskedLM,
    sentence: Sentence,
    shared: set[int],
    answers: list[tuple[Reading, TokenScores]],
    received: tuple[float, ...] | None,
) -> dict[str, Any]:
    """What is kept of one sentence: equal lists over its text tokens."""
    encoded = sentence.encoded
    where = [position for position, flag in enumerate(encoded.special) if not flag]
    found = {
        position: (log_probability, top)
        for reading, score in answers
        for position, log_probability, top in zip(
            reading.tokens, score.log_probabilities, score.top, strict=True
        )
    }
    side: dict[str, Any] = {
        "tokens": lm.tokenizer.convert_ids_to_tokens([encoded.ids[position] for position in where]),
        "offsets": [_visible(sentence.text, *encoded.offsets[position]) for position in where],
        "shared": [position in shared for position in where],
        "log_probabilities": [found.get(position, (None, None))[0] for position in where],
        "top": [found.get(position, (None, None))[1] for position in where],
    }
    if received is not None:
        side["weights"] = [received[position] for position in where]
    return side


def _visible(text: str, start: int, stop: int) -> list[int]:
    """A token's characters without the space that some tokenizers count in."""
    return [start + len(text[start:stop]) - len(text[start:stop].lstrip()), stop]


def _value(pair: _Prepared, sides: dict[str, Any], variant: Variant) -> dict[str, Any]:
    score_more, score_less = (side_score(sides[side], variant) for side in (MORE, LESS))
    if score_more is None or score_less is None:
        return {
            "problem": "A sentence of a single token has nothing to be read from.",
            "kind": "unreadable",
        }
    if not (math.isfinite(score_more) and math.isfinite(score_less)):
        return {
            "problem": "The model gave a score that is not a number; load it in float32.",
            "kind": "not_finite",
        }
    value: dict[str, Any] = {
        "score_more": score_more,
        "score_less": score_less,
        "difference": score_more - score_less,
        "n_shared": sum(sides[MORE]["shared"]),
        "edits": pair.alignment.edits,
        **sides,
    }
    if pair.alignment.other is not None and variant.tokens == SHARED:
        value["first"] = pair.alignment.first
        value["other_shared"] = _text_positions(pair, pair.alignment.other)
    return value


def _text_positions(pair: _Prepared, shared: tuple[tuple[int, int], ...]) -> list[list[int]]:
    """Pairs of positions in the sequences as pairs of indices into the sides' lists."""
    index = {}
    for side in (MORE, LESS):
        special = pair.sides[side].encoded.special
        places = [position for position, flag in enumerate(special) if not flag]
        index[side] = {position: number for number, position in enumerate(places)}
    return [
        [index[MORE][first], index[LESS][second]]
        for first, second in shared
        if first in index[MORE] and second in index[LESS]
    ]
