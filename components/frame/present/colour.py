"""Colour arithmetic: how well one colour is read on another, and colours between two others.

Colours are `#rrggbb`. Source of luminance and contrast: WCAG 2.2, section 1.4.3.
"""

from __future__ import annotations


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, from 1 (the same) to 21 (black on white)."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def between(first: str, second: str, share: float) -> str:
    """The colour a share of the way from the first to the second, both included."""
    parts = (
        round(start + (stop - start) * min(max(share, 0.0), 1.0))
        for start, stop in zip(_parts(first), _parts(second), strict=True)
    )
    return "#" + "".join(f"{part:02x}" for part in parts)


def _parts(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


def _luminance(colour: str) -> float:
    linear = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in _parts(colour))
    )
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
