"""GEST's sixteen stereotypes: their numbers, names, and whom they are about."""

from __future__ import annotations

# In the order of their numbers, from 1. Source: Pikuliak et al. 2024, table 1.
NAMES = (
    "Emotional", "Gentle", "Empathetic", "Neat", "Social", "Weak", "Beautiful",
    "Tough", "Self-confident", "Professional", "Rational", "Providers", "Leaders", "Childish",
    "Sexual", "Strong",
)  # fmt: skip
NUMBERS = tuple(range(1, len(NAMES) + 1))
FEMALE = NUMBERS[:7]  # about women
MALE = NUMBERS[7:]  # about men


def name_of(number: int) -> str:
    """Name of a stereotype by its number, from 1 to 16."""
    return NAMES[number - 1]


def number_of(label: str) -> int | None:
    """Number of a stereotype that a file names by number or name; None for anything else."""
    plain = label.strip().casefold().removesuffix(".0")
    numbered = {str(number): number for number in NUMBERS}
    named = {name.casefold(): number for number, name in zip(NUMBERS, NAMES, strict=True)}
    return (numbered | named).get(plain)
