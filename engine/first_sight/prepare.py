"""Having all that the pages show at first sight measured, and whether it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.errors import BiascopeError
from engine.first_sight.asked import Question, questions, studies
from engine.measurement import Measurement, derived, measure
from engine.measures.registry import MEASURES
from engine.store import Context, Store

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM
    from engine.spec import ModelSpec

# (what is measured, its items) -> what is called with (finished items, all items), if anything.
Progress = Callable[[str, int], Callable[[int, int], None] | None]


@dataclass(frozen=True)
class Prepared:
    """What came of it.

    Args:
        pages: titles of the pages that show their figures at once.
        refused: title of a page -> why this model has no figures there.
        items: texts and pairs measured or known before.
        from_store: those that were known before.
        warnings: sentences for the user, for example that nothing could be kept.
    """

    pages: tuple[str, ...]
    refused: dict[str, str]
    items: int
    from_store: int
    warnings: tuple[str, ...]


def prepare(
    spec: ModelSpec, kind: str, model: Callable[[], MaskedLM], store: Store, progress: Progress
) -> Prepared:
    """Measure what the pages show of a model at first sight; what is known is not measured again.

    Args:
        kind: of the model's family.
        model: called only if something is missing.
        progress: asked before each measurement how its progress is shown.
    """
    work = _Work(spec, model, store, progress)
    for question in questions(kind):
        work.page(question.page, partial(_ask, work, question))
    for page, study in studies(kind).items():
        derive = partial(derived, store=store)
        work.page(page, partial(study, partial(work.ask, page), derive))
    return work.outcome()


def missing(spec: ModelSpec, kind: str, store: Store) -> int:
    """Items of the pages' direct questions that are not measured yet; nothing is loaded."""
    return sum(
        len(question.items) - len(store.known(_context(spec, question), question.items))
        for question in questions(kind)
    )


def _context(spec: ModelSpec, question: Question) -> Context:
    version = MEASURES[question.measure].version
    return Context.of(spec.identity(), question.measure, version, question.params)


def _ask(work: _Work, question: Question) -> None:
    work.ask(question.page, question.measure, question.items, question.params)


class _Work:
    """Measurements of one model, counted."""

    def __init__(
        self, spec: ModelSpec, model: Callable[[], MaskedLM], store: Store, progress: Progress
    ) -> None:
        self._asked = (spec, model, store)
        self._progress = progress
        self._pages: dict[str, None] = {}
        self._refused: dict[str, str] = {}
        self._counts = [0, 0]
        self._warnings: dict[str, None] = {}

    def page(self, page: str, work: Callable[[], object]) -> None:
        """Do what a page needs, or keep why it cannot be done."""
        try:
            work()
            self._pages[page] = None
        except BiascopeError as error:
            self._refused.setdefault(page, str(error))

    def ask(self, page: str, name: str, items: list[Any], params: dict[str, Any]) -> Measurement:
        """One measurement through the store."""
        spec, model, store = self._asked
        show = self._progress(f"{page}: {name}", len(items))
        found = measure(name, spec, items, params, model, store, show)
        self._counts[0] += len(items)
        self._counts[1] += found.manifest["from_store"]
        self._warnings |= dict.fromkeys(found.warnings)
        return found

    def outcome(self) -> Prepared:
        """What came of all of them."""
        pages = tuple(page for page in self._pages if page not in self._refused)
        items, known = self._counts
        return Prepared(pages, self._refused, items, known, tuple(self._warnings))
