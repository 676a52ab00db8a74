"""The Lab's way to runs of dose and response: started as jobs, their progress and their results."""

from __future__ import annotations

from collections.abc import Mapping

from components.frame.session.background import submit_command
from components.frame.session.lab import TRAINING, sizes
from components.frame.session.lab_runs import LabRun, free_name, job_on, runs_of
from components.frame.session.lab_runs import delete as delete_run
from components.frame.session.models import source_of
from engine.command_line.command import Command
from engine.core.spec import ModelSpec
from engine.lab import places as injections
from engine.lab.dose import place as places
from engine.lab.dose.limits import DetectionLimit, detection_limit_of
from engine.lab.dose.place import DosePlace
from engine.lab.dose.settings import SEEDS, DoseRequest
from engine.lab.pace import Estimate, estimate
from engine.lab.settings import InjectionSettings
from engine.lab.table import table_csv
from engine.server import shared
from engine.storage import jobs

TABLE = "biases.csv"
_COMMAND = "dose"
_READS = 2  # a model of a dose run is read in about twice the time of one of an injection


DoseRun = LabRun[DosePlace, DoseRequest]


def runs() -> list[DoseRun]:
    """All runs started on screen, newest first, without the `damaged_runs`."""
    return runs_of(_COMMAND, places.places(), DosePlace)


def damaged_runs() -> list[str]:
    """A sentence for each run whose files are damaged; none on a shared server."""
    return [] if shared.is_shared() else places.damaged()


def job_of(place: DosePlace) -> jobs.Job | None:
    """The newest job on one run."""
    return job_on(place.folder, jobs.jobs(), _COMMAND)


def words(preset: str, settings: InjectionSettings, seeds: int) -> list[str]:
    """Options of these settings: the preset, what differs from it, and the number of seeds."""
    return [*sizes(preset, settings), *(["--seeds", str(seeds)] if seeds != SEEDS else [])]


def submit(
    name: str,
    spec: ModelSpec,
    planted: Mapping[str, float],
    preset: str,
    settings: InjectionSettings,
    seeds: int,
) -> str:
    """Have all models trained and measured in the background by the command a person would type.

    Args:
        name: wanted for the models; one that is taken gets a number.
        preset: the preset that `settings` started from.

    Returns:
        The name taken.
    """
    shared.refuse(TRAINING)
    taken = free_name(name, runs())
    options = [*words(preset, settings, seeds), *spec.arguments()]
    _submit(DosePlace(places.home() / taken, taken), planted, options)
    return taken


def _submit(place: DosePlace, planted: Mapping[str, float], options: list[str]) -> None:
    begun = (_COMMAND, "--biases", TABLE, "--out", str(place.folder), "--name", place.name)
    data = table_csv(planted).encode()
    submit_command(f"Dose run {place.name}", Command((*begun, *options), {TABLE: data}))


def resume(run: DoseRun) -> None:
    """Resume a run that stopped."""
    shared.refuse(TRAINING)
    if run.job is not None and run.job.resumable:
        jobs.resume(run.job.id)
        return
    if run.request is not None:
        asked = run.request.injection
        doses = ["--doses", ",".join(map(str, run.request.doses))]
        options = [*words("quick", asked.settings, run.request.seeds), *doses]
        _submit(run.place, asked.planted, [*options, *asked.spec.arguments()])


def delete(run: DoseRun) -> None:
    """Delete a run's models, curves and report."""
    shared.refuse("Deleting a dose run")
    delete_run(run, clear=run.request is not None)


def time_needed(spec: ModelSpec, settings: InjectionSettings, models: int) -> Estimate:
    """How long a run will take on this machine.

    Args:
        models: that are trained and read.
    """
    folder = source_of(spec).folder
    earlier = injections.places()
    return estimate(folder, spec.checkpoint, settings, earlier, models, _READS * models)


def detection_limit(measure: str, spec: ModelSpec) -> DetectionLimit | None:
    """What the newest finished run on a model says of a measure; None on a shared server."""
    return None if shared.is_shared() else detection_limit_of(measure, spec)
