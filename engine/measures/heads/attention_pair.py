"""Attention over a sentence, alone and beside its counter-stereotype: which words answer to which.

One sentence is an example, never a test; see the counter-stereotype experiment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from typing import TYPE_CHECKING, Any

from engine.core.spec import HeadRef
from engine.inference.attention import attention_from
from engine.inference.plan import Row
from engine.inference.words import WORD, Unit, read_whole, token_units, word_units

if TYPE_CHECKING:
    import numpy as np

    from engine.models.loading import MaskedLM


# --- attention maps -----------------------------------------------------------------------
# A map has the attention of every head over one text, by token or by word (METHODS: Heads).
#
# A weight says where a head looks, not why the model answers as it does: attention is no
# explanation.


@dataclass(frozen=True)
class AttentionMaps:
    """Attention weights over one text.

    Args:
        weights: [layer, head, attending unit, attended unit], float32; rows sum to 1.
    """

    units: tuple[Unit, ...]
    weights: np.ndarray


def attention_maps(lm: MaskedLM, text: str, words: bool = True) -> AttentionMaps:
    """Where every head looks in one text.

    Args:
        words: put the pieces of a word together: attention to a word is the sum over its
            pieces, attention from it their mean (Clark et al. 2019, section 4.1).
    """
    encoded = read_whole(lm, text)
    (weights,) = attention_from(lm, [Row(encoded.ids, tuple(range(len(encoded.ids))))])
    if not words:
        return AttentionMaps(tuple(token_units(lm.tokenizer, text, encoded)), weights)
    units = word_units(lm.tokenizer, text, encoded)
    return AttentionMaps(tuple(units), _by_unit(weights, units))


def _by_unit(weights: np.ndarray, units: Sequence[Unit]) -> np.ndarray:
    """Sum over the attended pieces of each unit, mean over its attending ones."""
    import numpy as np

    firsts = [unit.positions[0] for unit in units]
    sizes = np.array([len(unit.positions) for unit in units], dtype=weights.dtype)
    attended = np.add.reduceat(weights, firsts, axis=-1)
    return np.add.reduceat(attended, firsts, axis=-2) / sizes[:, None]


def attention_to(
    rows: np.ndarray, units: Sequence[Unit], wanted: int, last: int | None = None
) -> np.ndarray:
    """Attention from one word to another, min-max normalised over the words of the sentence.

    Special tokens and punctuation are left out, so that 0 is the word looked at least and 1
    the one looked at most.

    Args:
        rows: [layer, head, read, token], attention from the pieces of the attending word.
        wanted: index of the attended unit.
        last: last position a causal model sees from there; None where all are seen.

    Returns:
        [layer, head], 0 to 1; 0 where a head looks at all words alike.

    Source: Yang et al. 2023 (Bias A-head?), section 5.2.
    """
    import numpy as np

    seen = [
        number
        for number, unit in enumerate(units)
        if unit.kind == WORD and (last is None or unit.positions[0] <= last)
    ]
    if wanted not in seen:
        raise ValueError(f"unit {wanted} is not among the words {seen}")
    from_word = rows.astype(np.float64).mean(axis=-2)
    to_words = np.stack(
        [from_word[..., list(units[number].positions)].sum(axis=-1) for number in seen], axis=-1
    )
    low, high = to_words.min(axis=-1), to_words.max(axis=-1)
    spread = high - low
    above = to_words[..., seen.index(wanted)] - low
    return np.divide(above, spread, out=np.zeros_like(above), where=spread > 0)


# --- attention pair -----------------------------------------------------------------------
# A pair has the maps of a sentence and of its counter-stereotype.


@dataclass(frozen=True, eq=False)
class AttentionPair:
    """Maps of a sentence and of its counterpart, in the same units; they differ in few words."""

    first: AttentionMaps
    second: AttentionMaps

    @cached_property
    def partner(self) -> dict[int, int]:
        """Units of the first sentence that the second has too, and where."""
        one, other = (
            [unit.text.casefold() for unit in side.units] for side in (self.first, self.second)
        )
        blocks = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
        return {block.a + at: block.b + at for block in blocks for at in range(block.size)}

    @property
    def changed(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Units that only one of the sentences has."""
        there = {*self.partner.values()}
        return (
            tuple(at for at in range(len(self.first.units)) if at not in self.partner),
            tuple(at for at in range(len(self.second.units)) if at not in there),
        )


def attention_to_swapped(
    pair: AttentionPair, attending: int, heads: Sequence[HeadRef], causal: bool
) -> list[dict[str, Any]]:
    """What the experiment reads, for one sentence: attention from a word to the swapped word.

    Args:
        pair: of words, not pieces.
        attending: unit of the first sentence that both have.
        causal: whether a word sees only what comes before it.

    Returns:
        For each head `head`, and for `original` and `counter` the weight (0 to 1; the sum over
        the swapped words) and `..._scaled`, min-max over the words of the sentence; None where
        a causal model cannot see the swapped word, or nothing was swapped.

    Source: Yang et al. 2023 (Bias A-head?), section 5.2, figure 5.
    """
    sides = (
        ("original", pair.first, attending, pair.changed[0]),
        ("counter", pair.second, pair.partner.get(attending), pair.changed[1]),
    )
    rows: list[dict[str, Any]] = [{"head": str(ref)} for ref in heads]
    for name, maps, at, swapped in sides:
        words = [unit for unit in swapped if maps.units[unit].kind == WORD]
        for row, ref in zip(rows, heads, strict=True):
            row[name] = row[f"{name}_scaled"] = None
            if at is not None and words and not (causal and max(words) > at):
                row[name] = float(maps.weights[ref.layer, ref.head, at, words].sum())
                row[f"{name}_scaled"] = _scaled(maps, ref, at, words, causal)
    return rows


def _scaled(
    maps: AttentionMaps, ref: HeadRef, attending: int, swapped: Sequence[int], causal: bool
) -> float:
    """Scaled as one word, where a word was swapped for two."""
    units = [
        Unit(unit.text, unit.kind, tuple(swapped) if place == swapped[0] else (place,))
        for place, unit in enumerate(maps.units)
        if place not in swapped[1:]
    ]
    rows = maps.weights[ref.layer, ref.head, attending][None, None, None]
    wanted = next(place for place, unit in enumerate(units) if unit.positions[0] == swapped[0])
    return float(attention_to(rows, units, wanted, attending if causal else None)[0, 0])


def strongest_edges(
    maps: AttentionMaps, ref: HeadRef, most: int, special: bool = False
) -> list[dict[str, Any]]:
    """The strongest attention weights of one head over the whole text.

    Args:
        special: count special tokens and signs too; heads often rest on them.

    Returns:
        `attending`, `attended` (units), `weight` (0 to 1), strongest first.
    """
    import numpy as np

    weights = maps.weights[ref.layer, ref.head]
    kept = np.array([special or unit.kind == WORD for unit in maps.units])
    shown = np.where(kept[:, None] & kept[None, :], weights, -1.0)
    count = min(most, int(kept.sum()) ** 2)
    flat = np.argpartition(-shown, max(count - 1, 0), axis=None)[:count]
    order = flat[np.argsort(-shown.ravel()[flat], kind="stable")]
    places: np.ndarray = np.array(np.unravel_index(order, shown.shape)).T
    return [
        {"attending": int(one), "attended": int(other), "weight": float(weights[one, other])}
        for one, other in places
    ]
