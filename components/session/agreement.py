"""The Annotators page's doors: whose answers are at work in the background."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import jobs
from engine.measurement import data_digest
from engine.spec import ModelSpec, format_heads

if TYPE_CHECKING:
    import pandas as pd


def submit_agreement(title: str, spec: ModelSpec, answers: pd.DataFrame) -> None:
    """Have the sentences of these answers read in the background by the command line."""
    data = answers.to_json(orient="records", lines=True, force_ascii=False).encode()
    masked = f" · {len(spec.masked_heads)} masked" * bool(spec.masked_heads)
    file = jobs.Input(_file(answers), data)
    jobs.submit(f"{title} · answers{masked}", ["agreement", file, *_options(spec)])


def agreement_job(spec: ModelSpec, answers: pd.DataFrame) -> jobs.Job | None:
    """The job that is at work on these answers, or waits to be."""
    file, ending = _file(answers), tuple(_options(spec))
    for job in jobs.jobs():
        named = {part.rsplit("/", 1)[-1] for part in job.argv}
        masked = ("--mask" in job.argv) == bool(spec.masked_heads)
        if job.active and file in named and masked and job.argv[-len(ending) :] == ending:
            return job
    return None


def _options(spec: ModelSpec) -> list[str]:
    masked = ["--mask", format_heads(spec.masked_heads)] if spec.masked_heads else []
    return [*masked, "--model", spec.checkpoint]


def _file(answers: pd.DataFrame) -> str:
    digest = data_digest([*zip(answers["sentence"], answers["answer"], strict=True)])
    return f"answers-{digest[7:19]}.jsonl"
