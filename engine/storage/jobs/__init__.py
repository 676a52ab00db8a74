"""Long work: a queue, a worker process that runs `python -m engine …`, and its progress.

A job is a command line that a person could type. It is kept in `jobs.sqlite` beside the
results and run by a process of its own, so it survives a page switch, a closed tab and the
end of the server. What it finishes goes to the result store item by item: a job that was
cancelled, or killed, is resumed with the same command line and computes only the rest.

- `table`: the rows, and reading and writing them.
- `processes`: telling a running process from a later one that was given its number.
- `queue`: submit, list, cancel, resume, forget, and starting what waits.
- `spawn`: starting a process that outlives the one that starts it.
- `runner`: the detached process that works through the queue, one job after another.
- `worker`: what `python -m engine` does differently when it is a job's worker.

One job computes at a time for each cache folder: torch already uses every core, so two at
once would only take turns. The runner is a polite process; the screen is answered first.

The runner claims one job in one transaction, starts its worker, records how it ended and takes the
next. A running job is identified by process number *and* start time, so a reused number is never
mistaken or signalled. If runner and worker are both gone, the job is marked interrupted. Cancelling
is SIGTERM; a measurement stops after its chunk. A page shows what is stored so far and never
computes items that a running job is working on. Processes and signals are those of Linux and macOS.
"""

from engine.storage.jobs.queue import (
    Input,
    Output,
    cancel,
    forget_job,
    job,
    jobs,
    resume,
    start_next,
    submit,
)
from engine.storage.jobs.table import Job

__all__ = [
    "Input",
    "Job",
    "Output",
    "cancel",
    "forget_job",
    "job",
    "jobs",
    "resume",
    "start_next",
    "submit",
]
