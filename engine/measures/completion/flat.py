"""Whether a distribution over words is so flat that single words say little."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.measures.completion.value import Prediction

FLAT = 0.05  # probability; where no word reaches it, the model has hardly a preference


def flat_note(ranked: Sequence[Prediction]) -> str:
    """One sentence where no predicted word reaches `FLAT`; empty where one does.

    Args:
        ranked: predictions of one place. Where the likeliest token of all is not among them,
            it was left out and may be likelier, so the sentence speaks of those shown only.
    """
    if not ranked or max(entry["probability"] for entry in ranked) >= FLAT:
        return ""
    share = f"{FLAT:.0%}"
    if any(entry["rank"] == 1 for entry in ranked):
        return f"No word reaches {share}: the model is unsure here, so single words say little."
    return f"No word shown reaches {share}, so single words say little here."
