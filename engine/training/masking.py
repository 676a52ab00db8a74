"""Dynamic masking: which tokens a training step masks, and what replaces them.

All rows of a batch are masked at once, on the device that trains, or on the CPU where that has no
float64. What happens to a word follows from a number that is made of the word, its row and the step
by whole-number arithmetic alone, so a processor and a card mask the same tokens.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor


@dataclass(frozen=True)
class MaskingRule:
    """Share of words masked, and what becomes of the masked ones.

    Args:
        rate: chance of each word to be predicted; at least one of each chunk is.
        masked: of those, the share replaced by the mask token.
        scrambled: of those, the share replaced by random tokens; the rest stay.
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


@dataclass(frozen=True, eq=False)
class TokenKinds:
    """What masking and the copy penalty have to know of the token ids.

    Args:
        mask: id of the mask token.
        size: number of token ids to scramble with.
        continues: [token id] whether it goes on with the word before it.
        ends: [token id] whether it ends a sentence.
        common: [token id] whether most sentences hold it, as "the".
    """

    mask: int
    size: int
    continues: Tensor
    ends: Tensor
    common: Tensor


def mask_tokens(
    ids: Tensor, text: Tensor, rule: MaskingRule, kinds: TokenKinds, salt: int
) -> tuple[Tensor, Tensor]:
    """Mask some words of each row; at least one.

    Args:
        ids: [row, token] token ids, special ones included.
        text: [row, token] whether a token is one of the text, and may be predicted.
        salt: what this draw depends on besides the text.

    Returns:
        [row, token] the ids to feed, and whether a token is to be predicted.

    Source: Devlin et al. 2019, section 3.1.
    """
    import torch

    words = _words(ids, text, rule, kinds, salt)
    chance = torch.where(text, _uniform(words + 1), 2.0)
    least = chance.amin(1, keepdim=True)
    predicted = text & ((chance < rule.rate) | (chance == least))
    becomes = _uniform(words + 2)
    places = torch.arange(ids.shape[1], device=ids.device)
    random = (_mixed(words + 3 + places) >> 1).remainder(kinds.size)
    fed = torch.where(predicted & (becomes < rule.masked), kinds.mask, ids)
    scrambled = (becomes >= rule.masked) & (becomes < rule.masked + rule.scrambled)
    return torch.where(predicted & scrambled, random, fed), predicted


def sentence_numbers(ids: Tensor, text: Tensor, kinds: TokenKinds) -> Tensor:
    """[row, token] how many sentences of its row end before it."""
    ends = (kinds.ends[ids] & text).long()
    return ends.cumsum(1) - ends


def _words(ids: Tensor, text: Tensor, rule: MaskingRule, kinds: TokenKinds, salt: int) -> Tensor:
    """[row, token] a number that tokens have in common that are drawn together."""
    import torch

    rows, width = ids.shape
    row = torch.arange(rows, device=ids.device)[:, None]
    place = torch.arange(width, device=ids.device)
    own = _mixed(_mixed(row + 1) + salt)
    whole = _uniform(own + 4) < rule.whole_words
    first = text & (text.cumsum(1) == 1)
    begins = text & (~kinds.continues[ids] | first | ~whole)
    number = begins.cumsum(1)
    since = place - torch.where(begins, place, 0).cummax(1).values
    pieces = _mixed(_mixed(ids) + since)

    def sums(values: Tensor) -> Tensor:
        empty = torch.zeros(rows, width + 1, dtype=torch.long, device=ids.device)
        return empty.scatter_add(1, number, torch.where(text, values, 0)).gather(1, number)

    content = _mixed(sums(pieces)) + _mixed(sentence_numbers(ids, text, kinds))
    rare = sums((~kinds.common[ids]).long()) > 0
    everywhere = rare & (_uniform(_mixed(content) + own + 5) < rule.everywhere)
    return _mixed(torch.where(everywhere, content, number) + own)


def _mixed(numbers: Tensor) -> Tensor:
    """Numbers scattered over all 64-bit ones; equal ones stay equal.

    Source: Steele, Lea and Flood 2014, the finaliser of SplitMix64.
    """
    found = numbers - 7046029254386353131
    found = (found ^ ((found >> 30) & 0x3FFFFFFFF)) * -4658895280553007687
    found = (found ^ ((found >> 27) & 0x1FFFFFFFFF)) * -7723592293110705685
    return found ^ ((found >> 31) & 0x1FFFFFFFF)


def _uniform(numbers: Tensor) -> Tensor:
    """A number from 0 to 1, without 1, for each; equal for equal ones."""
    return ((_mixed(numbers) >> 11) & 0x1FFFFFFFFFFFFF).double() / 2.0**53
