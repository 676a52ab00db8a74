"""Log-probability of given words at one masked place of a text.

A word of several pieces gets as many masks as it has pieces and is read within the word, left to
right; the log-probabilities of its pieces are added up. Other masks of the text stay masked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.flow.kinds import named
from engine.flow.registry import suits
from engine.inference.plan import Row
from engine.inference.runner import distributions, run_rows
from engine.measures.completion.word_beam import pieces_in_context, within_word_rows

if TYPE_CHECKING:
    import numpy as np

    from engine.models.loading import MaskedLM

_TOGETHER = 64  # texts read in one go; each keeps a whole vocabulary in memory


def masked_words(
    lm: MaskedLM, items: Sequence[dict[str, Any]], params: dict[str, Any]
) -> list[dict[str, Any]]:
    """Score words at a mask of each text.

    Args:
        items: `{"text", "mask", "words"}`: a text with `[MASK]`s, which of them is read, from 0,
            and the words that are put there.

    Returns:
        For each item `log_probabilities` [word] (nats, higher is more likely; None for a word
        that the vocabulary has no pieces for) and `pieces` [word].

    Source: Kauf and Ivanova 2023 (words of several pieces).
    """
    suits("masked_words", named(lm.model), items, params)
    values = []
    for start in range(0, len(items), _TOGETHER):
        prepared = [_prepared(lm, item) for item in items[start : start + _TOGETHER]]
        answers = run_rows(lm, [asked.rows for asked in prepared], distributions)
        values += [_value(asked, read) for asked, read in zip(prepared, answers, strict=True)]
    return values


@dataclass(frozen=True)
class _Asked:
    """Rows of one item, the (word, token id) read from each of them, and pieces by word."""

    rows: list[Row]
    reads: list[list[tuple[int, int]]]
    pieces: list[int]


def _prepared(lm: MaskedLM, item: dict[str, Any]) -> _Asked:
    """The rows that read all words of an item; words of one piece share a row."""
    reads: dict[Row, list[tuple[int, int]]] = {}
    counts = []
    special = frozenset(lm.tokenizer.all_special_ids)
    for word, text in enumerate(item["words"]):
        pieces = pieces_in_context(lm, item["text"], item["mask"], text)
        if not special.isdisjoint(pieces):
            pieces = []
        counts.append(len(pieces))
        if pieces:
            for row in within_word_rows(lm, item["text"], item["mask"], pieces):
                # Without its target, which the row's distribution holds with those of others.
                reads.setdefault(Row(row.ids, row.read), []).append((word, row.targets[0]))
    return _Asked([*reads], [*reads.values()], counts)


def _value(asked: _Asked, read: Sequence[np.ndarray]) -> dict[str, Any]:
    """Sums over the pieces of each word.

    Args:
        read: [row] of [1, vocabulary], nats.
    """
    found = [0.0 if count else None for count in asked.pieces]
    for wanted, log_probs in zip(asked.reads, read, strict=True):
        for word, token in wanted:
            found[word] = (found[word] or 0.0) + float(log_probs[0, token])
    return {"log_probabilities": found, "pieces": asked.pieces}
