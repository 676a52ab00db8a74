"""Dynamic masking: which tokens a training step masks, and what replaces them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class MaskingRule:
    """Share of tokens masked, and what becomes of the masked ones.

    Args:
        rate: share of the tokens that are predicted.
        masked: of those, the share replaced by the mask token.
        scrambled: of those, the share replaced by a random token; the rest stay.
        whole_words: share of the chunks in which all pieces of a word are predicted together;
            in the others a piece counts as a word.
        everywhere: share of the words, common ones aside, that are predicted wherever they stand
            in their sentence, so that a model cannot learn to copy them.
    """

    rate: float = 0.20
    masked: float = 0.85
    scrambled: float = 0.08
    whole_words: float = 0.0
    everywhere: float = 0.0

    @property
    def about_words(self) -> bool:
        """Whether a token may be predicted because of another one."""
        return bool(self.whole_words or self.everywhere)


@dataclass(frozen=True)
class TokenKinds:
    """What masking has to know of the token ids; the last three for rules about words and the
    copy penalty.

    Args:
        mask: id of the mask token.
        size: number of token ids to scramble with.
        continues: [token id] whether it goes on with the word before it.
        ends: those that end a sentence.
        common: those of words that most sentences hold, such as "the".
    """

    mask: int
    size: int
    continues: Sequence[bool] = ()
    ends: frozenset[int] = frozenset()
    common: frozenset[int] = frozenset()


def mask_tokens(
    ids: list[int], rule: MaskingRule, kinds: TokenKinds, draw: random.Random
) -> tuple[list[int], list[int]]:
    """Mask some tokens of one chunk; at least one.

    Args:
        ids: token ids without special tokens.

    Returns:
        The ids to feed, and the positions to predict.

    Source: Devlin et al. 2019, section 3.1.
    """
    count = max(1, round(rule.rate * len(ids)))
    fed = list(ids)
    if not rule.about_words:
        positions = sorted(draw.sample(range(len(ids)), count))
        for position in positions:
            _replace(fed, [position], draw.random(), rule, kinds, draw)
        return fed, positions
    positions = []
    for word in _drawn_words(ids, rule, kinds, count, draw):
        _replace(fed, word, draw.random(), rule, kinds, draw)
        positions += word
    return fed, sorted(positions)


def _replace(
    fed: list[int],
    positions: Sequence[int],
    chance: float,
    rule: MaskingRule,
    kinds: TokenKinds,
    draw: random.Random,
) -> None:
    """Mask, scramble or keep tokens, one way for all of them."""
    for position in positions:
        if chance < rule.masked:
            fed[position] = kinds.mask
        elif chance < rule.masked + rule.scrambled:
            fed[position] = draw.randrange(kinds.size)


def _drawn_words(
    ids: list[int], rule: MaskingRule, kinds: TokenKinds, count: int, draw: random.Random
) -> list[list[int]]:
    """Positions of randomly chosen words, until they have `count` tokens; at least one word."""
    whole = draw.random() < rule.whole_words
    words = _words(ids, kinds.continues) if whole else [[place] for place in range(len(ids))]
    places = _same_words(ids, words, kinds)
    order = draw.sample(range(len(words)), len(words))
    chosen: dict[int, list[int]] = {}
    left = count
    for number in order:
        everywhere = draw.random() < rule.everywhere
        for found in places[number] if everywhere else [number]:
            if found not in chosen:
                chosen[found] = words[found]
                left -= len(words[found])
        if left <= 0:
            break
    return list(chosen.values())


def _same_words(
    ids: Sequence[int], words: Sequence[Sequence[int]], kinds: TokenKinds
) -> list[list[int]]:
    """[word] -> numbers of the words that it is again in its sentence; itself if it is common."""
    same: dict[tuple[int, tuple[int, ...]], list[int]] = {}
    sentence_of = sentence_numbers(ids, kinds.ends)
    found = []
    for number, word in enumerate(words):
        pieces = tuple(ids[position] for position in word)
        if kinds.common.issuperset(pieces):
            found.append([number])
        else:
            here = same.setdefault((sentence_of[word[0]], pieces), [])
            here.append(number)
            found.append(here)
    return found


def sentence_numbers(ids: Sequence[int], ends: frozenset[int]) -> list[int]:
    """[token] -> how many sentences end before it."""
    numbers, number = [], 0
    for token in ids:
        numbers.append(number)
        number += token in ends
    return numbers


def _words(ids: Sequence[int], continues: Sequence[bool]) -> list[list[int]]:
    """Positions of each word's tokens; a chunk may begin within a word."""
    words: list[list[int]] = []
    for position, token in enumerate(ids):
        if words and continues[token]:
            words[-1].append(position)
        else:
            words.append([position])
    return words
