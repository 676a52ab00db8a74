"""`bench`: speeds, memory and quality, measured here and printed as ratios of one run."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from engine.bench.agreement import agreement
from engine.bench.arena import arena
from engine.bench.batch_sizes import batches
from engine.bench.cabm import cabm
from engine.bench.classifier import classifier
from engine.bench.cluster import cluster
from engine.bench.coverage.command import coverage
from engine.bench.curate import curate, swaps
from engine.bench.device.command import device
from engine.bench.faults import faults
from engine.bench.fits import fits
from engine.bench.forecast import forecast
from engine.bench.guarded import bench_guarded
from engine.bench.inject import inject
from engine.bench.knowledge import knowledge
from engine.bench.pairs import pairs
from engine.bench.ranking import ranking
from engine.bench.sessions import bench_sessions
from engine.bench.shown import TIMES, in_seconds, opening, ranged, share, times_row, write_report
from engine.bench.sweep import bench_sweep as sweep
from engine.command_line.given import Command
from engine.command_line.inputs import read_sentences
from engine.command_line.options import (
    DEFAULT_MODEL,
    DeviceOption,
    DtypeOption,
    JsonOption,
    with_model,
)
from engine.command_line.subject import Subject
from engine.measures.gest.command import read_given_sentences
from engine.measures.gest.scoring import ALL, parse_template

# --- store --------------------------------------------------------------------------------
# `bench store` says how long filling, reading and pruning take, and how large the log grows.


def store(
    results: Annotated[int, typer.Option(min=1, help="Results in the store.")] = 1_000_000,
    writers: Annotated[int, typer.Option(min=1, help="Processes that write at once.")] = 4,
    duration: Annotated[float, typer.Option(min=0, help="Seconds that they write.")] = 20.0,
    json_: JsonOption = False,
) -> None:
    """How long filling, reading and pruning the result store take, and how its log grows."""
    import tempfile

    from engine.bench.store import log_growth, store_speed

    preamble = opening("store")
    with tempfile.TemporaryDirectory() as folder:
        speed = store_speed(results, Path(folder))
        log = log_growth(writers, duration, Path(folder))
    report = {**preamble, **asdict(speed), "log": asdict(log)}
    rows = [
        ["filled", in_seconds(speed.filled)],
        ["one batch read", in_seconds(speed.read)],
        *([f"pruned to {share}", in_seconds(taken)] for share, taken in speed.pruned.items()),
        [f"largest log, {writers} writers, {log.written:,} results", _megabytes(log.largest)],
    ]
    what = f"{speed.results:,} results, {_megabytes(speed.size)}"
    write_report(report, json_, [what, ""], rows)


def _megabytes(size: int) -> str:
    return f"{size / 2**20:,.0f} MiB"


# --- gest ---------------------------------------------------------------------------------
# `bench gest` says how many sentences a second are scored, and how long a whole set would take.


@with_model("no_cache", no_cache=True)
def gest(
    file: Annotated[str, typer.Argument(help="As for `gest`.")] = "gest",
    template: Annotated[str, typer.Option(help="Template: 0, 1, 2, 3 or all.")] = ALL,
    items: Annotated[int, typer.Option(min=8, help="Sentences in templates to time.")] = 400,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """How fast GEST's sentences are scored, and how long the whole set would take."""
    from engine.bench.gest import gest_speed

    templates = parse_template(template)
    preamble = opening("gest", subject.device)
    sentences = read_given_sentences(file).sentences["sentence"].tolist()
    found = gest_speed(subject.lm(), sentences, templates, items)
    report = {**preamble, "model": subject.checkpoint, "file": file, **asdict(found)}
    write_report(
        report,
        json_,
        [f"{found.items:,} of {found.whole:,} scores", ""],
        [
            ["scores a second", f"{found.items_per_second:.1f}"],
            ["the whole set at this rate", in_seconds(found.projected)],
        ],
    )


# --- stage --------------------------------------------------------------------------------
# `bench stage` says how long a presenter waits for a kept screen, and for a live answer.


