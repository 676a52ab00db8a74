"""How contestants are measured on this machine: one network in memory at a time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.core.errors import BiascopeError
from engine.flow.against_cpu import in_words
from engine.flow.asking import Measurement
from engine.flow.derived import derived
from engine.flow.measurement import measure
from engine.models.devices import why_no_bfloat16
from engine.models.room import release_memory
from engine.models.sources import resolve

if TYPE_CHECKING:
    from engine.core.spec import ModelSpec
    from engine.flow.asking import Ask, Derive
    from engine.models.loading import LoadedModel, MaskedLM
    from engine.storage.store import Store

# The model to measure -> what measures it, and what keeps the rest. A cluster has another one.
Asker = Callable[["ModelSpec"], tuple["Ask", "Derive"]]


def each_once(tell: Callable[[str], None] | None) -> Callable[[str], None]:
    """Tell each sentence once, however often it is said.

    Args:
        tell: called with sentences for the user; None where nobody listens.
    """
    known: set[str] = set()

    def once(sentence: str) -> None:
        if tell is not None and sentence not in known:
            known.add(sentence)
            tell(sentence)

    return once


class LocalAsker:
    """Measures models on this machine.

    Contestants that share their weights share the network; it is let go when another one is
    asked for, so memory does not grow with the number of contestants.

    Args:
        device: as `choose_device` takes it.
        store: None to compute everything and keep nothing.
        on_progress: called with (finished items, all items) of each measurement.
        on_warning: called with sentences for the user, each of them once.
    """

    def __init__(
        self,
        device: str,
        store: Store | None,
        on_progress: Callable[[int, int], None] | None = None,
        on_warning: Callable[[str], None] | None = None,
    ) -> None:
        self._device, self._store = device, store
        self._on_progress, self._warn = on_progress, each_once(on_warning)
        self._loaded: LoadedModel | None = None

    def __call__(self, spec: ModelSpec) -> tuple[Ask, Derive]:
        """What measures one contestant."""
        derive = partial(derived, store=self._store, on_warning=self._warn)
        return partial(self._ask, spec), derive

    def why_no_bfloat16(self) -> str:
        """Why nothing is measured in mixed precision; empty where it can be."""
        return why_no_bfloat16(self._device)

    def release(self) -> None:
        """Let the network go."""
        if self._loaded is not None:
            self._loaded = None
            release_memory()

    def _ask(
        self, spec: ModelSpec, name: str, items: list[Any], params: dict[str, Any]
    ) -> Measurement:
        model = partial(self._model, spec, name)
        found = measure(name, spec, items, params, model, self._store, self._on_progress)
        for warning in found.warnings:
            self._warn(warning)
        if "against_cpu" in found.manifest:
            self._warn(f"{spec.checkpoint}: {in_words(found.manifest['against_cpu'])}")
        return found

    def _model(self, spec: ModelSpec, name: str) -> MaskedLM:
        from engine.measures.health.check import gate_for
        from engine.models.loading import MaskedLM, load

        wanted = (spec.checkpoint, spec.revision, spec.dtype)
        held = self._loaded
        if held is None or (held.source.checkpoint, held.source.revision, held.dtype) != wanted:
            self.release()
            source = resolve(spec.exact_name, ask_hub=False)
            if source.revision != spec.revision:
                raise BiascopeError(  # of this moment: another run may find them as they were
                    f"The files of {spec.checkpoint} changed since the sweep began; run it again."
                )
            self._loaded = held = load(source, self._device, spec.dtype)
        lm = MaskedLM.of(held, spec)
        if name != "health":  # which says itself what is wrong
            gate_for(lm, name)
        return lm
