"""Having all that the pages show at first sight measured, and whether it is."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NoReturn

from engine.core.digest import data_digest
from engine.core.errors import BiascopeError, InputTextError, StorageError, UnusableModelError, why
from engine.core.spec import BUNDLED, ModelSpec
from engine.first_sight.asked import Question, Study, questions, studies
from engine.flow.asking import Measurement
from engine.flow.derived import derived, stored_derived
from engine.flow.measurement import measure
from engine.flow.registry import MEASURES
from engine.flow.stored import known
from engine.storage.store import Store, write_shipped

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM


# (what is measured, its items) -> what is called with (finished items, all items), if anything.
Progress = Callable[[str, int], Callable[[int, int], None] | None]

_REFUSAL, _REFUSAL_VERSION = "first_sight_refusal", 1
_LASTING = (InputTextError, UnusableModelError)  # the same model is refused again


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
    spec: ModelSpec, kind: str, model: Callable[[str], MaskedLM], store: Store, progress: Progress
) -> Prepared:
    """Measure what the pages show of a model at first sight; what is known is not measured again.

    Args:
        kind: of the model's family.
        model: called only if something is missing, with the measure that it is loaded for.
        progress: asked before each measurement how its progress is shown.
    """
    asked = list(questions(kind))
    work = _Work(spec, model, store, progress, sum(len(question.items) for question in asked))
    for question in asked:
        work.page(question.page, partial(work.question, question))
    for study in studies(kind, spec):
        derive = partial(derived, store=store)
        work.page(study.page, partial(study.work, partial(work.ask, study), derive))
    return work.outcome()


def is_prepared(spec: ModelSpec, kind: str, store: Store) -> bool:
    """Whether the pages have all that they show of a model at first sight; nothing is loaded.

    What preparing it was refused counts as there: the page says why at once.

    Args:
        kind: of the model's family.
    """
    if any(_lacks(spec, question, store) for question in questions(kind)):
        return False
    try:
        for study in studies(kind, spec):
            with suppress(BiascopeError):
                study.work(partial(_known, study.spec, store), partial(_derived, store))
    except _NotThereError:
        return False
    return True


def is_begun(spec: ModelSpec, kind: str, store: Store) -> bool:
    """Whether the first thing that preparing a model measures is there; quick, as one look-up.

    Args:
        kind: of the model's family.

    Returns:
        False only where the model is not prepared.
    """
    return not _lacks(spec, next(questions(kind)), store)


class _NotThereError(Exception):
    """Something is not in the store."""


def _not_there() -> NoReturn:
    raise _NotThereError


def _lacks(spec: ModelSpec, question: Question, store: Store) -> bool:
    asked = (question.measure, spec, question.items, question.params, store)
    return len(known(*asked)) < len(question.items) and not _refusals(*asked)


def _known(
    spec: ModelSpec, store: Store, name: str, items: list[Any], params: dict[str, Any]
) -> Measurement:
    """A measurement from the store alone."""
    try:
        return measure(name, spec, items, params, _not_there, store)
    except _NotThereError:
        for reason in _refusals(name, spec, items, params, store):
            raise InputTextError(reason) from None
        raise


def _derived(
    store: Store,
    name: str,
    version: int,
    item: Any,
    params: dict[str, Any],
    _work: Callable[[], Any],
) -> Any:
    return derived(name, version, item, params, _not_there, store)


def _refusals(
    name: str, spec: ModelSpec, items: list[Any], params: dict[str, Any], store: Store
) -> list[str]:
    """Why a measurement was refused when the model was prepared: one sentence, or none."""
    item = _refused_item(spec, name, items)
    return stored_derived(_REFUSAL, _REFUSAL_VERSION, item, params, store)


def _refused_item(spec: ModelSpec, name: str, items: list[Any]) -> dict[str, Any]:
    of_measure = {"measure": name, "version": MEASURES[name].version}
    return {"spec": spec.identity(), **of_measure, "items": data_digest(items)}


class _Work:
    """Measurements of one model, counted."""

    def __init__(
        self,
        spec: ModelSpec,
        model: Callable[[str], MaskedLM],
        store: Store,
        progress: Progress,
        items: int,
    ) -> None:
        self._asked = (spec, model, store)
        self._progress = progress
        self._direct = items
        self._pages: dict[str, None] = {}
        self._refused: dict[str, str] = {}
        self._counts = [0, 0]
        self._passed = 0
        self._show = progress("Texts of the pages", items)
        self._warnings: dict[str, None] = {}

    def page(self, page: str, work: Callable[[], object]) -> None:
        """Do what a page needs, or keep why it cannot be done."""
        try:
            work()
            self._pages[page] = None
        except BiascopeError as error:
            self._refused.setdefault(page, str(error))

    def question(self, question: Question) -> None:
        """Measure what a page asks directly; one count for all pages shows the progress."""
        passed, show = self._passed, self._show
        self._passed += len(question.items)

        def counted(done: int, _: int) -> None:
            if show is not None:
                show(passed + done, self._direct)

        spec, _, store = self._asked
        try:
            self._measured(spec, question.measure, question.items, question.params, store, counted)
        finally:  # also where the model is refused
            counted(len(question.items), 0)

    def ask(self, study: Study, name: str, items: list[Any], params: dict[str, Any]) -> Measurement:
        """One measurement that a page's figures are worked out from."""
        show = self._progress(f"{study.page}: {name}", len(items))
        store = self._asked[2] if study.keeps(name) else None
        return self._measured(study.spec, name, items, params, store, show)

    def _measured(
        self,
        spec: ModelSpec,
        name: str,
        items: list[Any],
        params: dict[str, Any],
        store: Store | None,
        show: Callable[[int, int], None] | None,
    ) -> Measurement:
        try:
            found = measure(
                name, spec, items, params, partial(self._model, spec, name), store, show
            )
        except _LASTING as error:
            reason, item = str(error), _refused_item(spec, name, items)
            derived(_REFUSAL, _REFUSAL_VERSION, item, params, lambda: reason, store)
            raise
        self._counts[0] += len(items)
        self._counts[1] += found.manifest["from_store"]
        self._warnings |= dict.fromkeys(found.warnings)
        return found

    def _model(self, spec: ModelSpec, name: str) -> MaskedLM:
        """The model under the mask that a page has it."""
        own, model, _ = self._asked
        if spec == own:
            return model(name)
        from engine.models.loading import MaskedLM

        return MaskedLM.of(model(name).model, spec)

    def outcome(self) -> Prepared:
        """What came of all of them."""
        pages = tuple(page for page in self._pages if page not in self._refused)
        items, known = self._counts
        return Prepared(pages, self._refused, items, known, tuple(self._warnings))


# --- shipping -----------------------------------------------------------------------------
# The file of results that comes with Biascope: written from nothing, for the bundled model.


def ship(
    spec: ModelSpec, kind: str, model: Callable[[str], MaskedLM], progress: Progress, path: Path
) -> Prepared:
    """Measure all that the pages show at first sight anew, and write it as the shipped file."""
    if spec != ModelSpec(BUNDLED, spec.revision):
        raise BiascopeError(
            "The results that come with Biascope are those of the bundled model in float32 and "
            "without a mask; leave out --model, --dtype and --mask."
        )
    with TemporaryDirectory() as folder:
        store = Store(Path(folder) / "results.sqlite")
        outcome = prepare(spec, kind, model, store, progress)
        problems = [*outcome.refused.values(), *outcome.warnings]
        if problems:
            raise BiascopeError(f"Nothing was written: {problems[0]}")
        try:
            write_shipped(path, store.values())
        except (OSError, sqlite3.Error) as error:
            raise StorageError(
                f"{path} cannot be written ({why(error)}); results "
                "are shipped from a copy of the source code that you may write to."
            ) from error
        store.close()
    return outcome
