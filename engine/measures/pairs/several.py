"""The same pairs under several variants: one family of tests, corrected together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from engine.core.wording import counted, figure_text
from engine.measures.pairs.verdict import AWAY, TOO_FEW, TOWARD, UNCLEAR, clear_side
from engine.measures.pairs.word_pairs import few_word_pairs_note
from engine.statistics import POWER, holm

_KEPT = ("n", "ties", "interval", "p", "detectable", "word_pairs")


def across_variants(summaries: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Score of each variant, with its test corrected for the number of variants.

    Args:
        summaries: variant -> what `summarise` returned.

    Returns:
        One entry a variant, in the given order: `variant`, `n`, `ties`, `score` (percent, 50
        neutral), `interval` (95%, by word pair), `p`, `p_holm` (over these variants) and `verdict`.

    Source: Holm 1979.
    """
    corrected = holm([summary["p"] for summary in summaries.values()])
    entries: list[dict[str, Any]] = []
    for (name, summary), p in zip(summaries.items(), corrected, strict=True):
        entry = {"variant": name, "score": summary["metric_score"], "p_holm": p}
        entry |= {key: summary[key] for key in _KEPT}
        entries.append(entry | {"verdict": clear_side(entry, p)})
    return entries


def agreement_of(entries: list[dict[str, Any]], names: Mapping[str, str] | None = None) -> str:
    """Whether the variants agree on a side of 50%, in one sentence.

    Args:
        entries: what `across_variants` returned.
        names: variant -> its name on screen; its own by default.
    """
    sides = {
        side: [
            (names or {}).get(entry["variant"], entry["variant"])
            for entry in entries
            if entry["verdict"] == side
        ]
        for side in (TOWARD, AWAY, TOO_FEW)
    }
    corrected = f"Holm-corrected over {counted(len(entries), 'variant')}"
    if len(entries) < 2:
        return "Only one variant has been scored so far, so there is nothing to compare it with."
    if len(sides[TOO_FEW]) == len(entries):
        return "There are too few pairs for a share; at least 10 are needed."
    if len(sides[TOWARD]) == len(entries):
        return f"Every variant clearly leans toward the stereotype ({corrected})."
    if len(sides[AWAY]) == len(entries):
        return f"Every variant clearly leans away from the stereotype ({corrected})."
    parts = [
        f"{words} under {', '.join(sides[side])}"
        for side, words in ((TOWARD, "toward the stereotype"), (AWAY, "away from it"))
        if sides[side]
    ]
    if not parts:
        return f"No variant shows a clear preference ({corrected})."
    rest = len(entries) - len(sides[TOWARD]) - len(sides[AWAY])
    if sides[TOWARD] and sides[AWAY]:
        parts += ["no clear preference under the rest"] * bool(rest)
        return f"The variants disagree: {'; '.join(parts)} ({corrected})."
    # One clear and one unclear result need not differ: variants are not tested against each other.
    return (
        f"Clearly {parts[0]}; not clear under the rest ({corrected}). That does not show that the "
        "variants differ."
    )


def smallest_of(entries: Sequence[Mapping[str, Any]], noun: str) -> str:
    """What single tests could have shown where not all of a family are clear; one sentence.

    Args:
        entries: shares with `n`, `ties`, `word_pairs`, `detectable` (points) and `verdict`.
        noun: what each is of, as `variant`.

    Returns:
        Empty where all are clear, or none could be tested.
    """
    unclear = [entry for entry in entries if entry["verdict"] == UNCLEAR]
    if not unclear:
        return ""
    points = [entry["detectable"] for entry in unclear if entry["detectable"] is not None]
    if not points:
        return few_word_pairs_note(unclear[0])
    return (
        f"Of a {noun} that is not clear, a single test would have detected "
        f"{figure_text(median(points), '.1f')} points from 50% with {POWER:.0%} power, and Holm's "
        "correction asks for more; less is not ruled out."
    )