def stage(
    keys: Annotated[int, typer.Option(min=1, help="Keys pressed.")] = 24,
    answers: Annotated[
        int, typer.Option(min=1, max=40, help="Sentences typed, and heads switched off.")
    ] = 15,
    json_: JsonOption = False,
) -> None:
    """Seconds from a key to the next screen, and from a question to its live answer."""
    from engine.bench.stage import stage_times

    preamble = opening("stage")
    found = stage_times(keys, answers)
    write_report(
        {**preamble, **asdict(found)},
        json_,
        TIMES,
        [
            times_row("key to the next kept screen", found.kept),
            times_row("typed sentence to its live words", found.sentence),
            times_row("head switched off to its sentence", found.heads),
            times_row("head switched off to its cost as well", found.costs),
        ],
    )


# --- review -------------------------------------------------------------------------------
# `bench review` says how long a key in the review takes.


def review(
    candidates: Annotated[
        int, typer.Option(min=2, max=20_000, help="Sentences of the review.")
    ] = 2000,
    keys: Annotated[int, typer.Option(min=1, help="Keys pressed, one after another.")] = 30,
    json_: JsonOption = False,
) -> None:
    """How long a key in the review takes: to the next candidate, and until it is kept."""
    from engine.bench.review import review_times

    preamble = opening("review")
    found = review_times(candidates, keys)
    write_report(
        {**preamble, **asdict(found)},
        json_,
        TIMES,
        [
            times_row(f"key to the next of {candidates:,} candidates", found.painted),
            times_row("key to the answer that it is kept", found.kept),
            ["95 of 100 keys below", "", "", f"{found.painted_95 * 1000:.0f} ms", ""],
            ["within 250 ms", "", f"{found.within:.0%}", "", ""],
        ],
    )


# --- reports ------------------------------------------------------------------------------
# `bench report` says how long a report of pinned results takes to write, and how large it is.


def report(
    pins: Annotated[list[int] | None, typer.Option(help="Results in it; once a size.")] = None,
    repeats: Annotated[int, typer.Option(min=1, help="Reports written of each size.")] = 5,
    json_: JsonOption = False,
) -> None:
    """Seconds and megabytes of a report of 20 and of 200 results."""
    from engine.bench.report import report_speeds

    found = report_speeds(pins or [20, 200], repeats)
    write_report(
        {**opening("report"), "sizes": [asdict(each) for each in found]},
        json_,
        [*TIMES, "size"],
        [
            [*times_row(f"{each.pins} results", each.written), f"{each.megabytes:.1f} MB"]
            for each in found
        ],
    )


# --- app ----------------------------------------------------------------------------------
# The app lists these commands and those of the other files.

app = typer.Typer(no_args_is_help=True, help="Measure speed, memory and quality on this machine.")


@app.callback()
def bench() -> None:
    """Measure speed, memory and quality on this machine."""


app.command("pairs")(pairs)
app.command("guarded")(bench_guarded)
app.command("cabm")(cabm)
app.command("batches")(batches)
app.command("classifier")(classifier)
app.command("cluster")(cluster)
app.command("coverage")(coverage)
app.command("device")(device)
app.command("agreement")(agreement)
app.command("gest")(gest)
app.command("inject")(inject)
app.command("knowledge", cls=Command)(knowledge)
app.command("arena")(arena)
app.command("curate")(curate)
app.command("ranking")(ranking)
app.command("report")(report)
app.command("review")(review)
app.command("sessions")(bench_sessions)
app.command("stage")(stage)
app.command("store")(store)
app.command("faults")(faults)
app.command("fits")(fits)
app.command("forecast")(forecast)
app.command("swaps")(swaps)
app.command("sweep")(sweep)


