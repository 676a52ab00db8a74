"""The command line: its commands, and error messages of one line.

Exit codes: 0 done, 2 a mistake the user can fix, 1 a fault in Biascope.
"""

from __future__ import annotations

import os
import sys

import typer
from typer.exceptions import TyperException

from engine.commands import (
    cache,
    card,
    curate,
    datasets,
    inject,
    jobs,
    models,
    prepare,
    report,
    sweep,
    train_bundled,
)
from engine.commands.bench.app import app as bench_app
from engine.commands.replicate.app import app as replicate_app
from engine.commands.review.app import app as review_app
from engine.commands.scorecard.app import app as scorecard_app
from engine.core.errors import BiascopeError
from engine.measures.agreement import command as agreement
from engine.measures.arena.commands.app import app as arena_app
from engine.measures.bec_pro import command as bec_pro
from engine.measures.cabm import command as cabm
from engine.measures.cabm import command_cooccurrences as cooccurrences
from engine.measures.completion import command as fill
from engine.measures.counter import command as counter
from engine.measures.gest import command as gest
from engine.measures.heads import command as heads
from engine.measures.heads import command_mask as mask
from engine.measures.honest import command as honest
from engine.measures.lpbs import command as lpbs
from engine.measures.multilingual import command as multilingual
from engine.measures.nlu import command as nlu
from engine.measures.pairs import command as pairs
from engine.measures.perplexity import command as perplexity
from engine.measures.perplexity import command_pseudo as pppl
from engine.measures.seat import command as seat
from engine.storage.jobs.worker import this_worker

app = typer.Typer(
    name="python -m engine",
    help="Biascope: show, measure and intervene on social bias in language models.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.add_typer(models.app, name="models")
app.command("fill")(fill.fill)
app.command("pairs")(pairs.pairs)
app.command("multilingual")(multilingual.multilingual)
app.command("pppl")(pppl.pppl)
app.command("perplexity")(perplexity.perplexity)
app.command("seat")(seat.seat)
app.command("heads")(heads.heads)
app.command("mask")(mask.mask)
app.command("counter")(counter.counter)
app.command("gest")(gest.gest)
app.command("lpbs")(lpbs.lpbs)
app.command("honest")(honest.honest)
app.command("nlu")(nlu.nlu)
app.command("inject")(inject.inject)
app.command("cabm")(cabm.cabm)
app.command("bec-pro")(bec_pro.bec_pro)
app.command("agreement")(agreement.agreement)
app.command("cooccurrences")(cooccurrences.count_texts)
app.command("curate")(curate.curate)
app.command("sweep")(sweep.sweep)
app.command("report")(report.report)
app.command("card")(card.card)
app.add_typer(arena_app, name="arena")
app.add_typer(review_app, name="review")
app.add_typer(scorecard_app, name="scorecard")
app.add_typer(replicate_app, name="replicate")
app.add_typer(datasets.app, name="datasets")
app.add_typer(jobs.app, name="jobs")
app.add_typer(cache.app, name="cache")
app.add_typer(bench_app, name="bench")
app.command("prepare")(prepare.prepare)
app.command("train-bundled")(train_bundled.train_bundled)

_STOPPED = 130


def main() -> None:
    """Run one command and leave with the exit code of the contract."""
    try:
        this_worker()  # a job's worker listens to a cancellation from its first moment
        code = app(standalone_mode=False)
        if code == _STOPPED:  # what typer makes of a KeyboardInterrupt
            raise KeyboardInterrupt
    except BiascopeError as error:
        _leave(2, str(error))
    except TyperException as error:
        _leave(2, _usage(error))
    except (typer.Abort, KeyboardInterrupt):
        _leave(_STOPPED, "Stopped; what was finished is kept.")
    except SystemExit:
        # typer's exit when the program that reads our output closed it, as `... | head` does.
        sys.exit(0)
    except Exception as error:
        if os.environ.get("BIASCOPE_DEBUG"):
            raise
        _leave(
            1,
            f"A fault in Biascope: {type(error).__name__}: {error}. "
            "Set BIASCOPE_DEBUG=1 to see where.",
        )
    sys.exit(code if isinstance(code, int) else 0)


def _usage(error: TyperException) -> str:
    """What is wrong with the call; the full help if there were no arguments."""
    message = error.format_message() if hasattr(error, "format_message") else str(error)
    return message if message.startswith("Usage:") else f"{message.rstrip('.')}. See --help."


def _leave(code: int, message: str) -> None:
    typer.echo(message if message.startswith("Usage:") else " ".join(message.split()), err=True)
    sys.exit(code)
