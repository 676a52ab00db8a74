"""What the screen calls measures and ways of scoring; data and commands keep codes."""

from __future__ import annotations

from engine.measures.pairs.variants import VARIANTS

MEASURES = {
    "cps": "CPS (CrowS-Pairs)",
    "pll": "PLL",
    "pll-l2r": "PLL, left to right",
    "pll-l2r-published": "PLL, left to right, as released",
    "sss": "SSS (StereoSet)",
    "aul": "AUL",
    "aula": "AULA",
    "clm": "Log-likelihood",
}
MODES = {"own": "As in its paper", "published": "As the released script", "mean": "Mean per token"}
# Names of earlier versions, which links may hold.
OLD_MODES = {"as defined": "own", "published mode": "published", "mean over tokens": "mean"}
ALL_PAIRS = "All pairs"


def measure(name: str) -> str:
    """A measure as the screen names it."""
    return MEASURES.get(name, VARIANTS[name].title)
