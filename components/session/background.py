"""Long work: commands a person could type, done by a worker while pages change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine import jobs
from engine.measurement import data_digest
from engine.spec import ModelSpec, format_heads

if TYPE_CHECKING:
    import pandas as pd


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
