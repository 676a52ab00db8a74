"""Long work: commands a person could type, done by a worker while pages change."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from components.frame.session.device import AUTO, chosen_device
from engine.command_line.command import Command
from engine.server import shared
from engine.storage import jobs

_CHANGING = "Changing the list of jobs"
_WITHOUT_MODEL = ("datasets", "curate")  # commands that run none


def submit_command(title: str, command: Command) -> int:
    """Have a command run in the background.

    Args:
        title: what the list of jobs calls it.

    Returns:
        The number of the job.
    """
    shared.refuse("A job in the background", command.line())
    words: list[str | jobs.Input | jobs.Output] = [
        jobs.Input(word, command.files[word]) if word in command.files else word
        for word in command.words
    ]
    if command.output is not None:
        words += ["--out", jobs.Output(command.output)]
    if chosen_device() != AUTO and command.words[0] not in _WITHOUT_MODEL:
        words += ["--device", chosen_device()]
    return jobs.submit(title, words)


def job_of(command: Command) -> jobs.Job | None:
    """The job that computes what a command does, or waits to, whoever submitted it."""
    if shared.is_shared():
        return None
    wanted = command.normalised()
    for job in jobs.jobs():
        if job.active and _identity(job.argv, job.folder, job.created) == wanted:
            return job
    return None


@lru_cache(maxsize=64)
def _identity(argv: tuple[str, ...], folder: Path, _created: float) -> tuple[str, ...]:
    """What a job computes; its words and files never change, and files take time to read."""
    return Command.of_job(argv, folder).normalised()


def submit_download(title: str, data_set: str) -> None:
    """Fetch a public data set in the background."""
    submit_command(f"Fetch {title}", Command(("datasets", "get", data_set)))


def all_jobs() -> list[jobs.Job]:
    """What runs, waits and has ended, in the order of the queue; nothing on a shared server."""
    return [] if shared.is_shared() else jobs.jobs()


def cancel_job(number: int) -> None:
    """Stop a job or take it out of the queue; what is finished is kept."""
    shared.refuse(_CHANGING)
    jobs.cancel(number)


def resume_job(number: int) -> None:
    """Go on with a job that did not finish."""
    shared.refuse(_CHANGING)
    jobs.resume(number)


def forget_job(number: int) -> None:
    """Take a job that has ended off the list."""
    shared.refuse(_CHANGING)
    jobs.forget_job(number)
