"""The seam between screen and engine: the only file of the screen that knows models and store.

Networks are shared by all browser sessions and never changed; masked heads travel in the
spec. Nothing heavy is imported before a number is really needed, so pages paint first.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import streamlit as st

from engine import jobs
from engine.errors import BiascopeError
from engine.measurement import Measurement
from engine.measurement import measure as measured
from engine.models import facts as model_facts
from engine.models.sources import BUNDLED, ModelSource, hub_is_off, resolve
from engine.spec import HeadRef, ModelSpec, check_heads
from engine.store import Store, default_store

if TYPE_CHECKING:
    from engine.models.loading import LoadedModel, MaskedLM

__all__ = [
    "BUNDLED",
    "Facts",
    "Measurement",
    "checkpoints",
    "device",
    "examined_sentences",
    "facts",
    "health",
    "is_local",
    "measure",
    "spec_of",
    "stored",
]

Facts = model_facts.Facts


@st.cache_resource
def _store() -> Store:
    return default_store()


@st.cache_resource(ttl=600, max_entries=64, show_spinner=False)
def _hub_source(checkpoint: str) -> ModelSource:
    """Asking the hub for a commit on every rerun would be slow, and rude."""
    return resolve(checkpoint)


@st.cache_resource(ttl=30, max_entries=64, show_spinner="Asking the hub for the model …")
def _hub_answer(checkpoint: str) -> ModelSource | BiascopeError:
    """A hub that cannot be reached is not asked again at once; each try may take long."""
    try:
        return _hub_source(checkpoint)
    except BiascopeError as error:
        return error


def _source(checkpoint: str) -> ModelSource:
    """A local folder is looked at again each time: its files may have changed."""
    answer = resolve(checkpoint) if is_local(checkpoint) else _hub_answer(checkpoint)
    if isinstance(answer, BiascopeError):
        raise type(answer)(str(answer))
    return answer


def is_local(checkpoint: str) -> bool:
    """Whether a name is a checkpoint on this machine rather than a hub id."""
    from pathlib import Path

    return checkpoint == BUNDLED or Path(checkpoint).expanduser().is_dir()


def checkpoints() -> list[str]:
    """Names offered in the model bar: the bundled model, then those in the hub cache."""
    return [BUNDLED, *_cached_checkpoints()]


@st.cache_data(ttl=60, show_spinner=False)
def _cached_checkpoints() -> list[str]:
    return model_facts.models_on_this_machine()


def spec_of(checkpoint: str, masked_heads: tuple[HeadRef, ...] = ()) -> ModelSpec:
    """Identity of a checkpoint under an intervention, without loading it.

    Raises:
        BiascopeError: if it cannot be found, is not supported, or lacks one of the heads.
    """
    source = _source(checkpoint)
    found = model_facts.facts_of(source)
    check_heads(masked_heads, found.layers, found.heads)
    return ModelSpec(source.checkpoint, source.revision, masked_heads=masked_heads)


def facts(checkpoint: str) -> Facts:
    """Family, layers and heads of a checkpoint."""
    return model_facts.facts_of(_source(checkpoint))


@st.cache_resource(max_entries=4, show_spinner="Loading the model …")
def _loaded(checkpoint: str, revision: str, dtype: str) -> LoadedModel:
    """The revision is part of the key: files that changed are another model."""
    from engine.models.loading import load

    return load(checkpoint, dtype=dtype)


def _lm(spec: ModelSpec) -> MaskedLM:
    from engine.models.health import gate
    from engine.models.loading import MaskedLM

    lm = MaskedLM(_loaded(spec.checkpoint, spec.revision, spec.dtype), spec.masked_heads)
    gate(lm)
    return lm


def measure(name: str, spec: ModelSpec, items: list[Any], params: dict[str, Any]) -> Measurement:
    """Measure items on a spec; what the store knows is not computed again.

    Raises:
        BiascopeError: what the model or the measure refuses.
    """
    return measured(name, spec, items, params, lambda: _lm(spec), _store())


def stored(
    name: str, spec: ModelSpec, items: list[Any], params: dict[str, Any]
) -> list[Any] | None:
    """Values if the store knows them all, without loading anything."""
    from engine.measures.registry import MEASURES
    from engine.store import Context

    context = Context.of(spec.identity(), name, MEASURES[name].version, params)
    found = _store().get(context, items)
    return [found[index] for index in range(len(items))] if len(found) == len(items) else None


def submit(title: str, argv: Sequence[str | jobs.Input | jobs.Output]) -> int:
    """Queue a command as a person would type it after `python -m engine`; gives its number.

    Raises:
        BiascopeError: if it cannot be written down or started.
    """
    return jobs.submit(title, argv)


def all_jobs() -> list[jobs.Job]:
    """What runs, waits and has ended, in the order of the queue.

    Raises:
        BiascopeError: if the list cannot be read.
    """
    return jobs.jobs()


def cancel_job(number: int) -> None:
    """Stop a job or take it out of the queue; what is finished is kept."""
    jobs.cancel(number)


def resume_job(number: int) -> None:
    """Go on with a job that did not finish."""
    jobs.resume(number)


def forget_job(number: int) -> None:
    """Take a job that has ended off the list."""
    jobs.forget(number)


def device() -> str | None:
    """The device in use, once torch is in memory; asking sooner would load it."""
    if "torch" not in sys.modules:
        return None
    from engine.models.loading import choose_device

    return str(choose_device())


def offline() -> bool:
    """Whether the hub is switched off by the environment."""
    return hub_is_off()


@st.cache_resource
def _examinations() -> dict[ModelSpec, threading.Thread]:
    return {}


def health(spec: ModelSpec) -> dict[str, Any] | None:
    """The health of a checkpoint, untouched; None while it is still being examined."""
    from engine.models.health import paper

    found = stored("health", spec.untouched(), [paper()], {})
    return found[0] if found else _examined().get(spec.untouched())


def examined_sentences() -> int:
    """Number of plain sentences behind the pseudo-perplexity of an examination."""
    from engine.models.health import paper

    return len(paper()["neutral"])


@st.cache_resource
def _examined() -> dict[ModelSpec, dict[str, Any]]:
    """Results of this server's examinations, also when the store cannot keep them."""
    return {}


def examine_later(spec: ModelSpec) -> None:
    """Examine a checkpoint in the background, once; pages are drawn first."""
    whole = spec.untouched()
    running = _examinations()
    if whole in running or health(whole) is not None:
        return
    from engine.models.health import RED, paper
    from engine.models.loading import MaskedLM

    loaded, store, examined = _loaded, _store(), _examined()

    def examine() -> None:
        try:
            lm = MaskedLM(loaded(whole.checkpoint, whole.revision, whole.dtype))
            value = measured("health", whole, [paper()], {}, lambda: lm, store).values[0]
        except Exception as error:  # told by the badge; the page says it in full when it measures
            value = {"status": RED, "reasons": [str(error)]}
        examined[whole] = value

    running[whole] = threading.Thread(target=examine, daemon=True)
    running[whole].start()
