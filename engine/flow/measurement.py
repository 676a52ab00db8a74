"""The flow of one number: store -> the misses -> measure -> store -> values and manifest.

The screen, the command line and the jobs all come through here; nothing is computed by
two code paths.

Work that was cancelled, killed at any moment or begun with some of the items gives, when it is
resumed, the bytes that undisturbed work gives: a value follows from its item, the parameters
and the model, not from the other items, their order or the chunks, which follow the clock. This
holds on one machine with the same libraries, device and number of threads. Elsewhere, and where
a batch does not fit into memory and is halved, the last digits may differ, as may those of
values that were stored by an earlier version (by some 1e-6 nats).
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from engine.core.digest import canonical_json
from engine.flow.against_cpu import against_cpu
from engine.flow.asking import Measurement
from engine.flow.descriptor import ROW_A_TEXT
from engine.flow.foreign import checked, said_of
from engine.flow.manifest import Manifest, described_texts
from engine.flow.model_notes import keep_notes, stored_notes
from engine.flow.pace import Expected, Pace, work_of
from engine.flow.registry import MEASURES, ORIGINS
from engine.flow.stored import check_kind, context_of, holding, keep, stored_texts
from engine.inference.priority import in_foreground, in_turn
from engine.models.device_faults import saying_device_faults
from engine.storage.store import Store

if TYPE_CHECKING:
    from engine.core.spec import ModelSpec
    from engine.models.loading import MaskedLM

# Items of the first chunk, and the time the later ones aim at: a slow model shows its first
# values soon, and stopping it loses seconds of work rather than minutes. Fewer than a handful
# would leave batches half empty.
_FIRST = 8
_FEWEST = 4
_CHUNK_SECONDS = 4.0


@dataclass(frozen=True)
class Missing:
    """What the store does not know of one measurement.

    Args:
        name: of the measure.
        items: those to compute; no two are equal.
        places: [item] its number among all distinct items that were asked for, the known ones
            counted too.
    """

    name: str
    params: dict[str, Any]
    items: list[Any]
    places: list[int]


class Computing(Protocol):
    """Where the values that the store does not know are computed: here, or on other machines."""

    @property
    def manifest(self) -> dict[str, Any]:
        """What the manifest says of it, its `device` among it."""

    @property
    def warnings(self) -> list[str]:
        """Sentences for the user."""

    @property
    def speed(self) -> dict[str, Any] | None:
        """What decides how fast it is, JSON-ready; None where that is not known beforehand."""

    @property
    def notes(self) -> Sequence[str]:
        """What is noted of the model, as `LoadedModel.notes`."""

    def chunks(self, missing: Missing) -> Iterator[list[tuple[int, str]]]:
        """Index of each missing item and its value as canonical JSON, in any order."""


def measure(
    name: str,
    spec: ModelSpec,
    items: Sequence[Any],
    params: dict[str, Any],
    model: Callable[[], MaskedLM],
    store: Store | None,
    on_progress: Callable[[int, int], None] | None = None,
    on_expected: Callable[[Expected], None] | None = None,
) -> Measurement:
    """Measure items on one model, computing only what the store does not know.

    Args:
        name: a name of the registry.
        items: JSON-ready items; equal ones are computed once.
        params: JSON-ready parameters of the measure.
        model: called only if something is missing; must give the model that `spec` names.
        store: None to compute everything and keep nothing.
        on_progress: called with (finished items, all items).
        on_expected: called once the model is loaded, if something is missing.
    """

    def here() -> Computing:
        return _Here(spec, model(), store, MEASURES[name].classifier)

    return measure_where(name, spec, items, params, here, store, on_progress, on_expected)


def measure_where(
    name: str,
    spec: ModelSpec,
    items: Sequence[Any],
    params: dict[str, Any],
    where: Callable[[], Computing],
    store: Store | None,
    on_progress: Callable[[int, int], None] | None = None,
    on_expected: Callable[[Expected], None] | None = None,
) -> Measurement:
    """As `measure`, with what the store does not know computed wherever one says.

    Args:
        where: called only if something is missing.
    """
    if name not in MEASURES:
        raise ValueError(f"no measure {name!r}; there are {', '.join(MEASURES)}")
    check_kind(name, spec, items, params)
    started = time.monotonic()
    texts = [canonical_json(item) for item in items]
    context = context_of(name, spec, params)
    known = holding(name, spec, params, texts, stored_texts(name, context, texts, store))
    stored = len(known)
    warnings: list[str] = []
    facts: dict[str, Any] = {"device": None}
    notes: Sequence[str] = ()
    if stored < len(items):
        computing = _opened(where, on_progress, stored, len(items))
        asked = _asked(name, items, params, texts, known)
        growth = MEASURES[name].growth_of(params)
        pace = _pace(computing, name, params, asked, growth, store)
        if on_expected is not None:
            on_expected(pace.expected(len(items), len(items) - stored))
        with in_foreground(), pace:
            for values in asked.computed(computing, known):
                if store is not None and not warnings:
                    warnings += keep(store, context, values)
                pace.note(work_of(text, growth) for text, _ in values)
                if on_progress is not None:
                    on_progress(len(known), len(items))
        facts = computing.manifest
        warnings += computing.warnings
        notes = computing.notes
        keep_notes(spec, notes, store, MEASURES[name].classifier)
    elif items:
        notes = stored_notes(spec, store, MEASURES[name].classifier)
    manifest: Manifest = {
        **described_texts(name, spec, texts, params),
        "from_store": stored,
        "seconds": round(time.monotonic() - started, 3),
    }
    if notes:
        manifest["notes"] = list(notes)
    values = [known[index] for index in range(len(items))]
    return Measurement(values, {**manifest, **facts}, warnings)


@dataclass(frozen=True)
class _Asked:
    """What is missing, and which of the items asked for each of it answers.

    Args:
        texts: [missing item] its canonical JSON.
        indices: [missing item] of the equal items that were asked for.
    """

    missing: Missing
    texts: list[str]
    indices: list[list[int]]

    def computed(
        self, computing: Computing, known: dict[int, Any]
    ) -> Iterator[list[tuple[str, str]]]:
        """Compute the misses chunk by chunk.

        Args:
            known: index -> value; every chunk's values are added.

        Yields:
            Item and value of one chunk, both as canonical JSON.
        """
        for chunk in computing.chunks(self.missing):
            for number, value in chunk:
                # As the store gives them back, so that fresh and stored values are equal.
                known.update(dict.fromkeys(self.indices[number], json.loads(value)))
            yield [(self.texts[number], value) for number, value in chunk]


def _asked(
    name: str,
    items: Sequence[Any],
    params: dict[str, Any],
    texts: list[str],
    known: dict[int, Any],
) -> _Asked:
    """The misses among some items; equal items are computed once."""
    equal: dict[str, list[int]] = {}
    for index, text in enumerate(texts):
        equal.setdefault(text, []).append(index)
    found = [
        (place, text, indices)
        for place, (text, indices) in enumerate(equal.items())
        if indices[0] not in known
    ]
    missing = Missing(
        name,
        params,
        [items[indices[-1]] for _, _, indices in found],
        [place for place, _, _ in found],
    )
    return _Asked(missing, [text for _, text, _ in found], [indices for *_, indices in found])


def _pace(
    computing: Computing,
    name: str,
    params: dict[str, Any],
    asked: _Asked,
    growth: float,
    store: Store | None,
) -> Pace:
    """How long the misses take; nothing is known of machines that nobody has asked yet."""
    speed = computing.speed
    folder = None if store is None or speed is None else store.path.parent
    kind = {"measure": name, "version": MEASURES[name].version} | (speed or {})
    if growth != ROW_A_TEXT:  # units of another growth are other units; those of this one stay
        kind["growth"] = growth
    return Pace(folder, kind, params, [work_of(text, growth) for text in asked.texts])


class _Here:
    """This process computes, in chunks as large as a few seconds allow."""

    def __init__(
        self, spec: ModelSpec, lm: MaskedLM, store: Store | None, classifier: bool
    ) -> None:
        if lm.spec != spec:
            raise ValueError(f"asked for {spec}, was given {lm.spec}")
        self._lm = lm
        self.manifest: dict[str, Any] = {"device": str(lm.model.device)}
        if (found := against_cpu(lm.model, spec, store, classifier)) is not None:
            self.manifest["against_cpu"] = found
        self.warnings: list[str] = []
        self.notes = lm.model.notes

    @property
    def speed(self) -> dict[str, Any]:
        """The model and where it runs: neither its masks nor its weights decide how fast it is."""
        import torch

        return {
            "checkpoint": self._lm.spec.checkpoint,
            "dtype": self._lm.spec.dtype,
            "device": self.manifest["device"],
            "threads": torch.get_num_threads(),
        }

    def chunks(self, missing: Missing) -> Iterator[list[tuple[int, str]]]:
        """One chunk after the other, in the order asked for."""
        definition = MEASURES[missing.name]
        done, size = 0, min(_FIRST, definition.chunk)
        while done < len(missing.items):
            items = missing.items[done : done + size]
            with in_turn():
                began = time.monotonic()
                found = scored(self._lm, missing.name, items, missing.params)
            values = list(map(canonical_json, found))
            numbers = range(done, done + len(items))
            done += len(items)
            size = _next_size(len(items), time.monotonic() - began, definition.chunk)
            yield list(zip(numbers, values, strict=True))


def scored(lm: MaskedLM, name: str, items: list[Any], params: dict[str, Any]) -> list[Any]:
    """One value for each item, computed on a model; a fault is one of the device or of the plug-in.

    Args:
        name: of the measure.
    """
    with said_of(ORIGINS.get(name)), saying_device_faults(lm.model.device):
        found = MEASURES[name].scorer()(lm, items, params)
    return checked(name, items, found)


def _opened(
    where: Callable[[], Computing],
    on_progress: Callable[[int, int], None] | None,
    stored: int,
    items: int,
) -> Computing:
    """Load the model; stored items are reported before, and again after, when timing starts."""
    if on_progress is None or not stored:
        return where()
    on_progress(stored, items)
    computing = where()
    on_progress(stored, items)
    return computing


def _next_size(items: int, seconds: float, most: int) -> int:
    """Items of the next chunk, from how long the last one took."""
    return min(most, max(_FEWEST, int(items * _CHUNK_SECONDS / max(seconds, 1e-6))))
