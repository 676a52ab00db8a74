"""Bias types in words that a person, an assistant or a classifier understands."""

from __future__ import annotations

_ABOUT = {
    "race-color": "race or skin color",
    "gender": "gender",
    "nationality": "nationality",
    "religion": "religion",
    "age": "age",
    "sexual-orientation": "sexual orientation",
    "physical-appearance": "physical appearance",
    "socioeconomic": "social class or wealth",
    "disability": "disability",
}


def about(category: str) -> str:
    """What a stereotype of this type is about; a user's own type by its name."""
    return _ABOUT.get(category, category.replace("-", " ").replace("_", " "))
