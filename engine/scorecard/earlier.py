"""Reports of earlier versions, worked out anew by the rules of now."""

from __future__ import annotations

from engine.scorecard.order import RULES, RULES_KEY, ordered, weak_ones
from engine.scorecard.reliability import reliability
from engine.scorecard.words import Report
from engine.statistics import DRAWS

BEFORE_KEY = "ranked_before"  # of a report's manifest: what it was before it was ranked anew
RANKED_ANEW = (
    "An earlier version made this report: its ranks, tiers, comparisons and reliability are worked "
    "out anew, by tests of distances that hold on either side of neutral, with units that share "
    "words or templates taken together where the report says which do, and without models that are "
    "too weak to be judged."
)


def reranked(report: Report) -> Report:
    """A report whose ranks, tiers, comparisons and reliability follow from the rules of now.

    The first rules took the side on which a model lies for known, the second halved units that are
    alike, the fourth ranked models that are too weak to be judged. The manifest of a report that
    was made by them gets their version and the digest that it had.

    Args:
        report: finished or not.

    Returns:
        The report itself where it was made by these rules or compares nobody; otherwise another
        one, of which the digest is no longer right.
    """
    manifest = report["manifest"]
    if not report["comparisons"] or manifest.get(RULES_KEY) == RULES:
        return report
    # How many draws a file asks for is not followed: it may be any number.
    seed = max(0, report["seed"])
    found = ordered(
        report["measures"], report["cells"], seed, weak=weak_ones(report["contestants"])
    )
    before = {"rules": manifest.get(RULES_KEY, 1), "digest": report["digest"]}
    again = {**report, "cells": found.cells}
    return {
        **again,
        "comparisons": found.comparisons,
        "reliability": reliability(again, seed),
        "draws": DRAWS,
        "manifest": {**manifest, RULES_KEY: RULES, BEFORE_KEY: before},
    }
