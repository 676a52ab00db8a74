"""How far a call is: a bar in a notebook, lines on stderr elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from typing import Any


@contextmanager
def showing_progress() -> Iterator[None]:
    """In a notebook, show progress as bars while this context is open."""
    from engine.command_line.output import counting_with

    if not in_notebook():
        yield
        return
    bars: list[Bar] = []

    def begin(name: str, items: int) -> Callable[[int, int], None] | None:
        if items < 2:
            return None
        bars.append(Bar(name))
        return bars[-1]

    with counting_with(begin):
        try:
            yield
        finally:
            for bar in bars:
                bar.clear()


def in_notebook() -> bool:
    """Whether this process is the kernel of a notebook."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return getattr(shell, "kernel", None) is not None


class Bar:
    """A bar below the cell, which is gone when the call has ended.

    Args:
        name: of what is counted.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._handle: Any = None

    def __call__(self, done: int, total: int) -> None:
        """Note that items are finished.

        Args:
            done: finished.
            total: all.
        """
        self._show(
            f'<progress value="{done}" max="{total}"></progress> '
            f"{escape(self._name)}: {done:,} of {total:,}"
        )

    def clear(self) -> None:
        """Take the bar away."""
        if self._handle is not None:
            self._show("")

    def _show(self, markup: str) -> None:
        screen = sys.modules["IPython.display"]  # the kernel's own; Biascope does not need it
        if self._handle is None:
            self._handle = screen.display(screen.HTML(markup), display_id=True)
        else:
            self._handle.update(screen.HTML(markup))
