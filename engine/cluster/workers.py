"""The actors of one model, and the chunks they are at."""

from __future__ import annotations

import os
import socket
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from engine.cluster.connection import Connection
from engine.cluster.order import Chunk, Opened, Order, Refusal
from engine.cluster.processors import own_processor
from engine.cluster.shipping import remove_left, unpacked
from engine.core.checkpoint_names import local_folder
from engine.core.digest import canonical_json
from engine.core.errors import BiascopeError
from engine.core.finished import kept_text
from engine.core.libraries import library_versions
from engine.core.spec import MIXED, ModelSpec
from engine.files.fits import hold_fit
from engine.flow.against_cpu import against_cpu
from engine.flow.measurement import scored
from engine.flow.registry import ORIGINS
from engine.flow.shapes import AgainstCpu
from engine.models.room import release_memory
from engine.models.sources import ModelSource, resolve
from engine.plugins.finding import VARIABLE
from engine.plugins.loading import load as load_plugins

if TYPE_CHECKING:
    from engine.models.loading import LoadedModel


_AT_ONCE = 2  # chunks a worker has: one it computes, and the next
_LOOK = 2.0  # seconds between two looks whether the cluster is there
_PATIENCE = 180.0  # seconds until the first worker has a place
_RESTARTS = 3  # of a worker, and of a chunk on it, by Ray
_LOSSES = 3  # workers that may be lost with one chunk, or one after the other


@dataclass(eq=False)
class _Actor:
    """One actor; `opened` once it has its model."""

    handle: Any
    placed: bool = False
    opened: Opened | None = None
    at: int = 0


@dataclass(frozen=True)
class _Asked:
    """What an answer will be of: `hello`, `open`, or a chunk."""

    actor: _Actor
    what: str | Chunk


