"""Numbers as people read them: shares in per cent, a true minus, intervals, p-values."""

from __future__ import annotations


def percent(share: float) -> str:
    """A probability; small ones keep two digits, tiny ones say so."""
    if share >= 0.1:
        return f"{100 * share:.1f} %"
    if share >= 0.0001:
        return f"{100 * share:.2f} %"
    return "< 0.01 %"


def whole_percent(share: float) -> str:
    """A share in whole per cent, for running text: the sign is never parted from its number."""
    return f"{100 * share:.0f}\N{NO-BREAK SPACE}%"


def number(value: float | None, spec: str) -> str:
    """A number as it is set in print, or that there is none."""
    return "undefined" if value is None else format(value, spec).replace("-", "−")


def signed(value: float, digits: int = 2) -> str:
    """A number with its sign: `+0.50`, `−1.20`."""
    return number(value, f"+.{digits}f")


def between(bounds: list[float] | None, spec: str) -> str:
    """An interval in words; empty where there is none."""
    if bounds is None:
        return ""
    return f"95 %: {number(bounds[0], spec)} to {number(bounds[1], spec)}"


def p_text(p: float | None) -> str:
    """A p-value as it is written."""
    if p is None:
        return "no test"
    return "p < .001" if p < 0.001 else f"p = {p:.3f}".replace("0.", ".", 1)
