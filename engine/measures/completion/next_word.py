"""The next word after a text, as a causal model expects it (METHODS: Probe).

The text is read behind the start token of the tokenizer, if it has one, and without the white
space at its end, which would be a token of its own. What follows is a distribution over tokens,
so a predicted word may be the first piece of a longer one. A word that is asked for has the
probability of all its pieces one after another (the chain rule); longer words that begin with
the same pieces are counted in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.core.mask_token import MASK
from engine.flow.kinds import named
from engine.flow.registry import suits
from engine.inference.plan import Row
from engine.inference.runner import run_rows, score_rows
from engine.inference.text import Encoded, encode_with_start, span_positions
from engine.measures.completion.value import ContinuationValue

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM


# After these a word begins without a space; a straight quote opens only after a space.
_OPENING = re.compile(r"(?:[(\[{“‘«¿¡/-]|(?:^|\s)[\"'])$")


def next_row(lm: MaskedLM, text: str) -> Row:
    """The row that asks for the token after a text."""
    ids = _read(lm, text.rstrip()).ids
    return Row(ids, (len(ids) - 1,))


def pieces_after(lm: MaskedLM, text: str, word: str) -> Row:
    """The row that reads a word after a text: `targets` are its pieces, none if it has none."""
    begun = text.rstrip()
    whole_text = join_word(begun, word)
    context, whole = _read(lm, begun), _read(lm, whole_text)
    first = len(context.ids)
    if whole.ids[:first] != context.ids:  # the word changed how the text before it is cut
        first = min(span_positions(whole, len(whole_text) - len(word), len(whole_text)))
    where = range(first, len(whole.ids))
    return Row(
        whole.ids,
        tuple(position - 1 for position in where),
        tuple(whole.ids[position] for position in where),
    )


def join_word(text: str, word: str) -> str:
    """A word after a text that does not end in white space, with a space where one belongs."""
    close = not word[:1].isalnum() or _OPENING.search(text)
    return f"{text}{'' if close else ' '}{word}"


def _read(lm: MaskedLM, text: str) -> Encoded:
    """A text behind the start token, without what a tokenizer adds at its end."""
    if not text.strip():
        raise InputTextError("The text is empty; type how a sentence begins.")
    encoded = encode_with_start(lm.tokenizer, text, lm.model.max_length)
    stop = max((place for place, special in enumerate(encoded.special) if not special), default=-1)
    if stop < 0:
        raise InputTextError("The text contains no token that the model reads.")
    return Encoded(
        encoded.ids[: stop + 1], encoded.special[: stop + 1], encoded.offsets[: stop + 1]
    )


# --- continuation -------------------------------------------------------------------------
# Plain cloze sentences by continuation: does a causal model go on with the word that fits?
#
# Only sentences whose gap is their last word can be asked: a causal model does not see what comes
# after it. An answer counts where each of its pieces is the model's first choice.


def ends_with_gap(sentence: str) -> bool:
    """Whether nothing but signs follows the masked word."""
    match = MASK.search(sentence)
    return match is not None and not any(map(str.isalnum, sentence[match.end() :]))


def continuations(
    lm: MaskedLM, items: Sequence[dict[str, Any]], params: dict[str, Any]
) -> list[ContinuationValue]:
    """`continuation_answers` as a measure, so that each sentence is kept, and paired under masks.

    Args:
        items: as of `continuation_answers`.
    """
    suits("continuation", named(lm.model), items, params)
    return [{"right": right} for right in continuation_answers(lm, items)]


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
