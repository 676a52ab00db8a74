"""What completions of one text, or of one text for several groups, give, key by key."""

from __future__ import annotations

from typing import Any, NotRequired

from typing_extensions import TypedDict


class Prediction(TypedDict):
    """A word that a model predicts for a mask.

    Args:
        rank: in the whole vocabulary; None for several pieces.
    """

    token: str
    word: str
    kind: str
    pieces: int
    probability: float
    rank: int | None


class TargetWord(TypedDict):
    """A word that was looked up; probability and rank are None where there is none.

    Args:
        mask: which masked word, from 1.
        log_odds: nats.
    """

    word: str
    mask: int
    pieces: int
    probability: float | None
    log_odds: float | None
    rank: int | None


class CompletionValue(TypedDict):
    """Predictions for each mask of a text; see `completions.completions`.

    Args:
        predictions: [mask][rank]; one place for a text that was continued.
        continued: the text has no mask and a causal model gave its next word.
    """

    predictions: list[list[Prediction]]
    targets: list[TargetWord]
    joint: list[dict[str, Any]]
    continued: NotRequired[bool]


class GroupTable(TypedDict):
    """Words of one mask in every group; see `group_completion.group_completions`."""

    words: list[str]
    tokens: list[str]
    probabilities: list[list[float]]
    spread: list[float]
    divergence: float
    pairwise: list[list[float]]
    targets: list[list[TargetWord]]


class GroupCompletionValue(TypedDict):
    """Group by word tables of a template, one a mask.

    Args:
        continued: as in `CompletionValue`.
    """

    texts: list[str]
    groups: list[str]
    masks: list[GroupTable]
    continued: NotRequired[bool]


class ContinuationValue(TypedDict):
    """A plain sentence whose last word is asked for; see `next_word.continuations`.

    Args:
        right: the model goes on with an accepted answer.
    """

    right: bool