@app.command("model")
@with_model("model", "mask", "no_cache", no_cache=True)
def model_quality(
    text: Annotated[list[str], typer.Option("--text", help="Text file, one paragraph a line.")],
    models: Annotated[list[str] | None, typer.Option("--model", help="One or more models.")] = None,
    tokens_per_line: Annotated[int, typer.Option(min=1, help="Tokens asked for a line.")] = 3,
    max_tokens: Annotated[int, typer.Option(min=8, help="Tokens read of a line's start.")] = 64,
    paragraphs: Annotated[
        int, typer.Option(min=1, help="Paragraphs to take of a file in WikiText's format.")
    ] = 500,
    seed: Annotated[int, typer.Option(help="Seed of the masked tokens and the bootstrap.")] = 0,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """How well models predict masked tokens of running text, all on the same tokens."""
    from engine.bench.quality import is_wikitext, quality, wikitext_paragraphs

    texts = {}
    for path in text:
        lines = read_sentences(path)
        texts[path] = wikitext_paragraphs(lines)[:paragraphs] if is_wikitext(lines) else lines
    found = []
    for name in models or [DEFAULT_MODEL]:
        lm = subject.other(name).lm()
        for path, lines in texts.items():
            measured = quality(lm, lines, tokens_per_line, max_tokens, seed)
            found.append(
                {"text": path, "model": name, "revision": lm.spec.revision, **asdict(measured)}
            )
    settings = {"tokens_per_line": tokens_per_line, "max_tokens": max_tokens, "seed": seed}
    report = {**opening("model", subject.device), **settings, "results": found}
    write_report(
        report,
        json_,
        ["text", "model", "lines", "top-1", "top-5", "perplexity"],
        [
            [
                Path(entry["text"]).name,
                Path(entry["model"]).name,
                f"{entry['lines']} ({entry['skipped']} skipped)",
                share(entry["top_1"], entry["top_1_interval"]),
                share(entry["top_5"], entry["top_5_interval"]),
                ranged(entry["perplexity"], entry["perplexity_interval"], ".1f"),
            ]
            for entry in sorted(found, key=lambda entry: text.index(entry["text"]))
        ],
    )


@app.command()
@with_model("mask", "no_cache", no_cache=True)
def fill(
    repeats: Annotated[int, typer.Option(min=1, help="Sentences answered warm.")] = 50,
    cold_repeats: Annotated[int, typer.Option("--cold", min=1, help="Fresh processes.")] = 3,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """How long one answer takes: warm in the engine, and from a cold start."""
    from engine.bench import sessions as filling

    preamble = opening("fill", subject.device)
    cold = filling.cold(subject.checkpoint, subject.device, subject.dtype, cold_repeats)
    warm = filling.warm(subject.lm(), repeats)
    report = {**preamble, "model": subject.checkpoint, "warm": asdict(warm), "cold": asdict(cold)}
    write_report(
        report,
        json_,
        TIMES,
        [
            times_row("warm, in the engine", warm),
            times_row("cold, a fresh process", cold),
        ],
    )


@app.command()
def rows(
    count: Annotated[int, typer.Option("--rows", min=16, help="Masked rows to score.")] = 1536,
    seed: Annotated[int, typer.Option(help="Seed of the sentences.")] = 0,
    device: DeviceOption = "auto",
    json_: JsonOption = False,
) -> None:
    """How fast masked rows are scored at BERT-base size, with ceiling and plain loop."""
    import tempfile

    from engine.bench.random_models import BERT_BASE, build
    from engine.bench.rows import compare, masked_rows
    from engine.models.loading import MaskedLM, load

    preamble = opening("rows", device)
    with tempfile.TemporaryDirectory() as parent:
        folder = str(build(BERT_BASE, Path(parent) / "bert-base"))
        lm = MaskedLM(load(folder, device))
        half = MaskedLM(load(folder, device, "bfloat16"))
        found = compare(lm, half, masked_rows(lm.model, count, seed))
    report = {**preamble, "seed": seed, **asdict(found)}
    speeds = [
        [way, str(speed.rows), f"{speed.rows_per_second:.1f}", f"{speed.tokens_per_second:.0f}", ""]
        for way, speed in found.speeds.items()
    ]
    ratios = [
        [name, "", "", "", ranged(value.median, (value.low, value.high), ".2f")]
        for name, value in found.ratios.items()
    ]
    columns = ["", "rows", "rows/s", "tokens/s", "ratio [slices]"]
    same = ["largest difference of a score", "", "", "", f"{found.largest_difference:.1e} nats"]
    write_report(report, json_, columns, [*speeds, *ratios, same])


@app.command()
def memory(
    words: Annotated[int, typer.Option(min=1, max=510, help="Words of the sentence.")] = 400,
    dtype: DtypeOption = "float32",
    json_: JsonOption = False,
) -> None:
    """Peak memory of one long sentence's pseudo-perplexity at XLM-R-base size."""
    import tempfile

    from engine.bench.memory import peak_memory

    preamble = opening("memory")
    with tempfile.TemporaryDirectory() as parent:
        found = peak_memory(Path(parent), words, dtype)
    report = {**preamble, "dtype": dtype, **asdict(found)}
    write_report(
        report,
        json_,
        ["words", "peak memory", "weights", "time"],
        [
            [
                str(found.words),
                f"{found.peak_gb:.2f} GB",
                f"{found.weights_gb:.2f} GB",
                f"{found.seconds:.0f} s",
            ]
        ],
    )


@app.command()
def screen(
    starts: Annotated[int, typer.Option(min=1, help="Cold starts of the server.")] = 3,
    repeats: Annotated[int, typer.Option(min=1, help="Sentences typed warm.")] = 15,
    checks: Annotated[
        int, typer.Option(min=1, help="Sentences typed while a model is being checked.")
    ] = 5,
    clicks: Annotated[int, typer.Option(min=1, max=70, help="Heads clicked warm.")] = 9,
    json_: JsonOption = False,
) -> None:
    """How long people wait: Home after a cold start, a typed sentence, a clicked head, a slider."""
    from engine.bench.screen import screen_times

    preamble = opening("screen")
    found = screen_times(starts, repeats, checks, clicks)
    report = {**preamble, **asdict(found)}
    write_report(
        report,
        json_,
        TIMES,
        [
            times_row("cold start to Home painted", found.painted),
            times_row("cold start to the first answer", found.answered),
            times_row("cold start to the answer to an own sentence", found.own),
            times_row("typed sentence to new bars", found.typed),
            times_row("the same while the model is checked", found.checked),
            times_row("clicked head to its sentence", found.clicked),
            times_row("clicked head to SEAT", found.associated),
            times_row("moved slider to its sentence", found.moved),
            times_row("moved slider to SEAT", found.moved_associated),
        ],
    )


@app.command()
@with_model("mask", "no_cache", no_cache=True)
def interventions(
    repeats: Annotated[int, typer.Option(min=1, help="Runs of each way.")] = 3,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """How much longer scoring takes under each intervention."""
    from engine.bench.interventions import scoring_cost
    from engine.interventions.fitting import DIRECTIONS, LEACE, fit_erasure, fit_steering
    from engine.interventions.pairs import CONCEPTS, bundled_pairs

    preamble = opening("interventions", subject.device)
    lm, pairs = subject.lm(), bundled_pairs(next(iter(CONCEPTS)))
    erasure = fit_erasure(lm, pairs, LEACE)
    vector = fit_steering(lm, pairs, next(iter(DIRECTIONS)))
    found = scoring_cost(lm.model, erasure, vector, repeats)
    report = {**preamble, **asdict(found)}
    rows = [times_row(f"{found.sentences} neutral sentences", found.plain)]
    rows += [
        [f"ratio with {name}", "", f"{one.median:.2f}", f"{one.high:.2f} at most", ""]
        for name, one in found.ratios.items()
    ]
    write_report(report, json_, TIMES, rows)


@app.command()
@with_model("mask", "no_cache", no_cache=True)
def heads(
    repeats: Annotated[int, typer.Option(min=1, help="Runs of each way.")] = 3,
    clicks: Annotated[int, typer.Option(min=1, help="Heads masked one after another.")] = 10,
    memory: Annotated[bool, typer.Option(help="Also measure memory as contexts grow.")] = True,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Cost of head bias scores on the bundled lists, and of one click on the head grid."""
    import tempfile

    from engine.bench.heads import click_times, gradient_cost, memory_growth
    from engine.words.association_tests import bundled_test

    preamble = opening("heads", subject.device)
    lm = subject.lm()
    cost = gradient_cost(lm, bundled_test("gender"), repeats)
    click = {number: click_times(lm.model, number, clicks) for number in (1, 10)}
    growth = None
    if memory:
        with tempfile.TemporaryDirectory() as parent:
            growth = memory_growth(Path(parent), subject.checkpoint, subject.dtype)
    report = {
        **preamble,
        **asdict(cost),
        "click": {str(number): asdict(found) for number, found in click.items()},
        "memory": None if growth is None else asdict(growth),
    }
    rows = [
        times_row(f"head bias, {cost.tokens:,} tokens", cost.gradient),
        times_row("two forwards and a backward", cost.bare),
        ["ratio", "", f"{cost.ratio.median:.2f}", f"{cost.ratio.high:.2f} at most", ""],
        *[
            times_row(f"masked head to sentence and SEAT, {number} contexts a word", found)
            for number, found in click.items()
        ],
    ]
    if growth is not None:
        rows += [
            [f"peak memory, {growth.contexts} contexts", "", f"{growth.once:.2f} GB", "", ""],
            [f"with {growth.factor} times as many", "", f"{growth.grown:.2f} GB", "", ""],
        ]
    write_report(report, json_, TIMES, rows)
