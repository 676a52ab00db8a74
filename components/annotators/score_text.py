"""Scores of annotator agreement as text: shares in percent, other scores with two decimals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from components.frame.present.numbers import bracketed, interval_text, number
from engine.core.wording import counted
from engine.measures.agreement.scores import POOLED, bounds_of

_FINE = ("p_at_any",)  # shares of a hundred candidates are small
_NO_SHARE = ("mrr",)


def is_share(score: str) -> bool:
    """Whether a score is a share of sentences, words or answers."""
    return bounds_of(score) == (0.0, 1.0) and score not in _NO_SHARE


def scaled(value: float, score: str) -> float:
    """A score as it is drawn: a share in percent."""
    return 100 * value if is_share(score) else value


def value_text(value: float, score: str) -> str:
    """A score: `42%`, or `−0.31` with a true minus."""
    return number(scaled(value, score), _spec(score)) + "%" * is_share(score)


def difference_text(value: float, score: str, fine: bool = False) -> str:
    """A difference of two scores without its sign: `21 points`, or `0.31`.

    Args:
        fine: with a decimal, next to both scores without one, whose difference may seem another.
    """
    spec = ".1f" if fine and is_share(score) else _spec(score)
    return number(scaled(value, score), spec) + " points" * is_share(score)


def ends_text(interval: Sequence[float] | None, score: str) -> str:
    """The ends of an interval below a heading that names it: `[22, 62]`; empty without one."""
    return bracketed(_ends(interval, score), _spec(score))


def confidence_text(interval: Sequence[float] | None, score: str) -> str:
    """An interval, `95% CI [22, 62]`; empty without one."""
    return interval_text(_ends(interval, score), _spec(score))


def behind(entry: dict[str, Any], score: str) -> str:
    """What a group's score is computed from: `24 sentences`, or words of sentences."""
    sentences = counted(entry["n_sentences"], "sentence")
    return f"{counted(entry['pooled_n'], 'word')} of {sentences}" if score in POOLED else sentences


def _ends(interval: Sequence[float] | None, score: str) -> list[float] | None:
    return None if interval is None else [scaled(bound, score) for bound in interval]


def _spec(score: str) -> str:
    if not is_share(score):
        return ".2f"
    return ".1f" if score in _FINE else ".0f"
