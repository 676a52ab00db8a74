"""The Heads page's doors: long head measurements as jobs, and what is there of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from components.session.measuring import store
from engine import jobs
from engine.measures.registry import MEASURES
from engine.spec import ModelSpec, format_heads
from engine.store import Context


def submit_heads(
    title: str, spec: ModelSpec, arguments: Sequence[str], files: Mapping[str, bytes]
) -> None:
    """Have heads measured in the background by the command a person would type.

    Args:
        arguments: what follows `python -m engine`, without the model.
        files: those of `arguments` that are the reader's own files.
    """
    words = [jobs.Input(word, files[word]) if word in files else word for word in arguments]
    jobs.submit(title, [*words, *_model_options(spec)])


def heads_job(title: str, spec: ModelSpec) -> jobs.Job | None:
    """The job of this title on this model that is at work, or waits to be."""
    ending = tuple(_model_options(spec))
    for job in jobs.jobs():
        masked = "--mask" in job.argv
        same = job.argv[-len(ending) :] == ending and masked == bool(spec.masked_heads)
        if job.active and job.title == " ".join(title.split()) and same:
            return job
    return None


def _model_options(spec: ModelSpec) -> list[str]:
    masked = ["--mask", format_heads(spec.masked_heads)] if spec.masked_heads else []
    return [*masked, "--model", spec.checkpoint]


def stored_part(
    name: str, spec: ModelSpec, items: list[Any], params: dict[str, Any]
) -> list[Any | None]:
    """Values of the items that are already measured, None for the others; nothing is loaded."""
    context = Context.of(spec.identity(), name, MEASURES[name].version, params)
    found = store().get(context, items)
    return [found.get(index) for index in range(len(items))]
