"""Runs of the Lab as the screen knows them, whichever experiment they are of: folder and job."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from engine.core.errors import BiascopeError
from engine.lab.folder import home
from engine.server import shared
from engine.storage import jobs


class Place(Protocol):
    """The folder of a run."""

    @property
    def folder(self) -> Path: ...
    @property
    def name(self) -> str: ...
    def request(self) -> Any: ...
    def report(self) -> dict[str, Any] | None: ...
    def clear(self) -> None: ...


Folder = TypeVar("Folder", bound=Place)
Asked = TypeVar("Asked")


@dataclass(frozen=True)
class LabRun(Generic[Folder, Asked]):
    """One run as the screen knows it.

    Args:
        request: what was asked; None before the job begins.
        job: that is running on it, waits, or ended; None where the list was cleared.
        report: results of the measures, once they are known.
    """

    place: Folder
    request: Asked | None
    job: jobs.Job | None
    report: dict[str, Any] | None

    @property
    def name(self) -> str:
        """Of its models."""
        return self.place.name

    @property
    def active(self) -> bool:
        """Whether it is trained or waits for its turn."""
        return self.job is not None and self.job.active


def runs_of(
    command: str, places: Iterable[Folder], place_of: Callable[[Path, str], Folder]
) -> list[LabRun[Folder, Any]]:
    """All runs of an experiment started on screen, newest first, without damaged ones.

    A job that has not made its folder yet is one too. On a shared server there are none.

    Args:
        command: first word of what runs it.
        places: its folders, newest first.
        place_of: (folder, name of its models) -> the run's folder.
    """
    if shared.is_shared():
        return []
    listed = jobs.jobs()
    found = []
    for place in places:
        try:
            job = job_on(place.folder, listed, command)
            found.append(LabRun(place, place.request(), job, place.report()))
        except BiascopeError:
            continue
    known = {run.place.folder for run in found}
    named = [(_named_folder(job, command), job) for job in listed]
    begun: list[LabRun[Folder, Any]] = [
        LabRun(place_of(*own), None, job, None)
        for own, job in named
        if own is not None and own[0] not in known
    ]
    return [*begun[::-1], *found]


def job_on(folder: Path, listed: list[jobs.Job], command: str) -> jobs.Job | None:
    """The newest job of a command that writes into a folder, one that is active first.

    Args:
        command: first word of it.
    """
    own = [
        job
        for job in listed
        if job.argv[:1] == (command,)
        and "--out" in job.argv
        and Path(_option(job, "--out")) == folder
    ]
    return max(own, key=lambda job: (job.active, job.id)) if own else None


def _named_folder(job: jobs.Job, command: str) -> tuple[Path, str] | None:
    """The folder and the name of the models of a job that the screen began and that is not done."""
    if job.argv[:1] != (command,) or "--out" not in job.argv or "--name" not in job.argv:
        return None
    folder = Path(_option(job, "--out"))
    if folder.parent != home() or job.state == "done":
        return None
    return folder, _option(job, "--name")


def _option(job: jobs.Job, name: str) -> str:
    return job.argv[job.argv.index(name) + 1]


def free_name(name: str, runs: Iterable[LabRun[Any, Any]]) -> str:
    """A name that no run has, or waits to take.

    Args:
        runs: of the same experiment.
    """
    known = {run.place.folder.name for run in runs}
    number, found = 1, name
    while found in known or (home() / found).exists():
        number += 1
        found = f"{name}-{number}"
    return found


def delete(run: LabRun[Any, Any], clear: bool = True) -> None:
    """Delete a run's models, curves and report.

    Args:
        clear: whether it has left anything that is known.
    """
    if run.active:
        raise BiascopeError(f"{run.name} is being trained; cancel it first.")
    if clear:
        run.place.clear()
    folder: Path = run.place.folder
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
    if run.job is not None:
        jobs.forget_job(run.job.id)
