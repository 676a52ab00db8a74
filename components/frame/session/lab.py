"""The Lab's way to the engine: injections started as jobs, their progress, and their models."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from components.frame.session.background import submit_command
from components.frame.session.models import source_of
from components.frame.session.threads import measure_in_thread
from engine.command_line.command import Command
from engine.core.errors import BiascopeError
from engine.core.spec import ModelSpec
from engine.flow.asking import Measurement
from engine.lab import places
from engine.lab.pace import Estimate, estimate
from engine.lab.places import InjectionPlace
from engine.lab.settings import PRESETS, InjectionSettings, Request
from engine.lab.table import table_csv
from engine.server import shared
from engine.storage import jobs

_TABLE = "biases.csv"
TRAINING = "Training a model"
_COMMAND = "inject"


@dataclass(frozen=True)
class Injection:
    """One injection as the screen knows it.

    Args:
        request: what was asked; None before the job begins.
        job: that is running on it, waits, or ended; None where the list was cleared.
        report: results of the measures, once they are known.
    """

    place: InjectionPlace
    request: Request | None
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


def injections() -> list[Injection]:
    """All injections started on screen, newest first, without the `damaged_injections`.

    A job that has not made its folder yet is one too. On a shared server there are none.
    """
    if shared.is_shared():
        return []
    listed = jobs.jobs()
    found = []
    for place in places.places():
        try:
            job = job_on(place.folder, listed, _COMMAND)
            found.append(Injection(place, place.request(), job, place.report()))
        except BiascopeError:
            continue
    return [*_beginning(listed, {entry.place.folder for entry in found}), *found]


def trained_models() -> dict[str, str]:
    """Folder of every model that was trained -> its name, newest first; none on a shared server."""
    return {} if shared.is_shared() else places.finished_models()


def damaged_injections() -> list[str]:
    """A sentence for each injection whose files are damaged; none on a shared server."""
    return [] if shared.is_shared() else places.damaged()


def injection_job(place: InjectionPlace) -> jobs.Job | None:
    """The newest job on one injection."""
    return job_on(place.folder, jobs.jobs(), _COMMAND)


def _beginning(listed: list[jobs.Job], known: set[Path]) -> list[Injection]:
    """Jobs that have written nothing yet."""
    found = []
    for job in listed:
        named = named_folder(job, _COMMAND)
        if named is not None and named[0] not in known:
            found.append(Injection(InjectionPlace(*named), None, job, None))
    return found[::-1]


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


def named_folder(job: jobs.Job, command: str) -> tuple[Path, str] | None:
    """The folder and the name of the models of a job that the screen began and that is not done.

    Args:
        command: first word of what it has to be.
    """
    if job.argv[:1] != (command,) or "--out" not in job.argv or "--name" not in job.argv:
        return None
    folder = Path(_option(job, "--out"))
    if folder.parent != places.home() or job.state == "done":
        return None
    return folder, _option(job, "--name")


def _option(job: jobs.Job, name: str) -> str:
    return job.argv[job.argv.index(name) + 1]


def submit_injection(
    name: str,
    spec: ModelSpec,
    planted: Mapping[str, float],
    preset: str,
    settings: InjectionSettings,
) -> str:
    """Have both models trained in the background by the command a person would type.

    Args:
        name: wanted for the models; one that is taken gets a number.
        preset: the preset that `settings` started from.

    Returns:
        The name taken.
    """
    shared.refuse(TRAINING)
    taken = free_name(name)
    folder = places.home() / taken
    place = InjectionPlace(folder, taken)
    _submit(place, planted, [*sizes(preset, settings), *spec.arguments()])
    return taken


def _submit(place: InjectionPlace, planted: Mapping[str, float], options: list[str]) -> None:
    """Queue an injection into one folder.

    Args:
        options: those that name the sizes and the model.
    """
    words = ("inject", "--biases", _TABLE, "--out", str(place.folder), "--name", place.name)
    data = table_csv(planted).encode()
    submit_command(f"Inject {place.name}", Command((*words, *options), {_TABLE: data}))


def free_name(name: str) -> str:
    """A name that no injection has, or waits to take."""
    known = {injection.place.folder.name for injection in injections()}
    number, found = 1, name
    while found in known or (places.home() / found).exists():
        number += 1
        found = f"{name}-{number}"
    return found


def sizes(preset: str, settings: InjectionSettings) -> list[str]:
    """Options of these settings: the preset, and what differs from it."""
    options = ["--preset", preset, "--seed", str(settings.seed)]
    before = asdict(PRESETS[preset])
    for key, value in asdict(settings).items():
        if key not in ("seed", "bfloat16") and value != before[key]:
            options += [f"--{key.replace('_', '-')}", str(value)]
    return options


def resume_injection(injection: Injection) -> None:
    """Resume an injection that stopped."""
    shared.refuse(TRAINING)
    if injection.job is not None and injection.job.resumable:
        jobs.resume(injection.job.id)
        return
    if injection.request is not None:
        request = injection.request
        settings = sizes("default", request.settings)
        _submit(injection.place, request.planted, [*settings, *request.spec.arguments()])


def delete_injection(injection: Injection) -> None:
    """Delete an injection's models, curves and report."""
    shared.refuse("Deleting an injection")
    if injection.active:
        raise BiascopeError(f"{injection.name} is being trained; cancel it first.")
    injection.place.clear()
    if injection.place.folder.is_dir() and not any(injection.place.folder.iterdir()):
        injection.place.folder.rmdir()
    if injection.job is not None:
        jobs.forget_job(injection.job.id)


def injection_estimate(spec: ModelSpec, settings: InjectionSettings) -> Estimate:
    """How long an injection will take on this machine."""
    return estimate(source_of(spec).folder, spec.checkpoint, settings, places.places())


def unmasked(
    spec: ModelSpec, occupations: list[str], wait: Callable[[], object]
) -> dict[str, float | None]:
    """Masculine share at the masked pronoun of held-out sentences, on one model."""
    from engine.lab.readings import unmasking

    def ask(name: str, items: list[Any], params: dict[str, Any]) -> Measurement:
        return measure_in_thread(name, spec, items, params, wait)

    return unmasking(ask, occupations)
