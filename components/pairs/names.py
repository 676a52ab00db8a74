"""What the screen calls measures, ways of scoring and bias types; data and commands keep codes."""

from __future__ import annotations

from engine.measures.pairs.summary import UNTYPED
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
_TYPES = {"race-color": "race or colour", "socioeconomic": "social class", UNTYPED: "no type"}


def measure(name: str) -> str:
    """A measure as the screen names it."""
    return MEASURES.get(name, VARIANTS[name].title)


def bias_type(name: str) -> str:
    """A bias type as a person would write it; one that a user made up stays as it is."""
    if name in _TYPES:
        return _TYPES[name]
    return name.replace("-", " ") if name in _HYPHENED else name


# As CrowS-Pairs writes them; any other hyphen may be meant.
_HYPHENED = ("sexual-orientation", "physical-appearance")
