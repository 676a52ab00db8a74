"""What cloze sentences give that annotators answered, key by key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from typing_extensions import TypedDict

from engine.flow.packing import Packed


class Candidate(TypedDict):
    """A word that a model gives a cloze sentence; log-probability in nats."""

    word: str
    pieces: int
    log_probability: float


class GivenAnswer(TypedDict):
    """An answer that somebody gave; log-probability in nats, None where there is none."""

    form: str
    pieces: int
    status: str
    log_probability: float | None


class ClozeValue(TypedDict):
    """Candidates and answers of a cloze sentence; see `agreement.answering.cloze_answers`."""

    candidates: list[Candidate]
    answers: list[GivenAnswer]


class ClozeVector(TypedDict):
    """The vector of a cloze sentence."""

    vector: Packed


# --- statuses -----------------------------------------------------------------------------
# What an answer is to a model; only a word of at most `max_pieces` pieces can be a candidate.

SINGLE, LONG, SEVERAL, UNSPELLABLE = "word", "long", "several words", "unknown"


def unscored(answer: str, form: str, pieces: Sequence[int], status: str) -> dict[str, Any]:
    """What an answer is to the model; `ids` are what its likelihood is read of.

    Args:
        form: the answer as the model writes it.
    """
    known = status != UNSPELLABLE
    return {
        "form": form.strip() if known else answer,
        "pieces": len(pieces),
        "status": status,
        "log_probability": None,
        "ids": pieces if known else [],
    }
