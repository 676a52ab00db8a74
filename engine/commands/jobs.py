"""`jobs`: the queue of long-running work, as the sidebar shows it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer

from engine.command_line.options import JsonOption
from engine.command_line.output import write_json, write_table
from engine.storage import jobs

app = typer.Typer(no_args_is_help=True, help="Long-running work: list, cancel, resume.")

NumberArgument = Annotated[
    int, typer.Argument(metavar="ID", min=1, max=2**31, help="Number of the job.")
]


@app.command("list")
def list_jobs(json_: JsonOption = False) -> None:
    """Running, waiting and finished jobs."""
    found = jobs.jobs()
    if json_:
        write_json({"jobs": [job_json(entry) for entry in found]})
    elif not found:
        typer.echo("No jobs.")
    else:
        write_table("Jobs", ["id", "title", "state", "done", "message"], map(_row, found))


@app.command()
def cancel(number: NumberArgument, json_: JsonOption = False) -> None:
    """Take a job out of the queue, or stop it; finished work is kept."""
    jobs.cancel(number)
    _write_state(number, json_)


@app.command()
def resume(number: NumberArgument, json_: JsonOption = False) -> None:
    """Resume a job that did not finish; finished work is not computed again."""
    jobs.resume(number)
    _write_state(number, json_)


@app.command()
def forget(number: NumberArgument, json_: JsonOption = False) -> None:
    """Delete a finished job from the list, with its files; results stay stored."""
    jobs.forget_job(number)
    if json_:
        write_json({"id": number, "state": "forgotten"})


def job_json(entry: jobs.Job) -> dict[str, Any]:
    """A job as JSON; times are seconds since 1970."""
    inner = ("place", "runner", "worker")
    shown = {key: value for key, value in asdict(entry).items() if key not in inner}
    return {
        **shown,
        "argv": list(entry.argv),
        "pid": entry.pid,
        "seconds_left": entry.seconds_left(),
        "folder": str(entry.folder),
    }


def _write_state(number: int, as_json: bool) -> None:
    found = jobs.job(number)
    if as_json:
        write_json(job_json(found))
        return
    typer.echo(f"Job {number} is {'stopping' if found.stopping else found.state}.")


def _row(entry: jobs.Job) -> list[str]:
    count = f"{entry.done:,} of {entry.total:,} {entry.unit}".rstrip() if entry.total else ""
    return [str(entry.id), entry.title, entry.state, count, entry.message]
