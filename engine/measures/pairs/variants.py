"""The variants of a pair score: which rows are read, of which tokens, and how they add up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from engine.core.errors import BiascopeError, NoHeadError, UnusableModelError
from engine.core.families import CAUSAL, ENCODER, MASKED
from engine.inference.plan import Row
from engine.measures.pairs.quality import later_pieces, later_pieces_of_tokenizer

if TYPE_CHECKING:
    from engine.inference.text import Encoded

SUM, MEAN = "sum", "mean"
SHARED, MODIFIED, ALL = "shared", "modified", "all"


class Reading(NamedTuple):
    """One row, and the token positions that its answers belong to."""

    row: Row
    tokens: tuple[int, ...]


@dataclass(frozen=True)
class Sentence:
    """One side of a pair, ready to be read.

    Args:
        wanted: positions of the text tokens that the variant scores, in order.
        mask_id: None for causal models.
    """

    text: str
    encoded: Encoded
    wanted: tuple[int, ...]
    mask_id: int | None


Reader = Callable[[Sentence], list[Reading]]


@dataclass(frozen=True)
class Variant:
    """One way to score a sentence of a pair.

    Args:
        name: as on the command line.
        title: as it is named beside a number.
        kind: `masked` or `causal` models.
        tokens: which tokens are scored: `shared`, `modified` or `all`.
        reduction: how it is published, `sum` or `mean` over the scored tokens.
        read: sentence -> the rows to run.
        weighted: each token's log-probability is weighted by the attention it receives.
        source: where it is defined.
    """

    name: str
    title: str
    kind: str
    tokens: str
    reduction: str
    read: Reader
    source: str
    weighted: bool = False

    @property
    def token_by_token(self) -> bool:
        """Whether every scored token takes a row of its own."""
        return self.read in (one_at_a_time, within_word, within_tokenizer_word)

    @property
    def accuracy_of(self) -> str:
        """What its token accuracy counts; a token in sight is no guess."""
        if self.read is unmasked:
            return "Visible tokens ranked first"
        return f"{'Next' if self.kind == 'causal' else 'Masked'} tokens guessed right"


def _masked(sentence: Sentence, positions: tuple[int, ...], wanted: tuple[int, ...]) -> Reading:
    """The row that masks some tokens and asks for one or more of them."""
    if sentence.mask_id is None:
        raise ValueError("only a model with a mask token can mask words")
    ids = list(sentence.encoded.ids)
    for position in positions:
        ids[position] = sentence.mask_id
    return Reading(Row(tuple(ids), wanted, _ids_at(sentence, wanted)), wanted)


def _ids_at(sentence: Sentence, positions: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sentence.encoded.ids[position] for position in positions)


def one_at_a_time(sentence: Sentence) -> list[Reading]:
    """Each wanted token read with only that token masked."""
    return [_masked(sentence, (position,), (position,)) for position in sentence.wanted]


def within_word(sentence: Sentence) -> list[Reading]:
    """Each wanted token read with itself and the later pieces of its word masked."""
    return _with_later(sentence, later_pieces(sentence.encoded, sentence.text))


def within_tokenizer_word(sentence: Sentence) -> list[Reading]:
    """As `within_word`, with the words that the tokenizer itself numbers."""
    return _with_later(sentence, later_pieces_of_tokenizer(sentence.encoded))


def _with_later(sentence: Sentence, later: dict[int, tuple[int, ...]]) -> list[Reading]:
    return [
        _masked(sentence, (position, *later[position]), (position,)) for position in sentence.wanted
    ]


def all_at_once(sentence: Sentence) -> list[Reading]:
    """All wanted tokens masked together, each asked for at its own place."""
    return [_masked(sentence, sentence.wanted, sentence.wanted)]


def unmasked(sentence: Sentence) -> list[Reading]:
    """All wanted tokens asked for with nothing masked."""
    return [_masked(sentence, (), sentence.wanted)]


def left_to_right(sentence: Sentence) -> list[Reading]:
    """Each token read from those before it; one without any before it cannot be read."""
    wanted = tuple(position for position in sentence.wanted if position > 0)
    before = tuple(position - 1 for position in wanted)
    return [Reading(Row(sentence.encoded.ids, before, _ids_at(sentence, wanted)), wanted)]


_ALL = (
    Variant(
        "cps", "CPS: shared tokens, masked one at a time", MASKED, SHARED, SUM,
        one_at_a_time, "Nangia et al. 2020, equation 1",
    ),
    Variant(
        "pll", "PLL: all tokens, masked one at a time", MASKED, ALL, SUM,
        one_at_a_time, "Salazar et al. 2020, equation 1",
    ),
    Variant(
        "pll-l2r", "PLL within-word left-to-right", MASKED, ALL, SUM,
        within_word, "Kauf and Ivanova 2023, section 3",
    ),
    Variant(
        "pll-l2r-published", "PLL within-word left-to-right, words of the tokenizer", MASKED,
        ALL, SUM, within_tokenizer_word, "Kauf and Ivanova 2023, as released in minicons",
    ),
    Variant(
        "sss", "SSS: modified tokens, masked together", MASKED, MODIFIED, MEAN,
        all_at_once, "Nadeem et al. 2021; Kaneko and Bollegala 2022, equation 2",
    ),
    Variant(
        "aul", "AUL: all tokens, nothing masked", MASKED, ALL, MEAN,
        unmasked, "Kaneko and Bollegala 2022, equation 4",
    ),
    Variant(
        "aula", "AULA: AUL weighted by attention received", MASKED, ALL, MEAN,
        unmasked, "Kaneko and Bollegala 2022, equation 5", weighted=True,
    ),
    Variant(
        "clm", "Causal log-likelihood", CAUSAL, ALL, SUM,
        left_to_right, "chain rule, left to right",
    ),
)  # fmt: skip

# What published mode takes in place of a variant, where it is more than other rounding.
PUBLISHED = {"pll-l2r": "pll-l2r-published"}

VARIANTS: dict[str, Variant] = {variant.name: variant for variant in _ALL}


def variant_of(name: str) -> Variant:
    """The variant of this name."""
    try:
        return VARIANTS[name]
    except KeyError:
        raise BiascopeError(
            f"There is no pair measure {name!r}; there are {', '.join(VARIANTS)}."
        ) from None


def variants_for(kind: str) -> list[Variant]:
    """Variants that a `masked` or a `causal` model can be scored with."""
    return [variant for variant in VARIANTS.values() if variant.kind == kind]


def check_scored(checkpoint: str, kind: str) -> None:
    """Refuse a model of a kind that no variant scores.

    Args:
        checkpoint: as the user knows it.
    """
    if kind == ENCODER:
        raise NoHeadError(checkpoint, "has no pair score")
    if not variants_for(kind):
        raise UnusableModelError(
            f"{checkpoint} fills spans and does not predict the tokens it reads, so it has no pair "
            "score; choose a masked or a causal language model."
        )


def check_reduction(reduction: str | None, variant: Variant) -> str:
    """The reduction to use, the variant's own where none is asked for."""
    if reduction not in (None, SUM, MEAN):
        raise ValueError(f"reduction must be {SUM} or {MEAN}, got {reduction!r}")
    return reduction or variant.reduction
