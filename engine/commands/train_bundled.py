"""`train-bundled`: train the masked LM that comes with Biascope."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Annotated

import typer

from engine.command_line.facts import Fact
from engine.command_line.given import check_used
from engine.command_line.options import DeviceOption
from engine.core.errors import InputTextError
from engine.core.spec import BUNDLED


def train_bundled(
    corpora: Annotated[
        list[Path],
        typer.Option(
            "--corpus", help="Folder of .txt or .txt.gz, one sentence a line; one or more."
        ),
    ],
    run: Annotated[Path, typer.Option(help="Folder for checkpoints, settings and the loss log.")],
    out: Annotated[
        Path, typer.Option(help="Folder to write the finished model to."), Fact.ELSEWHERE
    ],
    init: Annotated[str, typer.Option(help="Model to start from.")] = BUNDLED,
    held_out: Annotated[
        list[Path] | None,
        typer.Option("--held-out", help="File of lines not to be trained on; one or more."),
    ] = None,
    steps: Annotated[int, typer.Option(min=1, help="Optimiser steps.")] = 6000,
    token_budget: Annotated[int, typer.Option("--tokens", min=128, help="Tokens a step.")] = 3072,
    peak_lr: Annotated[float, typer.Option("--peak-lr", help="Highest learning rate.")] = 4e-4,
    decay: Annotated[
        float,
        typer.Option(min=0.0, max=1.0, help="Share of the steps, at the end, in which it falls."),
    ] = 0.3,
    average: Annotated[
        float,
        typer.Option(
            min=0.0,
            max=0.99999,
            help="Share that each step keeps of a running mean of the weights, which the run then "
            "ends with, as 0.999; 0 keeps none.",
        ),
    ] = 0.0,
    dropout: Annotated[
        float | None,
        typer.Option(
            min=0.0,
            max=0.9,
            help="Share of what passes between layers that a step leaves out; by default what the "
            "model's own configuration says.",
        ),
    ] = None,
    dropout_until: Annotated[
        float,
        typer.Option(
            min=0.0,
            max=1.0,
            help="Share of the steps after which nothing is left out, with --dropout.",
        ),
    ] = 1.0,
    seed: Annotated[int, typer.Option(help="Seed of the order of the text and of the masks.")] = 21,
    device: DeviceOption = "auto",
) -> None:
    """Train the bundled model, or --init, on text of your own.

    Ctrl-C writes a checkpoint, and the same command continues from it; until the learning rate
    falls, it may be given more or fewer --steps.
    """
    from engine.models.devices import choose_device, why_no_bfloat16
    from engine.models.loading import load
    from engine.training.bundled import train_bundled as steps_of
    from engine.training.bundled import training_text, write_bundled_model
    from engine.training.recipe import COPY_PENALTY, MASKING, TrainingSettings

    if dropout is None:
        check_used("--dropout", "--dropout-until")
    for corpus in corpora:
        if not corpus.is_dir():
            raise InputTextError(
                f"--corpus is a folder of text files; there is no folder {corpus}."
            )
    stop: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda caught, _frame: stop.append(caught))
    # The fused kernel's backward is several times slower on CPUs.
    attention = "eager" if choose_device(device).type == "cpu" else "sdpa"
    model = load(init, device, "float32", attention=attention)
    settings = TrainingSettings(
        steps=steps,
        token_budget=token_budget,
        peak_lr=peak_lr,
        decay=decay,
        average=average,
        dropout=dropout,
        dropout_until=dropout_until,
        copy_penalty=COPY_PENALTY,
        seed=seed,
        bfloat16=not why_no_bfloat16(device),
        masking=MASKING,
    )
    text = training_text(model, corpora, held_out or [])
    done = 0
    for step in steps_of(model, text, settings, run, lambda: bool(stop)):
        done = step.step
        if step.step % 20 == 0:
            typer.echo(f"step {step.step} of {step.steps}: loss {step.loss:.3f}", err=True)
    if stop:
        typer.echo(f"Stopped after step {done}; the same command continues from there.", err=True)
        return
    write_bundled_model(model, out)
    typer.echo(f"Wrote {out}", err=True)
