"""What each head adds to two words of one sentence directly (METHODS: Heads).

Masking a head shows all that follows from it; its direct path shows what it adds to the states that
the answer is read from, and leaves out what later layers make of it. All parts together are the
difference of the two logits, ln P(first) - ln P(second). It is one sentence, so it is an example
and no test.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.core.spec import HeadRef
from engine.core.wording import counted
from engine.inference.direct_path import direct_paths
from engine.inference.plan import Row
from engine.measures.heads.sentence import compared_rows
from engine.measures.heads.value import HeadPathValue

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM

UNIT = "logits (natural log of the odds)"


def head_paths(
    lm: MaskedLM, items: Sequence[dict[str, str]], _params: dict[str, Any]
) -> list[HeadPathValue]:
    """What embedding, heads and feed-forward layers add to the first word against the second.

    Args:
        items: `sentence_item()`, with words of one piece.

    Returns:
        For each sentence `logit_difference`, ln P(first) - ln P(second), and the parts that add up
        to it, all in logits; > 0: toward the first word.

    Raises:
        InputTextError: for words of several pieces.
        UnusableModelError: for a model whose parts do not add up to the difference.
    """
    found = direct_paths(lm, [_row(lm, item) for item in items])
    return [
        {
            "logit_difference": one.difference,
            "embedding": one.embedding,
            "heads": one.heads,
            "mlp": one.feed_forward,
            "bias": one.bias,
            "remainder": one.remainder,
        }
        for one in found
    ]


def _row(lm: MaskedLM, item: dict[str, str]) -> Row:
    """The place that is asked for, with both words as targets."""
    first, second = compared_rows(lm, item)
    if len(first) > 1:
        raise InputTextError(
            f"{item['first']!r} and {item['second']!r} have {counted(len(first), 'piece')} each in "
            "this model; what a head adds directly is shown for words of one piece."
        )
    return Row(first[0].ids, first[0].read, (*first[0].targets, *second[0].targets))


def likelier(value: HeadPathValue) -> int:
    """Which of the two words is the likelier one: 0 or 1."""
    return 0 if value["logit_difference"] >= 0 else 1


def toward_likelier(value: HeadPathValue) -> list[list[float]]:
    """What each head adds to the likelier word against the other.

    Returns:
        [layer][head], logits; > 0: drives the words apart, < 0: toward equal odds.
    """
    sign = -1.0 if likelier(value) else 1.0
    return [[sign * one for one in row] for row in value["heads"]]


def path_rows(parts: Mapping[str, Any]) -> list[dict[str, Any]]:
    """All parts as a table.

    Args:
        parts: `embedding`, `heads`, `mlp` and `bias` of a value.

    Returns:
        One row a part: its name, and what it adds to the first word's logit less the second's.
    """
    heads = [
        (f"head {HeadRef(layer, head)}", added)
        for layer, row in enumerate(parts["heads"])
        for head, added in enumerate(row)
    ]
    layers = [(f"feed-forward layer {at}", added) for at, added in enumerate(parts["mlp"], 1)]
    named = [("embedding", parts["embedding"]), *heads, *layers, ("biases", parts["bias"])]
    return [{"part": name, "logits_toward_first": added} for name, added in named]
