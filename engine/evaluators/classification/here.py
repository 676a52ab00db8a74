"""The classifiers that whoever runs a measurement has given, for columns of the Scorecard.

A column knows how to ask one model; its classifiers are other models. Whoever sweeps says once
with which store and on which device they run, and how the model at hand is let go before one is
loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.core.errors import BiascopeError
from engine.core.program import PROGRAM
from engine.core.scoped import scoped

if TYPE_CHECKING:
    from engine.evaluators.classification.classifiers import Classifiers


@dataclass(frozen=True)
class Here:
    """What judges.

    Args:
        classifiers: one in memory at a time.
        release: lets the model go that is measured.
    """

    classifiers: Classifiers
    release: Callable[[], None]


_HERE: ContextVar[Here | None] = ContextVar("classifiers", default=None)


@contextmanager
def classifying(classifiers: Classifiers, release: Callable[[], None]) -> Iterator[None]:
    """Judge with these classifiers inside the block.

    Args:
        release: called before a classifier is loaded.
    """
    try:
        with scoped(_HERE, Here(classifiers, release)):
            yield
    finally:
        classifiers.release()


def here() -> Here:
    """The classifiers of this block.

    Raises:
        BiascopeError: outside of one.
    """
    found = _HERE.get()
    if found is None:
        raise BiascopeError(
            f"Classifiers judge only where a sweep runs; measure this with: {PROGRAM} sweep."
        )
    return found
