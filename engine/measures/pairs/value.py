"""What sentence pairs give, key by key."""

from __future__ import annotations

from typing import Annotated, NotRequired, final

from typing_extensions import TypedDict

from engine.core.constraints import Predicate
from engine.flow.shapes import equally_long


class PairSide(TypedDict):
    """One sentence of a pair: equal lists over its text tokens.

    Args:
        offsets: characters.
        log_probabilities, top: None where a token is not read.
        weights: attention received, of AULA.
    """

    tokens: list[str]
    offsets: list[list[int]]
    shared: list[bool]
    log_probabilities: list[float | None]
    top: list[bool | None]
    weights: NotRequired[list[float]]


@final
class PairValue(TypedDict):
    """A scored pair; see `pairs.scoring.pair_scores`."""

    score_more: float
    score_less: float
    difference: float
    n_shared: int
    edits: int
    more: Annotated[PairSide, Predicate(equally_long)]
    less: Annotated[PairSide, Predicate(equally_long)]
    first: NotRequired[str]
    other_shared: NotRequired[list[list[int]]]
