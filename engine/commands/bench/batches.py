"""`bench batches`: how large a batch has to be before a device is full."""

from __future__ import annotations

import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from engine.command_line.inputs import is_count
from engine.command_line.options import DeviceOption, DtypeOption, JsonOption
from engine.commands.bench.report import opening, write_report
from engine.core.errors import InputTextError

_SIZES = "512,1024,2048,4096"


def batches(
    shape: Annotated[
        str, typer.Option(help="bert-base, bert-large, xlm-r-base or gpt-2, with random weights.")
    ] = "bert-base",
    sizes: Annotated[str, typer.Option(help="Padded tokens of a batch, comma-separated.")] = _SIZES,
    data: Annotated[
        str, typer.Option(help="File of pairs, or a set, whose lengths are taken.")
    ] = "bundled",
    sentences: Annotated[int, typer.Option(min=1, help="Sentences, spread over the set.")] = 24,
    repeats: Annotated[int, typer.Option(min=1, help="Turns of each size.")] = 3,
    device: DeviceOption = "auto",
    dtype: DtypeOption = "float32",
    json_: JsonOption = False,
) -> None:
    """Rows a second by the size of a batch, beside the encoder alone and the plain loop."""
    from engine.bench import random_models
    from engine.bench.batch_sizes import batch_speeds, made_items
    from engine.measures.pairs.command import read
    from engine.measures.pairs.words import words_of
    from engine.models.loading import MaskedLM, load

    shapes = {
        "bert-base": random_models.BERT_BASE,
        "bert-large": random_models.BERT_LARGE,
        "xlm-r-base": random_models.XLM_R_BASE,
        "gpt-2": random_models.GPT_2,
    }
    if shape not in shapes:
        raise InputTextError(f"--shape is one of {', '.join(shapes)}; got {shape!r}.")
    numbers = _numbers(sizes)
    preamble = opening("batches", device)
    lengths = [len(words_of(sentence)) for sentence in read(data).pairs["sent_more"]]
    lengths = [max(2, length) for length in lengths[:: max(1, len(lengths) // sentences)]]
    with tempfile.TemporaryDirectory() as folder:
        checkpoint = random_models.build(shapes[shape], Path(folder) / shape)
        lm = MaskedLM(load(str(checkpoint), device, dtype))
    items = made_items(lm, lengths[:sentences])
    found, floor = batch_speeds(lm, items, numbers, repeats)
    report = {
        **preamble,
        "shape": shape,
        "dtype": dtype,
        "data": data,
        "rows": sum(map(len, items)),
        "tokens": sum(len(row.ids) for item in items for row in item),
        "one_row_a_forward": floor,
        "sizes": [asdict(speed) for speed in found],
    }
    rows = [
        [
            f"{speed.tokens:,}",
            f"{speed.together:,.0f}",
            f"{100 * speed.to_ceiling:.0f}%",
            f"{speed.to_floor:.1f}",
            f"{speed.items:,.0f}",
            f"{speed.items_to_floor:.1f}",
            "" if speed.memory_gb is None else f"{speed.memory_gb:.2f} GB",
        ]
        for speed in found
    ]
    head = ["tokens", "rows/s", "of encoder", "of loop", "by item, rows/s", "of loop", "memory"]
    write_report(report, json_, head, rows)


def _numbers(text: str) -> list[int]:
    parts = [part.strip() for part in text.split(",")]
    if not all(is_count(part) and int(part) < 2**24 for part in parts):
        raise InputTextError(f"--sizes is whole numbers, as {_SIZES}; got {text!r}.")
    return [int(part) for part in parts]
