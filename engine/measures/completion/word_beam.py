"""Beam searches for completion: words of several pieces, and several masked words jointly."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.core.mask_token import MASK
from engine.core.wording import counted
from engine.flow.kinds import continues
from engine.inference.likeliest import largest_first
from engine.inference.plan import Row
from engine.inference.runner import LOGITS, TYPED_SHARED, distributions, run_rows, score_rows
from engine.inference.text import encode, mask_positions, span_positions, with_model_masks
from engine.inference.vocabulary import vocabulary_of
from engine.measures.completion.next_word import pieces_after
from engine.measures.completion.value import Prediction, TargetWord

if TYPE_CHECKING:
    import numpy as np

    from engine.models.loading import MaskedLM


_FEWEST = 10  # beams, where fewer words are asked for
Beam = tuple[float, tuple[int, ...]]  # log-probability in nats, tokens filled in so far


def joint_fillings(
    lm: MaskedLM, ids: tuple[int, ...], positions: Sequence[int], width: int
) -> tuple[np.ndarray, list[dict[str, Any]]]:
    """Fill several masked words left to right, each read with the earlier ones in place.

    Args:
        positions: of the mask tokens in `ids`.
        width: beams kept, and fillings returned.

    Returns:
        [mask, vocabulary] log-probabilities along the best path, nats, and the fillings with
        their joint probability, likeliest first.
    """
    import numpy as np

    vocabulary = vocabulary_of(lm.tokenizer, lm.model.vocabulary)
    allowed = np.ones(lm.model.vocabulary, dtype=bool)
    allowed[list(vocabulary.special_ids)] = False
    beams: list[Beam] = [(0.0, ())]
    for step in range(len(positions)):
        read = distributions(lm, _next_rows(ids, positions, step, beams))
        beams = _longer(beams, [row[0] for row in read], allowed, width)
    best = beams[0][1]
    rows = [
        Row(_filled(ids, positions, best[:step]), (position,))
        for step, position in enumerate(positions)
    ]
    found = run_rows(lm, [[row] for row in rows], distributions, TYPED_SHARED)
    path = np.concatenate([answers[0] for answers in found])
    fillings = [
        {"words": [*map(vocabulary.word, tokens)], "probability": math.exp(total)}
        for total, tokens in beams
    ]
    return path, fillings


@dataclass(frozen=True)
class Hidden:
    """One masked position that words of several pieces are searched for.

    Args:
        mask: which of the masked words of the text, from 0.
        floor: nats; words less likely are not wanted, and beams below it are given up.
    """

    text: str
    mask: int = 0
    floor: float = -math.inf


def words_of_pieces(
    lm: MaskedLM, text: str, mask: int, max_pieces: int, width: int
) -> list[Prediction]:
    """Likely words of two to `max_pieces` pieces at one masked position.

    Returns:
        Entries like those of single tokens, with `pieces` above 1 and no `rank`: their
        probability is conditional on that number of masks.
    """
    hidden = [Hidden(text, mask)]
    (found,) = words_of_pieces_together(lm, hidden, max_pieces, max(width, _FEWEST))
    by_pieces = groupby(found, key=lambda entry: entry["pieces"])
    return [entry for _, entries in by_pieces for entry in islice(entries, width)]


def words_of_pieces_together(
    lm: MaskedLM, hidden: Sequence[Hidden], max_pieces: int, width: int
) -> list[list[Prediction]]:
    """As `words_of_pieces`, for the masked positions of many texts read in the same batches.

    A beam only ever gets less likely, so giving one up below the floor of its place changes
    nothing above it.

    Args:
        width: beams, and words found of each number of pieces.
    """
    found: list[list[Prediction]] = [[] for _ in hidden]
    searches = [
        _search(lm, place, entry, count)
        for place, entry in enumerate(hidden)
        for count in range(2, max_pieces + 1)
    ]
    for step in range(max_pieces):
        _grow_together(lm, [one for one in searches if step < one.count], step, width)
    for one in searches:
        found[one.place] += [_entry(lm, one.count, *beam) for beam in one.beams[:width]]
    return found


@dataclass(eq=False)
class _Search:
    """Beams for one masked position and one number of pieces."""

    place: int
    count: int
    ids: tuple[int, ...]
    positions: Sequence[int]
    first: np.ndarray
    floor: float
    beams: list[Beam]


def _search(lm: MaskedLM, place: int, hidden: Hidden, count: int) -> _Search:
    matches = list(MASK.finditer(hidden.text))
    counts = [1] * len(matches)
    counts[hidden.mask] = count
    filled = with_model_masks(hidden.text, lm.tokenizer, counts)
    encoded = encode(lm.tokenizer, filled, lm.model.max_length)
    positions = mask_positions(encoded, lm.tokenizer)[hidden.mask : hidden.mask + count]
    vocabulary = vocabulary_of(lm.tokenizer, lm.model.vocabulary)
    first = vocabulary.initial(hidden.text[: matches[hidden.mask].start()])
    return _Search(place, count, encoded.ids, positions, first, hidden.floor, [(0.0, ())])


def _grow_together(lm: MaskedLM, searches: list[_Search], step: int, width: int) -> None:
    """Extend the beams of all searches by one piece, a bounded number at a time."""
    later = vocabulary_of(lm.tokenizer, lm.model.vocabulary).continuation
    together = max(1, LOGITS // (lm.model.vocabulary * width))
    for start in range(0, len(searches), together):
        part = searches[start : start + together]
        groups = [_next_rows(one.ids, one.positions, step, one.beams) for one in part]
        for one, read in zip(part, run_rows(lm, groups, distributions), strict=True):
            allowed = later if step else one.first
            grown = _longer(one.beams, [row[0] for row in read], allowed, width)
            one.beams = [beam for beam in grown if beam[0] >= one.floor]


def _entry(lm: MaskedLM, count: int, total: float, tokens: Sequence[int]) -> Prediction:
    raw = [vocabulary_of(lm.tokenizer, lm.model.vocabulary).tokens[token] for token in tokens]
    return {
        "token": " ".join(raw),
        "word": lm.tokenizer.convert_tokens_to_string(raw).strip(),
        "kind": "word",
        "pieces": count,
        "probability": math.exp(total),
        "rank": None,
    }


def _next_rows(
    ids: tuple[int, ...], positions: Sequence[int], step: int, beams: Sequence[Beam]
) -> list[Row]:
    """One row a beam: what comes at its next position."""
    return [Row(_filled(ids, positions, tokens), (positions[step],)) for _, tokens in beams]


def _longer(
    beams: Sequence[Beam], rows: Sequence[np.ndarray], allowed: np.ndarray, width: int
) -> list[Beam]:
    """The `width` likeliest of all beams with one token more.

    Args:
        rows: [beam][vocabulary] log-probabilities of that token, nats.
        allowed: [vocabulary] bool.
    """
    import numpy as np

    grown: list[Beam] = []
    for (total, tokens), row in zip(beams, rows, strict=True):
        open_ = np.flatnonzero(allowed)
        values = row[open_]
        for place in islice(largest_first(values), width):
            if np.isfinite(values[place]):
                token = int(open_[place])
                grown.append((total + float(values[place]), (*tokens, token)))
    return sorted(grown, key=lambda beam: -beam[0])[:width]


def _filled(
    ids: tuple[int, ...], positions: Sequence[int], tokens: Sequence[int]
) -> tuple[int, ...]:
    whole = list(ids)
    for position, token in zip(positions, tokens, strict=False):
        whole[position] = token
    return tuple(whole)


# --- target words -------------------------------------------------------------------------
# Given words in the place of a masked one, or as the next one, of one piece or of several.
#
# A word of several pieces is scored within the word, left to right: as many masks as
# pieces, each piece read with the earlier ones in place and the later ones masked. Its
# probability is conditional on that number of masks, so it is shown with its piece count.

MAX_TARGETS = 50


def target_words(
    lm: MaskedLM, text: str, mask: int, words: Sequence[str], log_probs: np.ndarray
) -> list[TargetWord]:
    """Probability of each given word at one masked position, or as the next word.

    Args:
        mask: which masked word, from 0.
        log_probs: [vocabulary] at that place, nats.

    Returns:
        One entry a word, in the order given. `rank` is None for several pieces, and
        `probability` too where the vocabulary has no pieces for the word.
    """
    if len(words) > MAX_TARGETS:
        raise InputTextError(
            f"{counted(len(words), 'target word')}; at most {MAX_TARGETS} are allowed."
        )
    entries = []
    special = frozenset(lm.tokenizer.all_special_ids)
    for word in words:
        following = pieces_after(lm, text, word) if continues(lm) else None
        pieces = following.targets if following else pieces_in_context(lm, text, mask, word)
        if not pieces or not special.isdisjoint(pieces):
            entries.append(_target(word, mask, len(pieces), None, None))
        elif len(pieces) == 1:
            found = float(log_probs[pieces[0]])
            rank = int((log_probs > log_probs[pieces[0]]).sum()) + 1
            entries.append(_target(word, mask, 1, found, rank))
        else:
            rows = [following] if following else within_word_rows(lm, text, mask, pieces)
            found = sum(sum(score.log_probabilities) for score in score_rows(lm, rows))
            entries.append(_target(word, mask, len(pieces), found, None))
    return entries


def _target(
    word: str, mask: int, pieces: int, log_prob: float | None, rank: int | None
) -> TargetWord:
    probability = odds = None
    if log_prob is not None:
        probability = math.exp(log_prob)
        if 0.0 < probability < 1.0:
            odds = log_prob - math.log1p(-probability)
    return {
        "word": word,
        "mask": mask + 1,
        "pieces": pieces,
        "probability": probability,
        "log_odds": odds,
        "rank": rank,
    }


def pieces_in_context(lm: MaskedLM, text: str, mask: int, word: str) -> list[int]:
    """Token ids that put a word in the place of a mask, never those of the bare word.

    Whatever follows the tokens that come before the mask belongs to the word: a word-start
    marker may be a token of its own.
    """
    tokenizer, longest = lm.tokenizer, lm.model.max_length
    masked = encode(tokenizer, with_model_masks(text, tokenizer), longest)
    place = mask_positions(masked, tokenizer)[mask]
    match = list(MASK.finditer(text))[mask]
    before = MASK.sub(lambda _: tokenizer.mask_token, text[: match.start()])
    encoded = encode(tokenizer, before + word, longest)
    if encoded.ids[:place] == masked.ids[:place]:
        where = [index for index in range(place, len(encoded.ids)) if not encoded.special[index]]
    else:  # the word changed how the text before it is cut
        where = span_positions(encoded, len(before), len(before) + len(word))
    return [encoded.ids[position] for position in where]


def within_word_rows(lm: MaskedLM, text: str, mask: int, pieces: Sequence[int]) -> list[Row]:
    """One row a piece: earlier pieces in place, this one and later ones masked.

    Source: Kauf and Ivanova 2023 (within-word left-to-right).
    """
    counts = [1] * len(MASK.findall(text))
    counts[mask] = len(pieces)
    filled = with_model_masks(text, lm.tokenizer, counts)
    encoded = encode(lm.tokenizer, filled, lm.model.max_length)
    first = mask_positions(encoded, lm.tokenizer)[mask]
    rows = []
    for index, piece in enumerate(pieces):
        ids = list(encoded.ids)
        ids[first : first + index] = pieces[:index]
        rows.append(Row(tuple(ids), (first + index,), (piece,)))
    return rows
