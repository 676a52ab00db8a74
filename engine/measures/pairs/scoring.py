"""The pair measure: pairs of sentences to values that keep what every token was given."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from engine.flow.shapes import Problem
from engine.inference.attention import attention_received
from engine.inference.runner import TokenScores, run_rows, score_rows
from engine.measures.pairs.pair_score import side_score
from engine.measures.pairs.preparation import (
    LESS,
    MORE,
    PreparedPair,
    UnscorableError,
    check_kind,
    prepare_pair,
)
from engine.measures.pairs.value import PairSide, PairValue
from engine.measures.pairs.variants import SHARED, Reading, Sentence, Variant, variant_of

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM

# Token ids held at once: 4 million are about 32 MiB of row tuples. Hundreds of ordinary
# pairs fit; a file of very long sentences is scored in smaller groups.
IDS_AT_ONCE = 2**22


def pair_scores(
    lm: MaskedLM, items: Sequence[dict[str, str]], params: dict[str, Any]
) -> list[PairValue | Problem]:
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
    """
    variant = variant_of(params["variant"])
    check_kind(lm, variant)
    values: list[PairValue | Problem] = []
    for group in _groups(lm, items, variant):
        values += _scored(lm, group, variant)
    return values


Outcome = PreparedPair | UnscorableError


def _groups(
    lm: MaskedLM, items: Sequence[dict[str, str]], variant: Variant
) -> Iterator[list[Outcome]]:
    """Prepared pairs, a bounded number of token ids at a time."""
    group: list[Outcome] = []
    size = 0
    for item in items:
        try:
            pair = prepare_pair(lm, item["sent_more"], item["sent_less"], variant)
        except UnscorableError as reason:
            group.append(reason)
            continue
        group.append(pair)
        size += sum(len(row.ids) for row in pair.rows)
        if size > IDS_AT_ONCE:
            yield group
            group, size = [], 0
    yield group


def _scored(lm: MaskedLM, group: list[Outcome], variant: Variant) -> list[PairValue | Problem]:
    rows = [pair.rows if isinstance(pair, PreparedPair) else [] for pair in group]
    scores = run_rows(lm, rows, score_rows)
    received: list[list[tuple[float, ...]]] = [[] for _ in group]
    if variant.weighted:
        received = run_rows(lm, rows, attention_received)
    return [
        _problem(pair)
        if isinstance(pair, UnscorableError)
        else _value(pair, _sides(lm, pair, answers, weights), variant)
        for pair, answers, weights in zip(group, scores, received, strict=True)
    ]


def _problem(reason: UnscorableError) -> Problem:
    told: Problem = {"problem": str(reason), "kind": reason.kind}
    return {**told, "unread_words": reason.unread} if reason.unread else told


def _sides(
    lm: MaskedLM,
    pair: PreparedPair,
    scores: Sequence[TokenScores],
    received: Sequence[tuple[float, ...]],
) -> dict[str, PairSide]:
    """Both sentences of a pair.

    Args:
        scores: one a row of the pair.
        received: the same of attention; empty where nothing is weighted by it.
    """
    count = len(pair.readings[MORE])
    parts = {MORE: scores[:count], LESS: scores[count:]}
    return {
        side: _side(
            lm,
            pair.sides[side],
            {position[number] for position in pair.alignment.shared},
            list(zip(pair.readings[side], parts[side], strict=True)),
            received[number] if received else None,
        )
        for number, side in enumerate((MORE, LESS))
    }


def _side(
    lm: MaskedLM,
    sentence: Sentence,
    shared: set[int],
    answers: list[tuple[Reading, TokenScores]],
    received: tuple[float, ...] | None,
) -> PairSide:
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
    side: PairSide = {
        "tokens": lm.tokenizer.convert_ids_to_tokens([encoded.ids[position] for position in where]),
        "offsets": _visible(sentence.text, [encoded.offsets[position] for position in where]),
        "shared": [position in shared for position in where],
        "log_probabilities": [found.get(position, (None, None))[0] for position in where],
        "top": [found.get(position, (None, None))[1] for position in where],
    }
    if received is not None:
        side["weights"] = [received[position] for position in where]
    return side


def _visible(text: str, offsets: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Characters of each token, none of them twice.

    Some tokenizers count in the space before a word, give a lone word-start marker the
    letter after it, or give both halves of a letter the whole of it.
    """
    ends = [*(start for start, _ in offsets[1:]), len(text)]
    found = []
    for (start, stop), following in zip(offsets, ends, strict=True):
        stop = min(stop, following)
        start += len(text[start:stop]) - len(text[start:stop].lstrip())
        found.append([min(start, stop), stop])
    return found


def _value(pair: PreparedPair, sides: dict[str, PairSide], variant: Variant) -> PairValue | Problem:
    score_more, score_less = (side_score(sides[side], variant) for side in (MORE, LESS))
    if score_more is None or score_less is None:
        return {
            "problem": "A sentence of a single token has no context to be scored in.",
            "kind": "unreadable",
        }
    if not (math.isfinite(score_more) and math.isfinite(score_less)):
        return {
            "problem": "The model gave a score that is not a number; load it in float32.",
            "kind": "not_finite",
        }
    value: PairValue = {
        "score_more": score_more,
        "score_less": score_less,
        "difference": score_more - score_less,
        "n_shared": sum(sides[MORE]["shared"]),
        "edits": pair.alignment.edits,
        "more": sides[MORE],
        "less": sides[LESS],
    }
    if pair.alignment.other is not None and variant.tokens == SHARED:
        value["first"] = pair.alignment.first
        value["other_shared"] = _text_positions(pair, pair.alignment.other)
    return value


def _text_positions(pair: PreparedPair, shared: tuple[tuple[int, int], ...]) -> list[list[int]]:
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
