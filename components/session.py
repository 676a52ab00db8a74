"""The seam between screen and engine: the only file of the screen that knows models and store.

Networks are shared by all browser sessions and never changed; masked heads travel in the
spec. Nothing heavy is imported before a number is really needed, so pages paint first.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import streamlit as st

from engine import jobs
from engine.errors import BiascopeError
from engine.measurement import Measurement, data_digest, described
from engine.measurement import measure as measured
from engine.models import facts as model_facts
from engine.models.sources import BUNDLED, ModelSource, hub_is_off, resolve
from engine.spec import HeadRef, ModelSpec, check_heads, format_heads
from engine.store import Store, default_store

if TYPE_CHECKING:
    import pandas as pd

    from engine.models.loading import LoadedModel, MaskedLM

__all__ = [
    "BUNDLED",
    "Facts",
    "Measurement",
    "StoredValues",
    "checkpoints",
    "device",
    "examined_sentences",
    "facts",
    "health",
    "is_local",
    "known",
    "manifest",
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


def measure(
    name: str,
    spec: ModelSpec,
    items: list[Any],
    params: dict[str, Any],
    on_progress: Callable[[int, int], None] | None = None,
) -> Measurement:
    """Measure items on a spec; what the store knows is not computed again.

    Raises:
        BiascopeError: what the model or the measure refuses.
    """
    return measured(name, spec, items, params, lambda: _lm(spec), _store(), on_progress)


def stored(
    name: str, spec: ModelSpec, items: list[Any], params: dict[str, Any]
) -> list[Any] | None:
    """Values if the store knows them all, without loading anything."""
    from engine.measures.registry import MEASURES
    from engine.store import Context

    context = Context.of(spec.identity(), name, MEASURES[name].version, params)
    found = _store().get(context, items)
    return [found[index] for index in range(len(items))] if len(found) == len(items) else None


class StoredValues(Sequence[Any]):
    """Values of a measure read from the store a few hundred at a time, in the items' order.

    Thousands of pairs with a score for every token fill gigabytes as Python objects; who
    only walks over them once never holds them all.
    """

    _CHUNK = 400

    def __init__(
        self, name: str, spec: ModelSpec, items: list[Any], params: dict[str, Any]
    ) -> None:
        self._ask = (name, spec, params)
        self._items = items

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Any]:
        name, spec, params = self._ask
        for start in range(0, len(self._items), self._CHUNK):
            yield from measure(name, spec, self._items[start : start + self._CHUNK], params).values

    def __getitem__(self, index: Any) -> Any:
        name, spec, params = self._ask
        return measure(name, spec, [self._items[index]], params).values[0]


def known(name: str, spec: ModelSpec, items: list[Any], params: dict[str, Any]) -> set[int]:
    """Indices of the items that are already measured, without loading anything."""
    from engine.measures.registry import MEASURES
    from engine.store import Context

    context = Context.of(spec.identity(), name, MEASURES[name].version, params)
    return _store().known(context, items)


def manifest(
    name: str, spec: ModelSpec, items: list[Any], params: dict[str, Any]
) -> dict[str, Any]:
    """What was measured, for values that all came from the store."""
    return described(name, spec, items, params)


def submit_pairs(title: str, spec: ModelSpec, variant: str, pairs: pd.DataFrame) -> None:
    """Have pairs scored in the background by the command a person would type."""
    columns = [
        name
        for name in ("sent_more", "sent_less", "stereo_antistereo", "bias_type")
        if name in pairs
    ]
    data = pairs[columns].to_csv(index=False).encode()
    name = f"{title} · {variant}" + (
        f" · {len(spec.masked_heads)} masked" * bool(spec.masked_heads)
    )
    jobs.submit(
        name,
        [
            "pairs",
            jobs.Input(_pairs_file(pairs), data),
            *_pair_options(spec, variant),
            "--out",
            jobs.Output("scores.csv"),
        ],
    )


def submit_download(title: str, data_set: str) -> None:
    """Fetch a public data set in the background."""
    jobs.submit(f"Fetch {title}", ["datasets", "get", data_set])


def pair_job(spec: ModelSpec, variant: str, pairs: pd.DataFrame) -> jobs.Job | None:
    """The job that is at work on these pairs, or waits to be."""
    wanted = {_pairs_file(pairs), *_pair_options(spec, variant)}
    for job in jobs.jobs():
        named = {part.rsplit("/", 1)[-1] if part.endswith(".csv") else part for part in job.argv}
        masked = "--mask" in named
        if job.active and wanted <= named and masked == bool(spec.masked_heads):
            return job
    return None


def _pair_options(spec: ModelSpec, variant: str) -> list[str]:
    options = ["--measure", variant, "--model", spec.checkpoint]
    if spec.masked_heads:
        options += ["--mask", format_heads(spec.masked_heads)]
    return options


def _pairs_file(pairs: pd.DataFrame) -> str:
    digest = data_digest([*zip(pairs["sent_more"], pairs["sent_less"], strict=True)])
    return f"pairs-{digest[7:19]}.csv"


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
