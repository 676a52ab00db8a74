"""Whether an answer is one that a user may see: a value, or one sentence that refuses."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from engine.core.errors import BiascopeError
from tests.faults.watchdog import LIMIT, TookTooLongError, limited

VALUE, REFUSED = "value", "refused"


class WrongAnswerError(Exception):
    """An answer that must not be; its text says why."""


def outcome_of(ask: Callable[[], Any], seconds: float = LIMIT) -> str:
    """How a question is answered.

    Args:
        seconds: until it is given up.

    Returns:
        `VALUE` or `REFUSED`.
    """
    try:
        with limited(seconds):
            unsound = number_problem(ask())
    except BiascopeError as error:
        problem = message_problem(str(error))
        if problem:
            raise WrongAnswerError(f"{problem}: {error}") from None
        return REFUSED
    except TookTooLongError:
        raise WrongAnswerError(f"no answer within {seconds:.0f} s") from None
    except WrongAnswerError:
        raise
    except Exception as error:
        raise WrongAnswerError(f"{type(error).__name__}: {error}{_where(error)}") from None
    if unsound:
        raise WrongAnswerError(unsound)
    return VALUE


def message_problem(text: str) -> str:
    """Why a message may not be shown; empty where it may."""
    if not text.strip():
        return "an empty message"
    if len(text.splitlines()) > 1:
        return "a message of several lines"
    if "Traceback (most recent" in text:
        return "a message with a traceback"
    if any(unicodedata.category(sign) in ("Cc", "Cs") for sign in text):
        return "a message with control characters"
    return ""


def number_problem(value: Any) -> str:
    """What is wrong with the numbers in a value; empty where nothing is."""
    if isinstance(value, float):
        return "" if math.isfinite(value) else f"{value} in the value"
    if isinstance(value, Mapping):
        parts = list(value.values())
    elif is_dataclass(value) and not isinstance(value, type):
        parts = [getattr(value, part.name) for part in fields(value)]
    elif isinstance(value, list | tuple | set | frozenset):
        parts = list(value)
    else:
        parts = []
    return next(filter(None, map(number_problem, parts)), "")


def _where(error: Exception) -> str:
    """The last line of our own that an error passed through."""
    place, found = error.__traceback__, ""
    while place is not None:
        name = place.tb_frame.f_globals.get("__name__", "")
        if name.startswith("engine.") and not name.startswith("engine.bench."):
            found = f" ({name}, line {place.tb_lineno})"
        place = place.tb_next
    return found
