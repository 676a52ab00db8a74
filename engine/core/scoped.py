"""A context variable that has a value while a block runs, and its old one afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

Value = TypeVar("Value")


@contextmanager
def scoped(variable: ContextVar[Value], value: Value) -> Iterator[None]:
    """Give a variable a value inside the block; other threads and contexts do not see it."""
    before = variable.set(value)
    try:
        yield
    finally:
        variable.reset(before)
