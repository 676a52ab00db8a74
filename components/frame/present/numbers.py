"""Numbers as people read them: percentages, a true minus, intervals, p-values."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from engine.core.wording import end_texts, figure_text
from engine.statistics import POWER

if TYPE_CHECKING:
    import pandas as pd
    from pandas.io.formats.style import Styler

# Keeps an interval on one line.
_SPACE = "\N{NO-BREAK SPACE}"
_MOST_NATS = 50.0  # whose ratio is more than anything that is written
_HYPHEN = re.compile(r"-(?=\d)")  # before a number


def percent(share: float) -> str:
    """A probability; small ones keep two digits, tiny ones say so."""
    if share >= 0.1:
        return f"{100 * share:.1f}%"
    if share >= 0.0001:
        return f"{100 * share:.2f}%"
    return "< 0.01%"


_NOTHING, _TINY = 0.005, 0.0005  # shares that a whole percentage, and one decimal, round away
_AXIS_ENDS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)  # half of each is a short number too


def axis_end(largest: float) -> float:
    """Where an axis of shares from 0 ends: at a round share not far above the largest.

    Args:
        largest: of the shares, 0 to 1.
    """
    return next((end for end in _AXIS_ENDS if largest <= end), 1.0)


def axis_names(end: float) -> list[str]:
    """What is written at the beginning, in the middle and at the end of such an axis."""
    return ["0", f"{50 * end:g}", f"{100 * end:g}%"]


def whole_percent(share: float) -> str:
    """A share as a whole percentage, for running text.

    One that is not quite nothing, or not quite all, keeps its digits: `0.22%`, `99.7%`.
    """
    if 0 < share < _NOTHING or 1 - _NOTHING < share < 1 - _TINY:
        return percent(share)
    return f"{100 * share:.0f}%"


def points_text(share: float) -> str:
    """A difference of shares in percentage points: `14 points`, `1 point`, `0.4 points`."""
    points = 100 * share
    shown = f"{points:.0f}" if points >= 1 or not points else f"{points:.1f}"
    return f"{shown} point{'s' * (shown != '1')}"


def times_text(ratio: float) -> str:
    """How many times as much: `1.4 times`, `12 times`, `over 1,000 times`."""
    amount = f"{ratio:.1f}" if ratio < 9.95 else f"{ratio:,.0f}" if ratio < 999.5 else "over 1,000"
    return f"{amount} times"


def likelier_text(nats: float) -> str:
    """A difference of log-probabilities as a ratio: `1.4 times as likely`.

    Args:
        nats: of either sign; the ratio is that of the likelier to the other.
    """
    ratio = math.exp(min(abs(nats), _MOST_NATS))
    if ratio >= 1.05:
        return f"{times_text(ratio)} as likely"
    return f"{ratio:.2f} times as likely" if ratio >= 1.005 else "about as likely as the other"


def file_size(size: int) -> str:
    """A number of bytes in the largest unit that leaves a number above 1."""
    for unit, scale in (("GB", 10**9), ("MB", 10**6)):
        if size >= scale:
            return f"{size / scale:.1f}".removesuffix(".0") + f" {unit}"
    return f"{size / 1000:,.0f} kB" if size >= 1000 else f"{size} bytes"


def number(value: float | None, spec: str) -> str:
    """A number as it is set in print, or that there is none."""
    return "undefined" if value is None else minus_signs(figure_text(value, spec))


def minus_signs(text: str) -> str:
    """A text whose numbers below 0 have the minus sign of print."""
    return _HYPHEN.sub("\N{MINUS SIGN}", text)


def signed(value: float, digits: int = 2) -> str:
    """A number with its sign: `+0.50`, `−1.20`."""
    return number(value, f"+.{digits}f")


def unsigned_zeros(table: pd.DataFrame, decimals: Mapping[str, int] | int) -> pd.DataFrame:
    """A table whose numbers can be left to a browser, which writes -0.001 as −0.00.

    Args:
        decimals: column -> how many its format has, or how many that of all has; columns that are
            not there, or hold no fractions, stay as they are.

    Returns:
        A copy in which whatever has only zeros in that format is 0.
    """
    from pandas.api.types import is_float_dtype

    given = dict.fromkeys(map(str, table), decimals) if isinstance(decimals, int) else decimals
    known = {
        name: places
        for name, places in given.items()
        if name in table and is_float_dtype(table[name])
    }
    return table.assign(
        **{
            name: table[name].mask(table[name].abs() < 0.5 / 10**places, 0.0)
            for name, places in known.items()
        }
    )


def written_numbers(table: pd.DataFrame, specs: Mapping[str, str], missing: str = "") -> Styler:
    """A table whose numbers have the minus sign of print, and still sort as numbers.

    A format of the column itself would be written by the browser, with a hyphen.

    Args:
        specs: column -> format of its numbers; columns that are not there are left out.
        missing: written where there is no number.
    """
    written: dict[Any, Any] = {
        name: partial(number, spec=spec) for name, spec in specs.items() if name in table
    }
    return table.style.format(written, na_rep=missing)


def significant(table: pd.DataFrame) -> dict[str, Any]:
    """The settings of a table's columns of fractions whose scale is not known: four digits of each.

    Without a format a browser writes all sixteen digits of what it has room for.
    """
    from pandas.api.types import is_float_dtype

    return {
        name: st.column_config.NumberColumn(format="%.4g")
        for name in map(str, table)
        if is_float_dtype(table[name])
    }


def interval_text(bounds: Sequence[float] | None, spec: str) -> str:
    """A confidence interval, `95% CI [51, 60]`, on one line; empty where there is none."""
    return "" if bounds is None else f"95%{_SPACE}CI{_SPACE}{bracketed(bounds, spec)}"


def bracketed(bounds: Sequence[float] | None, spec: str) -> str:
    """The ends of an interval, `[51, 60]`, under a heading that names it; empty without one."""
    if bounds is None:
        return ""
    low, high = map(minus_signs, end_texts(bounds, spec))
    return f"[{low},{_SPACE}{high}]"


def p_text(p: float | None) -> str:
    """A p-value as it is written."""
    if p is None:
        return "no test"
    return "p < .001" if p < 0.001 else f"p = {p:.3f}".replace("0.", ".", 1)


def p_cell(p: float | None) -> str:
    """A p-value under a heading that names it: `.042`, `< .001`."""
    return p_text(p).removeprefix("p ").removeprefix("= ")


# --- nulls --------------------------------------------------------------------------------
# What stands beside a result that is not clear: the smallest difference it could have shown.


def detectable_text(count: str, smallest: str | None, least: str = "") -> str:
    """One sentence on what a test of this size would have detected.

    Args:
        count: what was counted, as `60 pairs`.
        smallest: the smallest difference with its unit, as `19.2 points from 50%`; None where
            the test cannot be significant at all.
        least: how many it needs, where it cannot be.
    """
    if smallest is None:
        return f"{count} cannot give a clear result" + (f": it needs {least}." if least else ".")
    return (
        f"With {count}, a difference has to be at least {smallest} to be detected with "
        f"{POWER:.0%} power; smaller ones are not ruled out."
    )
