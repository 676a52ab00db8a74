"""What each head does to two words in one sentence, by masking it (METHODS: Heads).

The share of the first word is P(first) / (P(first) + P(second)) at the first masked word of the
text, or as its next word for a causal model; 50% is equal odds. The effect of a head is how much
nearer to 50% the share is with that head masked. Every head is really masked, so nothing is
estimated; but it is one sentence, so it is an example and no test.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.core.spec import HeadRef
from engine.core.wording import counted
from engine.flow.kinds import continues
from engine.inference.ablation import ablated_rows, score_ablated
from engine.inference.plan import Row
from engine.measures.completion.completions import asked_row
from engine.measures.completion.next_word import pieces_after
from engine.measures.completion.word_beam import pieces_in_context, within_word_rows
from engine.measures.heads.value import HeadSentenceValue

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM

EQUAL_ODDS = 50.0  # percent


def sentence_item(text: str, words: Sequence[str]) -> dict[str, str]:
    """Item of the measure `head_sentence`.

    Args:
        text: a sentence with a masked word, or one to continue for a causal model.
    """
    if len(words) != 2 or not all(word.strip() for word in words):
        raise InputTextError(
            f"Name two words separated by a comma, such as he, she; got {', '.join(words)!r}."
        )
    first, second = (word.strip() for word in words)
    if first == second:
        raise InputTextError(f"Name two different words; both are {first!r}.")
    return {"text": text, "first": first, "second": second}


def sentence_effects(
    lm: MaskedLM, items: Sequence[dict[str, str]], _params: dict[str, Any]
) -> list[HeadSentenceValue]:
    """The two words of each sentence, with no further head masked and with each head masked.

    Args:
        items: `sentence_item()`.

    Returns:
        For each sentence `gap`, ln P(first) - ln P(second) in nats (0: equal odds; > 0: the first
        word is likelier), `ablated`, the same with each head masked as well ([layer][head]), and
        `pieces`, how many each word has.
    """
    return [_effects(lm, item) for item in items]


def _effects(lm: MaskedLM, item: dict[str, str]) -> HeadSentenceValue:
    layers, width = lm.model.layers, lm.model.heads
    heads = [None, *(HeadRef(layer, head) for layer in range(layers) for head in range(width))]
    sides = compared_rows(lm, item)
    rows = [row for side in sides for one in side for row in ablated_rows(one, heads)]
    scores = iter(score_ablated(lm, rows))
    gaps = [0.0] * len(heads)  # the second word is taken away from the first
    for sign, side in zip((1.0, -1.0), sides, strict=True):
        for _ in side:
            for number in range(len(heads)):
                gaps[number] += sign * math.fsum(next(scores).log_probabilities)
    ablated = [gaps[1 + layer * width : 1 + (layer + 1) * width] for layer in range(layers)]
    return {"gap": gaps[0], "ablated": ablated, "pieces": len(sides[0])}


def compared_rows(lm: MaskedLM, item: dict[str, str]) -> tuple[list[Row], list[Row]]:
    """The rows of both words, one a piece, as many for the one as for the other.

    Args:
        item: `sentence_item()`.

    Raises:
        InputTextError: if the text cannot be read, or the words cannot be compared.
    """
    asked_row(lm, item["text"])  # refuses a text that cannot be read
    names = item["first"], item["second"]
    first, second = (_rows(lm, item["text"], word) for word in names)
    if first == second:
        raise InputTextError(
            f"{names[0]!r} and {names[1]!r} are the same word to this model; name two others."
        )
    if len(first) != len(second):
        raise InputTextError(
            f"{names[0]!r} has {len(first)} and {names[1]!r} {counted(len(second), 'piece')} in "
            "this model; "
            "only words of equally many pieces can be compared."
        )
    return first, second


def _rows(lm: MaskedLM, text: str, word: str) -> list[Row]:
    """One row for each piece of a word at the first place asked for."""
    special = frozenset(lm.tokenizer.all_special_ids)
    if continues(lm):
        row = pieces_after(lm, text, word)
        pieces: Sequence[int] = row.targets
        asked = list(zip(row.read, row.targets, strict=True))
        rows = [Row(row.ids, (position,), (piece,)) for position, piece in asked]
    else:
        pieces = pieces_in_context(lm, text, 0, word)
        rows = within_word_rows(lm, text, 0, pieces)
    if not pieces or not special.isdisjoint(pieces):
        raise InputTextError(f"{word!r} is not in the model's vocabulary; choose another word.")
    return rows


def first_word_share(gap: float) -> float:
    """Probability of the first word as a percentage of both; 50 is equal odds.

    Args:
        gap: ln P(first) - ln P(second), nats.
    """
    return 100.0 / (1.0 + math.exp(-gap)) if gap > 0 else 100.0 - 100.0 / (1.0 + math.exp(gap))


def two_probabilities(targets: Sequence[Mapping[str, Any]]) -> tuple[float, float]:
    """Probabilities of two words that were looked up in a sentence, if they can be compared.

    Args:
        targets: of the measure `completion`, the two words at the first place asked for.

    Returns:
        0 to 1, of the first and of the second word.

    Raises:
        InputTextError: if the model does not know a word, or they have not equally many pieces.
    """
    first, second = targets[:2]
    for entry in (first, second):
        if not entry["probability"]:
            raise InputTextError(
                f"{entry['word']!r} is not in the model's vocabulary; choose another word."
            )
    if first["pieces"] != second["pieces"]:
        raise InputTextError(
            f"{first['word']!r} has {first['pieces']} and {second['word']!r} {second['pieces']} "
            "pieces in this model; only words of equally many pieces can be compared."
        )
    return first["probability"], second["probability"]


def share_of_first(first: float, second: float) -> float:
    """Probability of the first of two words as a percentage of both; 50 is equal odds.

    Args:
        first: its probability, 0 to 1.
        second: that of the other word.
    """
    return 100.0 * first / (first + second)


def equal_odds_gain(value: HeadSentenceValue) -> list[list[float]]:
    """How much nearer to equal odds each head's mask brings the two words.

    Args:
        value: of the measure `head_sentence`.

    Returns:
        [layer][head], percentage points; > 0: nearer to 50%, < 0: further from it.
    """
    before = abs(first_word_share(value["gap"]) - EQUAL_ODDS)
    return [
        [before - abs(first_word_share(gap) - EQUAL_ODDS) for gap in row]
        for row in value["ablated"]
    ]
