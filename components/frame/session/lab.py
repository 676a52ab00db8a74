"""The Lab's way to the engine: injections started as jobs, their progress, and their models."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from components.frame.session.background import submit_command
from components.frame.session.lab_runs import LabRun, delete, free_name, job_on, runs_of
from components.frame.session.models import source_of
from components.frame.session.threads import measure_in_thread
from engine.command_line.command import Command
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


Injection = LabRun[InjectionPlace, Request]


def injections() -> list[Injection]:
    """All injections started on screen, newest first, without the `damaged_injections`."""
    return runs_of(_COMMAND, places.places(), InjectionPlace)


def trained_models() -> dict[str, str]:
    """Folder of every model that was trained -> its name, newest first; none on a shared server."""
    return {} if shared.is_shared() else places.finished_models()


def damaged_injections() -> list[str]:
    """A sentence for each injection whose files are damaged; none on a shared server."""
    return [] if shared.is_shared() else places.damaged()


def injection_job(place: InjectionPlace) -> jobs.Job | None:
    """The newest job on one injection."""
    return job_on(place.folder, jobs.jobs(), _COMMAND)


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
    taken = free_name(name, injections())
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
    delete(injection)


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
