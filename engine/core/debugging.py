"""Tracebacks on stderr, for whoever asks for them with BIASCOPE_DEBUG=1."""

from __future__ import annotations

import os
import traceback


def is_on() -> bool:
    """Whether they are asked for."""
    return bool(os.environ.get("BIASCOPE_DEBUG"))


def show(error: BaseException) -> None:
    """Write the traceback of an error that a message replaces, if it is asked for."""
    if is_on():
        traceback.print_exception(error)
