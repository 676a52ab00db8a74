"""Plain cloze sentences by continuation: does a causal model go on with the word that fits?

Only sentences whose gap is their last word can be asked: a causal model does not see what comes
after it. An answer counts where each of its pieces is the model's first choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.core.mask_token import MASK
from engine.inference.plan import Row
from engine.inference.runner import run_rows, score_rows
from engine.measures.completion.next_word import pieces_after

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM


def ends_with_gap(sentence: str) -> bool:
    """Whether nothing but signs follows the masked word."""
    match = MASK.search(sentence)
    return match is not None and not any(map(str.isalnum, sentence[match.end() :]))


def continuation_answers(lm: MaskedLM, items: Sequence[dict[str, Any]]) -> list[bool]:
    """Whether the model goes on with one of the answers, in either case of its first letter.

    Args:
        items: `{"sentence": ..., "answers": [...]}` whose gap is their last word.

    Returns:
        One an item.
    """
    groups = [_rows(lm, item) for item in items]
    found = run_rows(lm, groups, score_rows)
    return [any(all(score.top) for score in scores) for scores in found]


def _rows(lm: MaskedLM, item: dict[str, Any]) -> list[Row]:
    begun = MASK.split(item["sentence"])[0]
    forms = [form for answer in item["answers"] for form in (answer, answer.capitalize())]
    rows = [pieces_after(lm, begun, form) for form in dict.fromkeys(forms)]
    return [row for row in rows if row.targets]
