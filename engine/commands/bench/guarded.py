"""`bench guarded`: how much faster guarded precision is, and that no preference changes."""

from __future__ import annotations

import tempfile
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated

import typer

from engine.command_line.options import DeviceOption, JsonOption
from engine.commands.bench.report import opening, seconds, write_report

RANDOM = "random"
# With it the differences of the random model vary about as much as those of trained ones.
_DEVIATION = 0.05


def guarded(
    model: Annotated[
        str, typer.Option("--model", help="A model, or random: BERT-base with random weights.")
    ] = RANDOM,
    data: Annotated[
        str, typer.Option(help="File of pairs, or a set; of random, its lengths.")
    ] = "bundled",
    count: Annotated[
        int, typer.Option("--pairs", min=0, help="Take so many, spread over the set; 0 for all.")
    ] = 256,
    measure: Annotated[str, typer.Option(help="Variant.")] = "cps",
    device: DeviceOption = "auto",
    json_: JsonOption = False,
) -> None:
    """Seconds in float32 and in guarded precision, and how many preferences change."""
    from engine.bench.guarded import WHOLE_SET, guarded_speed, made_pairs
    from engine.bench.random_models import BERT_BASE, build
    from engine.flow.guarded import COARSE, FINE
    from engine.measures.pairs.command import read
    from engine.measures.pairs.variants import variant_of
    from engine.models.devices import why_no_bfloat16
    from engine.models.loading import MaskedLM, load

    preamble = opening("guarded", device)
    pairs = read(data).pairs
    pairs = pairs.iloc[:: max(1, len(pairs) // count)].head(count) if count else pairs
    shape = replace(BERT_BASE, deviation=_DEVIATION)
    with tempfile.TemporaryDirectory() as parent:
        checkpoint = model
        if model == RANDOM:
            pairs = made_pairs(pairs, shape)
            checkpoint = str(build(shape, Path(parent) / "bert-base"))
        fine, coarse = (MaskedLM(load(checkpoint, device, dtype)) for dtype in (FINE, COARSE))
        found = guarded_speed(fine, coarse, pairs, variant_of(measure))
    report = {
        **preamble,
        "model": model,
        "data": data,
        "measure": measure,
        "without_bfloat16": why_no_bfloat16(device),
        **asdict(found),
    }
    guard = found.guard
    what = f"{found.pairs:,} pairs, {measure}, standard deviation {found.deviation:.2f} nats"
    rows = [
        ["float32", seconds(found.fine_seconds), what],
        ["guarded", seconds(found.guarded_seconds), f"{found.ratio:.2f} times as fast"],
        ["of which mixed", seconds(found.coarse_seconds), "every pair"],
        [
            f"worked out for {WHOLE_SET:,} pairs",
            f"{found.whole_ratio:.2f} times",
            "same share scored again",
        ],
        [
            "scored again",
            f"{100 * found.again_share:.1f}%",
            f"besides a sample of {guard['sample']}, within {guard['bound']:.3g} nats",
        ],
        ["error, root mean square", f"{guard['rms']:.2g} nats", f"largest {guard['largest']:.2g}"],
        ["preferences changed", str(found.changed), "against float32"],
    ]
    write_report(report, json_, ["", "", ""], rows)