@dataclass
class Workers:
    """The actors of one model.

    Args:
        order: what each of them is told.
        most: how many there may be.
        memory: that one needs, bytes; Ray starts no more of them on a machine than fit.
    """

    connection: Connection
    order: Order
    most: int
    memory: int
    _dtype: str = ""
    _actors: list[_Actor] = field(default_factory=list)
    _asked: dict[Any, _Asked] = field(default_factory=dict)
    _left: set[Chunk] = field(default_factory=set)
    _waiting: deque[Chunk] = field(default_factory=deque)
    _losses: int = 0
    _since: float = 0.0

    @property
    def opened(self) -> list[Opened]:
        """Those that have the model."""
        return [actor.opened for actor in self._actors if actor.opened is not None]

    def open(self, dtype: str) -> None:
        """Wait until one of them has the model.

        Args:
            dtype: precision in which those that are started from now on load it first.
        """
        self._dtype = dtype
        self._begin(1)
        while not self.opened:
            self._next()

    def run(
        self, chunks: Sequence[Chunk], call: Callable[[Any, Chunk], Any]
    ) -> Iterator[tuple[Chunk, list[str]]]:
        """Chunks and their values, as they are finished.

        Args:
            call: (actor, chunk) -> reference to its values.
        """
        self._left, self._waiting = set(chunks), deque(chunks)
        self._begin(min(self.most, len(chunks)))
        while self._left:
            self._hand_out(call)
            chunk, answer = self._next()
            if chunk is not None and chunk in self._left:  # else of a measurement that was stopped
                self._left.remove(chunk)
                yield chunk, _accepted(answer)

    def end(self) -> None:
        """End every actor, whatever it is at."""
        import ray

        for actor in self._actors:
            ray.kill(actor.handle, no_restart=True)
        self._actors, self._asked = [], {}

    def _begin(self, wanted: int) -> None:
        """Start actors until there are so many; those that load join in when they are ready."""
        import ray

        if not self._actors:
            self._since = time.monotonic()
        # Of a worker that files are sent to, Ray says on standard error that they might be gone
        # when it starts it again; another one is started here.
        restarts = 0 if self.order.files else _RESTARTS
        options: dict[str, Any] = {
            "memory": self.memory,
            "max_restarts": restarts,
            "max_task_retries": restarts,
        }
        if self.order.device == "cpu":
            options["num_cpus"] = self.order.threads
        else:
            options |= {"num_cpus": 0, "num_gpus": 1}
        while len(self._actors) < wanted:
            remote = ray.remote(**options)(Worker)
            actor = _Actor(remote.remote(self.order))
            self._actors.append(actor)
            self._asked[actor.handle.hello.remote()] = _Asked(actor, "hello")
            self._asked[actor.handle.open.remote(self._dtype)] = _Asked(actor, "open")

    def _hand_out(self, call: Callable[[Any, Chunk], Any]) -> None:
        for turn in range(_AT_ONCE):  # one for each before anyone has two
            for actor in self._actors:
                if self._waiting and actor.opened is not None and actor.at <= turn:
                    chunk = self._waiting.popleft()
                    actor.at += 1
                    self._asked[call(actor.handle, chunk)] = _Asked(actor, chunk)

    def _next(self) -> tuple[Chunk | None, Any]:
        """The next answer of a chunk, if there is one; what a lost worker had waits again."""
        import ray

        ready, _ = ray.wait(list(self._asked), timeout=_LOOK)
        if not ready:
            self.connection.check()
            self._check_placed()
            return None, None
        asked = self._asked[ready[0]]
        try:
            answer = ray.get(ready[0])
        except ray.exceptions.RayTaskError as error:
            raise (error.cause or error) from error
        except ray.exceptions.RayError as error:
            self._lose(asked, error)
            return None, None
        del self._asked[ready[0]]
        asked.actor.placed = True
        if isinstance(asked.what, Chunk):
            asked.actor.at -= 1
            self._losses = 0
            return asked.what, answer
        if asked.what == "open":
            asked.actor.opened = _accepted(answer)
        return None, None

    def _lose(self, asked: _Asked, error: Exception) -> None:
        """Another worker for one that is lost; what it was at is given to any of them."""
        import ray

        self.connection.check()
        self._losses += 1
        lost = [reference for reference, one in self._asked.items() if one.actor is asked.actor]
        for chunk in (self._asked.pop(reference).what for reference in lost):
            if isinstance(chunk, Chunk) and chunk in self._left:
                chunk.losses += 1
                self._losses = max(self._losses, chunk.losses)
                self._waiting.appendleft(chunk)
        self._actors.remove(asked.actor)
        ray.kill(asked.actor.handle, no_restart=True)
        if self._losses > _LOSSES:
            raise BiascopeError(
                f"Workers with {self.order.spec.checkpoint} ended again and again "
                f"({_reason(error)}). They may need more memory than the machines of the cluster "
                f"have; start fewer with --workers. {kept_text()}"
            )
        self._begin(len(self._actors) + 1)

    def _check_placed(self) -> None:
        """Wait for a place on the cluster, but not for ever."""
        if any(actor.placed for actor in self._actors):
            return
        if time.monotonic() - self._since > _PATIENCE:
            raise BiascopeError(
                f"The cluster at {self.connection.address} started no worker in "
                f"{_PATIENCE:.0f} s: one needs {self._needs()}. Others may be using it, its "
                "machines may lack the packages of requirements-cluster.txt, or the path of their "
                f"Python may have a space, where Ray starts no worker. {kept_text()}"
            )

    def _needs(self) -> str:
        device = f"{self.order.threads} CPU" if self.order.device == "cpu" else "1 GPU"
        return f"{device} and {self.memory / 1e9:.1f} GB of memory"


def _accepted(answer: Any) -> Any:
    """An answer."""
    if isinstance(answer, Refusal):
        raise answer.error()
    return answer


def _reason(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1][:200] if lines else type(error).__name__


# --- worker -------------------------------------------------------------------------------
# What runs on the machines of a cluster: one model, loaded once, and chunks computed with it.


