"""Dynamic masking: which tokens a training step masks, and what replaces them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.inference.vocabulary import PUNCTUATION, WORD

if TYPE_CHECKING:
    from engine.inference.vocabulary import Vocabulary

# English words that hardly need learning any more, and those that may stand twice in a sentence.
_DULL = frozenset("the a an of and or but to in on at by for with from as".split())
_FREE = _DULL | frozenset(
    "i you he she it we they me him her us them my your his its our their this that these those "
    "am is are was were be been being do does did has have had will would can could should may "
    "might must not no if so what which who when where how there".split()
)


@dataclass(frozen=True)
class MaskingRule:
    """Share of tokens masked, and what becomes of the masked ones.

    Args:
        rate: share of the tokens that are predicted.
        masked: of those, the share replaced by the mask token.
        scrambled: of those, the share replaced by a random token; the rest stay.
        whole_words: mask every piece of a word together; the rest applies only then.
        dull: how likely punctuation, articles and prepositions are chosen beside others.
        repeats_below: in chunks shorter than this many tokens, a word that is chosen is masked
            wherever it stands, so that it cannot be copied; pronouns and the like are not.
    """

    rate: float = 0.20
    masked: float = 0.85
    scrambled: float = 0.08
    whole_words: bool = False
    dull: float = 1.0
    repeats_below: int = 0


@dataclass(frozen=True)
class TokenKinds:
    """What masking whole words asks of each token id.

    Args:
        continues: it continues the word before it.
        dull: it is punctuation, an article or the like.
        free: it is that, or another word that may well stand twice in a short sentence.
    """

    continues: Sequence[bool]
    dull: Sequence[bool]
    free: Sequence[bool]


def token_kinds(vocabulary: Vocabulary) -> TokenKinds:
    """The kinds of every token of a vocabulary."""
    ids = range(len(vocabulary.tokens))
    words = [vocabulary.word(i).lower() if vocabulary.kind(i, True) == WORD else "" for i in ids]
    signs = [vocabulary.kind(i, True) == PUNCTUATION for i in ids]
    return TokenKinds(
        # Not every tokenizer marks a sign as something new.
        continues=[vocabulary.continues(i) and not signs[i] for i in ids],
        dull=[signs[i] or words[i] in _DULL for i in ids],
        free=[signs[i] or words[i] in _FREE for i in ids],
    )


def mask_tokens(
    ids: list[int], rule: MaskingRule, mask_id: int, vocabulary: int, draw: random.Random
) -> tuple[list[int], list[int]]:
    """Mask some tokens of one chunk; at least one.

    Args:
        ids: token ids without special tokens.
        vocabulary: number of token ids to scramble with.

    Returns:
        The ids to feed, and the positions to predict.

    Source: Devlin et al. 2019, section 3.1.
    """
    count = max(1, round(rule.rate * len(ids)))
    positions = sorted(draw.sample(range(len(ids)), count))
    fed = list(ids)
    for position in positions:
        chance = draw.random()
        if chance < rule.masked:
            fed[position] = mask_id
        elif chance < rule.masked + rule.scrambled:
            fed[position] = draw.randrange(vocabulary)
    return fed, positions


def mask_words(
    ids: list[int],
    rule: MaskingRule,
    kinds: TokenKinds,
    mask_id: int,
    vocabulary: int,
    draw: random.Random,
) -> tuple[list[int], list[int]]:
    """Mask some whole words of one chunk; at least one.

    Args:
        ids: token ids without special tokens.
        vocabulary: number of token ids to scramble with.

    Returns:
        The ids to feed, and the positions to predict.

    Source: Cui et al. 2021 (whole-word masking).
    """
    wanted = max(1, round(rule.rate * len(ids)))
    words = word_spans(ids, kinds.continues)
    fed, positions = list(ids), set[int]()
    for word in _in_random_order(words, ids, rule, kinds, draw):
        if len(positions) >= wanted:
            break
        if word[0] in positions:
            continue  # masked with another place of the same word
        chance = draw.random()
        for position in _places(word, words, ids, rule, kinds):
            positions.add(position)
            if chance < rule.masked:
                fed[position] = mask_id
            elif chance < rule.masked + rule.scrambled:
                fed[position] = draw.randrange(vocabulary)
    return fed, sorted(positions)


def word_spans(ids: Sequence[int], continues: Sequence[bool]) -> list[range]:
    """Positions of each word; a piece at the very start counts as a word."""
    starts = [place for place, token in enumerate(ids) if place == 0 or not continues[token]]
    return [range(*ends) for ends in zip(starts, [*starts[1:], len(ids)], strict=True)]


def _in_random_order(
    words: list[range], ids: list[int], rule: MaskingRule, kinds: TokenKinds, draw: random.Random
) -> list[range]:
    """Words as they are chosen one after another, the dull ones later (Efraimidis 2006)."""
    if not rule.dull:
        raise ValueError("dull words need a chance, or a chunk of them has nothing to mask")
    keys = [
        draw.random() ** (1 / rule.dull if _is(kinds.dull, word, ids) else 1.0) for word in words
    ]
    order = sorted(range(len(words)), key=lambda number: -keys[number])
    return [words[number] for number in order]


def _is(kind: Sequence[bool], word: range, ids: list[int]) -> bool:
    return len(word) == 1 and kind[ids[word[0]]]


def _places(
    word: range, words: list[range], ids: list[int], rule: MaskingRule, kinds: TokenKinds
) -> list[int]:
    """Positions masked together with a word, its own among them."""
    if len(ids) >= rule.repeats_below or _is(kinds.free, word, ids):
        return list(word)
    spelt = [ids[place] for place in word]
    same = (other for other in words if [ids[place] for place in other] == spelt)
    return [place for other in same for place in other]
