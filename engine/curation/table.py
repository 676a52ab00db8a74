"""Candidates as tables: those with a proposed counterpart, and those without."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.curation.candidate import Candidate
from engine.curation.counterparts.proposal import Proposal

if TYPE_CHECKING:
    import pandas as pd

_PAIRS = (
    *("sent_more", "sent_less", "stereo_antistereo", "bias_type", "film", "year", "time"),
    *("rule", "status", "id", "file", "keywords", "notes"),
)
_REFUSED = (
    *("sentence", "bias_type", "film", "year", "time", "code", "reason"),
    *("id", "file", "keywords"),
)


def proposed_frame(candidates: Sequence[Candidate]) -> pd.DataFrame:
    """Proposed pairs, one a row, in the columns of CrowS-Pairs and with where they are from.

    The found sentence is `sent_more`. Nobody has judged them yet: their status is `proposed`.
    """
    import pandas as pd

    rows = [
        _where(one)
        | {
            "sent_more": one.text,
            "sent_less": one.outcome.sent_less,
            "stereo_antistereo": "stereo",
            "rule": "; ".join(swap.rule for swap in one.outcome.swaps),
            "status": "proposed",
            "notes": " ".join(one.outcome.notes),
        }
        for one in candidates
        if isinstance(one.outcome, Proposal)
    ]
    return pd.DataFrame(rows, columns=list(_PAIRS))


def refused_frame(candidates: Sequence[Candidate]) -> pd.DataFrame:
    """Sentences without a proposed counterpart, one a row, and why they have none."""
    import pandas as pd

    rows = [
        _where(one) | {"sentence": one.text, "code": one.outcome.code, "reason": one.outcome.reason}
        for one in candidates
        if not isinstance(one.outcome, Proposal)
    ]
    return pd.DataFrame(rows, columns=list(_REFUSED))


def time_text(seconds: float) -> str:
    """A time in a film as HH:MM:SS.mmm."""
    minutes, thousandths = divmod(round(seconds * 1000), 60_000)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02}:{minutes:02}:{thousandths // 1000:02}.{thousandths % 1000:03}"


def _where(one: Candidate) -> dict[str, Any]:
    return {
        "bias_type": one.category,
        "film": one.film,
        "year": "" if one.year is None else str(one.year),
        "time": time_text(one.time),
        "id": one.id,
        "file": one.file,
        "keywords": "; ".join(one.keywords),
    }
