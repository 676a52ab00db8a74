"""What measures contestants on a cluster: the same measurements, computed elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.cluster.connection import Connection
from engine.cluster.order import Chunk, Order, chunks_of
from engine.cluster.processors import Processor, common_processor
from engine.cluster.shipping import packed
from engine.cluster.workers import Workers
from engine.core.errors import BiascopeError, InputTextError
from engine.core.libraries import library_versions
from engine.core.spec import BUNDLED, ModelSpec
from engine.core.wording import counted
from engine.files.fits import contents_of
from engine.flow.asking import Measurement
from engine.flow.derived import derived
from engine.flow.guarded import COARSE, FINE
from engine.flow.measurement import Computing, Missing, measure_where
from engine.flow.registry import ORIGINS
from engine.models.room import needed_memory
from engine.models.sources import content_digest, resolve
from engine.scorecard.asking import each_once

if TYPE_CHECKING:
    from engine.flow.asking import Ask, Derive
    from engine.storage.store import Store

_LIBRARIES = 2**30  # bytes of a worker apart from its model


@dataclass(frozen=True)
class Settings:
    """How a cluster is used.

    Args:
        device: `auto`, `cpu`, `cuda` or `xpu`; every worker has the same.
        workers: at most; None for as many as the cluster has room for.
        threads: of torch in each worker on a CPU; the last digits depend on it, and never on the
            number of workers.
        ship_models: send a model's files to machines that lack them.
        guard: pairs are to be scored in mixed precision where all machines agree on it; they are
            asked at once what they compute with.
    """

    device: str = "auto"
    workers: int | None = None
    threads: int = 1
    ship_models: bool = False
    guard: bool = False


class ClusterAsker:
    """Measures models on a cluster.

    The workers of one model are ended when another one is asked for. Models that differ in their
    masks share them, and so do float32 and mixed precision, which need the same memory.

    Args:
        connection: from `connected`, within its block.
        store: None to compute everything and keep nothing; written here alone.
        on_progress: called with (finished items, all items) of each measurement.
        on_warning: called with sentences for the user, each of them once.
    """

    def __init__(
        self,
        connection: Connection,
        store: Store | None,
        settings: Settings | None = None,
        on_progress: Callable[[int, int], None] | None = None,
        on_warning: Callable[[str], None] | None = None,
    ) -> None:
        self._connection, self._store = connection, store
        self._settings = settings or Settings()
        self._on_progress, self._warn = on_progress, each_once(on_warning)
        self._workers: Workers | None = None
        self._device, self._most = _slots(connection, self._settings)
        self._processor: Processor | str = "the machines were not asked what they compute with"
        if self._settings.guard:
            threads = self._settings.threads
            self._processor = common_processor(connection, self._device, threads)

    def __call__(self, spec: ModelSpec) -> tuple[Ask, Derive]:
        """What measures one contestant."""
        derive = partial(derived, store=self._store, on_warning=self._warn)
        return partial(self._ask, spec), derive

    def described(self) -> str:
        """What is used, in one sentence."""
        machines = self._connection.machines(self._device, self._settings.threads)
        if self._device == "cpu":
            each = f"{counted(self._settings.threads, 'thread')} each"
        else:
            each = "a GPU each"
        workers, places = counted(self._most, "worker"), counted(len(machines), "machine")
        return f"Measuring with up to {workers} ({each}) on {places}."

    def why_no_bfloat16(self) -> str:
        """Why nothing is measured in mixed precision; empty where it can be."""
        return self._processor if isinstance(self._processor, str) else ""

    def release(self) -> None:
        """End the workers."""
        if self._workers is not None:
            self._workers.end()
            self._workers = None

    def _ask(
        self, spec: ModelSpec, name: str, items: list[Any], params: dict[str, Any]
    ) -> Measurement:
        def there() -> Computing:
            return _There(self._with_model(spec), spec, self._settings.threads)

        found = measure_where(name, spec, items, params, there, self._store, self._on_progress)
        for warning in found.warnings:
            self._warn(warning)
        return found

    def _with_model(self, spec: ModelSpec) -> Workers:
        """Workers of which one has the model."""
        if self._workers is None or not _can_share(self._workers.order.spec, spec):
            self.release()
            self._workers = self._new_workers(spec.unmasked())
        try:
            self._workers.open(spec.dtype)
        except BiascopeError:
            self.release()
            raise
        return self._workers

    def _new_workers(self, spec: ModelSpec) -> Workers:
        """The workers of a model, none of them started."""
        source = resolve(spec.exact_name, ask_hub=False)
        if source.revision != spec.revision:
            raise BiascopeError(
                f"The files of {spec.checkpoint} changed since they were first read; run the "
                "command again."
            )
        threads = self._settings.threads
        memory = needed_memory(source, spec.dtype) + _LIBRARIES
        room = self._connection.slots(self._device, threads, memory)
        if not room:
            raise BiascopeError(
                f"A worker with {spec.checkpoint} needs {memory / 1e9:.1f} GB, more than any "
                f"machine of the cluster at {self._connection.address} offers."
            )
        processor = self._processor if isinstance(self._processor, Processor) else None
        plugins = {name: origin.mark for name, origin in ORIGINS.items()}
        order = Order(spec, self._device, threads, processor=processor, plugins=plugins)
        if self._settings.ship_models and spec.checkpoint != BUNDLED:
            import ray

            digest = content_digest(source.folder)
            order = replace(order, files=packed(source, ray.put), digest=digest)
        return Workers(self._connection, order, min(self._most, room), memory)


class _There:
    """The cluster computes, in chunks that do not depend on the number of workers."""

    speed = None  # how many workers there are going to be is not known

    def __init__(self, workers: Workers, spec: ModelSpec, threads: int) -> None:
        self._workers, self._spec, self._threads = workers, spec, threads

    @property
    def manifest(self) -> dict[str, Any]:
        """Device and machines, as they were at the end."""
        used = self._workers.opened
        found = [one.against_cpu for one in used if one.against_cpu is not None]
        furthest = max(found, key=lambda one: one["largest_difference"] or 0.0, default=None)
        return ({} if furthest is None else {"against_cpu": furthest}) | {
            "device": used[0].device if used else None,
            "cluster": {
                "nodes": sorted({one.node for one in used}),
                "workers": len(used),
                "threads": self._threads,
                "differences": self.warnings,
            },
        }

    @property
    def warnings(self) -> list[str]:
        """Libraries that are others than here, on which the last digits may depend."""
        own = library_versions()
        found = {
            f"{one.node} has {name} {version}, and this machine {own.get(name)}: the last digits "
            "of its values may differ."
            for one in self._workers.opened
            for name, version in one.libraries.items()
            if version != own.get(name)
        }
        return sorted(found)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the workers note of their model, which is the same for all."""
        return tuple(dict.fromkeys(note for one in self._workers.opened for note in one.notes))

    def chunks(self, missing: Missing) -> Iterator[list[tuple[int, str]]]:
        """Chunks as they are finished."""

        fits = contents_of(self._spec.interventions.fits)

        def call(actor: Any, chunk: Chunk) -> Any:
            return actor.compute.remote(missing.name, self._spec, chunk.items, missing.params, fits)

        for chunk, values in self._workers.run(chunks_of(missing), call):
            yield list(zip(chunk.numbers, values, strict=True))


def _can_share(first: ModelSpec, second: ModelSpec) -> bool:
    """Whether workers of one spec can measure another."""
    of_one_size = {first.dtype, second.dtype} <= {FINE, COARSE}
    same_model = (first.checkpoint, first.revision) == (second.checkpoint, second.revision)
    return same_model and (first.dtype == second.dtype or of_one_size)


def _slots(connection: Connection, settings: Settings) -> tuple[str, int]:
    """Device of the workers, and how many of them there may be."""
    if settings.device not in ("auto", "cpu", "cuda", "xpu"):
        raise InputTextError(
            f"On a cluster a device is auto, cpu, cuda or xpu; got {settings.device!r}."
        )
    if settings.threads < 1 or (settings.workers is not None and settings.workers < 1):
        raise InputTextError("A cluster needs at least one worker with one thread.")
    device = settings.device
    if device == "auto":
        device = "cuda" if connection.slots("cuda", 1) else "cpu"
    slots = connection.slots(device, settings.threads)
    if not slots:
        wanted = f"machine with {settings.threads} CPU" if device == "cpu" else "GPU"
        raise BiascopeError(f"The cluster at {connection.address} offers no {wanted}.")
    return device, min(slots, settings.workers or slots)
