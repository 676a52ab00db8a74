"""Items of one measure on one model: what is known of them, and measuring the rest.

A page says what is asked once, as `Items`, and shows what is known; the rest is measured while the
user waits (`now`), or by a job that `background.offer` starts (`work`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import streamlit as st

from components.frame import session
from components.frame.present import explain, first_screen
from components.frame.shell.model_bar import Subject
from components.frame.shell.subject import beginning
from components.frame.widgets.background import Work
from engine.command_line.command import Command
from engine.core.errors import BiascopeError
from engine.core.spec import ModelSpec

Found = TypeVar("Found")


@dataclass(frozen=True, eq=False)
class Items:
    """What is asked of one model.

    Args:
        measure: its name in the registry.
        items: JSON-ready; those that are equal are measured once.
        params: of the measure.
    """

    measure: str
    spec: ModelSpec
    items: list[Any]
    params: dict[str, Any]

    def __len__(self) -> int:
        return len(self.items)

    def known(self) -> set[int]:
        """Indices of the items whose values are stored."""
        return session.known(self.measure, self.spec, self.items, self.params)

    def manifest(self) -> dict[str, Any]:
        """What is needed to repeat the measurement."""
        return session.manifest(self.measure, self.spec, self.items, self.params)

    def work(self, title: str, command: Command, shown: int) -> Work:
        """The same as work of a job.

        Args:
            title: of the job.
            command: has all items measured.
            shown: items that the page shows now.
        """
        return Work({title: command}, len(self), shown, lambda: len(self.known()))

    def now(
        self, begins: str, text: Callable[[int, int], str], asked: str = ""
    ) -> session.Measurement:
        """Measure while the user waits, with a bar that shows how far it is.

        Args:
            begins: text of the bar at first.
            text: (finished items, all items) -> text of the bar.
            asked: heading in the place of the answer (markdown of ours); none elsewhere.
        """
        with first_screen.computing(asked, begins) if asked else _bar(begins) as tell:

            def show(done: int, total: int) -> None:
                tell(text(done, total), done / max(total, 1))

            return session.measure(self.measure, self.spec, self.items, self.params, show)


@contextmanager
def _bar(begins: str) -> Iterator[first_screen.Told]:
    """A bar that says how far it is, until it is done."""
    bar = st.progress(0.0, begins)
    try:
        yield lambda text, share: bar.progress(min(1.0, share), text)
    finally:
        bar.empty()


def of_other(other: Subject | None, measured: Callable[[Subject], Found | None]) -> Found | None:
    """What the model compared with gives, where it can be had; else what is wrong is said.

    Args:
        other: None where no model is compared with.
    """
    if other is None:
        return None
    try:
        return measured(other)
    except BiascopeError as error:
        explain.not_compared(beginning(other), error)
        return None