class Worker:
    """One model on one machine, in one precision at a time; it has no store and writes nothing.

    Ray starts it again from its order, so whatever it holds comes from that.
    """

    def __init__(self, order: Order) -> None:
        load_plugins()
        self._order = order
        self._loaded: LoadedModel | None = None

    def hello(self) -> None:
        """Answers as soon as the worker has a place."""

    def open(self, dtype: str) -> Opened | Refusal:
        """Load the model in the precision that is needed first."""
        remove_left()
        try:
            model = self._model(dtype)
        except BiascopeError as error:
            return Refusal.of(error)
        place = socket.gethostname(), os.getpid()
        found = self._compared(model)
        return Opened(*place, library_versions(), str(model.device), model.notes, found)

    def compute(
        self,
        name: str,
        spec: ModelSpec,
        items: list[Any],
        params: dict[str, Any],
        fits: Sequence[bytes] = (),
    ) -> list[str] | Refusal:
        """Values of some items, as canonical JSON.

        Args:
            spec: of the order, in any precision and under any intervention.
            fits: files of the erasures and vectors that the spec names.
        """
        from engine.measures.health.check import gate_for
        from engine.models.loading import MaskedLM

        try:
            self._check_plugin(name)
            for content in fits:
                hold_fit(content)
            lm = MaskedLM.of(self._model(spec.dtype), spec)
            if name != "health":  # which says itself what is wrong
                gate_for(lm, name)
            return list(map(canonical_json, scored(lm, name, items, params)))
        except BiascopeError as error:
            return Refusal.of(error)

    def _check_plugin(self, name: str) -> None:
        """Refuse a measure of a plug-in that is another one here, or not here."""
        origin, asked = ORIGINS.get(name), self._order.plugins.get(name)
        if asked != (None if origin is None else origin.mark):
            here = "another version of it" if origin else "not it"
            raise BiascopeError(
                f"The measure {name} comes from the plug-in {asked}, and {socket.gethostname()} "
                f"has {here}; share the folder of {VARIABLE} at the same path, or install the same "
                "package on every machine."
            )

    def _model(self, dtype: str) -> LoadedModel:
        """The model in a precision; it is let go where it was loaded in another one."""
        if self._loaded is None or self._loaded.dtype != dtype:
            self._loaded = None
            release_memory()
            if dtype == MIXED:
                self._check_processor()
            with self._source() as source:
                import torch

                from engine.models.loading import load

                torch.set_num_threads(self._order.threads)
                loaded = load(source, self._order.device, dtype)
                self._compared(loaded)
                self._loaded = loaded
        return self._loaded

    def _compared(self, model: LoadedModel) -> AgainstCpu | None:
        """How far scores of this machine's GPU are from its CPU's; looked up where it is known."""
        return against_cpu(model, replace(self._order.spec, dtype=model.dtype), None)

    def _check_processor(self) -> None:
        """See that values in mixed precision are those of the other machines."""
        wanted = self._order.processor
        if wanted is not None and (own := own_processor(self._order.device)) != wanted:
            raise BiascopeError(
                f"{socket.gethostname()} has another processor ({own.name}) than the machines "
                f"that were there at the start ({wanted.name}), and its values in mixed precision "
                "would differ; run the same command again, or choose --dtype float32."
            )

    @contextmanager
    def _source(self) -> Iterator[ModelSource]:
        """The model's files: of this machine, or as they were sent."""
        order, spec = self._order, self._order.spec
        if order.files and not self._is_here():
            with unpacked(spec, order.files, order.digest) as source:
                yield source
            return
        if order.is_folder and local_folder(spec.checkpoint) is None:
            raise BiascopeError(
                f"{socket.gethostname()} lacks the folder {spec.checkpoint}; copy it there, or "
                "send it with --ship-models."
            )
        source = resolve(spec.exact_name)
        if source.revision != spec.revision:
            raise BiascopeError(
                f"The files of {spec.checkpoint} on {socket.gethostname()} are not those of the "
                f"machine that the command runs on ({source.revision}, not {spec.revision}); copy "
                "them there, or send them with --ship-models."
            )
        yield source

    def _is_here(self) -> bool:
        """Whether this machine has the same model without asking for it anywhere."""
        try:
            found = resolve(self._order.spec.exact_name, ask_hub=False)
        except BiascopeError:
            return False
        return found.revision == self._order.spec.revision
