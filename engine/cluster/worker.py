"""What runs on the machines of a cluster: one model, loaded once, and chunks computed with it."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from engine.cluster.order import Opened, Order, Refusal
from engine.cluster.processors import own_processor
from engine.cluster.scratch import remove_left
from engine.cluster.shipping import unpacked
from engine.core.checkpoint_names import local_folder
from engine.core.digest import canonical_json
from engine.core.errors import BiascopeError
from engine.core.libraries import library_versions
from engine.core.spec import MIXED, ModelSpec
from engine.flow.registry import MEASURES
from engine.models.room import release_memory
from engine.models.sources import ModelSource, resolve

if TYPE_CHECKING:
    from engine.models.loading import LoadedModel


class Worker:
    """One model on one machine, in one precision at a time; it has no store and writes nothing.

    Ray starts it again from its order, so whatever it holds comes from that.
    """

    def __init__(self, order: Order) -> None:
        self._order = order
        self._loaded: LoadedModel | None = None

    def hello(self) -> None:
        """Answers as soon as the worker has a place."""

    def open(self, dtype: str) -> Opened | Refusal:
        """Load the model in the precision that is needed first."""
        remove_left()
        try:
            device = str(self._model(dtype).device)
        except BiascopeError as error:
            return Refusal.of(error)
        return Opened(socket.gethostname(), os.getpid(), library_versions(), device)

    def compute(
        self, name: str, spec: ModelSpec, items: list[Any], params: dict[str, Any]
    ) -> list[str] | Refusal:
        """Values of some items, as canonical JSON.

        Args:
            spec: of the order, in any precision and under any mask.
        """
        from engine.measures.health.check import gate
        from engine.models.loading import MaskedLM

        try:
            lm = MaskedLM(self._model(spec.dtype), spec.masked_heads)
            if name != "health":  # which says itself what is wrong
                gate(lm)
            return list(map(canonical_json, MEASURES[name].scorer()(lm, items, params)))
        except BiascopeError as error:
            return Refusal.of(error)

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
                self._loaded = load(source, self._order.device, dtype)
        return self._loaded

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
