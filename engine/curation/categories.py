"""The nine bias types of CrowS-Pairs, as its files name them."""

from __future__ import annotations

CATEGORIES = (
    "race-color",
    "gender",
    "nationality",
    "religion",
    "age",
    "sexual-orientation",
    "physical-appearance",
    "socioeconomic",
    "disability",
)
