"""What the screen calls bias types; data and commands keep the codes of CrowS-Pairs."""

from __future__ import annotations

from engine.measures.pairs.summary import UNTYPED

_NAMES = {"race-color": "race or colour", "socioeconomic": "social class", UNTYPED: "no type"}
# As CrowS-Pairs writes them; any other hyphen may be meant.
_HYPHENED = ("sexual-orientation", "physical-appearance")


def bias_type(name: str) -> str:
    """A bias type as a person would write it; one that a user made up stays as it is."""
    if name in _NAMES:
        return _NAMES[name]
    return name.replace("-", " ") if name in _HYPHENED else name
