"""Candidates of one word swap, as a run would find them."""

from __future__ import annotations

from typing import Any

from engine.curation.candidate import Candidate, candidate_id
from engine.curation.counterparts.proposal import Proposal, Swap

COOK = "The women of this street cook."
DRIVE = "No, women do not drive here."
NAP = "The old man naps all day."


def candidate(
    text: str, old: str, new: str, category: str = "gender", **settings: Any
) -> Candidate:
    """A candidate whose counterpart has `new` in place of the first `old`."""
    start = text.index(old)
    less = text[:start] + new + text[start + len(old) :]
    swap = Swap(start, start + len(old), old, new, (new,), f"{old} → {new}")
    given: dict[str, Any] = {
        "id": candidate_id("en", category, text),
        "category": category,
        "text": text,
        "keywords": (old.lower(),),
        "film": "The Quiet Street",
        "year": 1987,
        "file": "The.Quiet.Street.1987.srt",
        "time": 61.5,
        "number": 12,
        "before": ("Good morning.",),
        "after": ("Is it?",),
        "copies": 1,
        "also_in": (),
        "outcome": Proposal(less, (swap,)),
    }
    return Candidate(**(given | settings))


def some() -> list[Candidate]:
    """Three candidates of two categories and two films."""
    return [
        candidate(COOK, "women", "men"),
        candidate(DRIVE, "women", "men"),
        candidate(
            NAP, "old", "young", "age", film="Harbor", year=None, file="harbor.vtt", time=3.0
        ),
    ]
