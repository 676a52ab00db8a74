"""How fast rows are scored with batches of several sizes: what the sizes of the runner are set by.

The ceiling is the encoder alone on the same batches; the floor is the plain loop of the published
scripts, one row a forward. All take turns, so that a busy machine slows them alike.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.bench.shown import opening, write_report
from engine.bench.timing import Work, in_turn
from engine.command_line.inputs import is_count
from engine.command_line.options import DeviceOption, DtypeOption, JsonOption
from engine.core.errors import InputTextError
from engine.core.families import CAUSAL
from engine.inference.plan import Row
from engine.inference.reference import plain_loop, run_encoder
from engine.inference.runner import run_each, run_rows, score_rows, token_scores
from engine.measures.perplexity.masked import masked_row

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM


_SINGLES = 200  # rows that the loop scores one by one
_FIRST_WORD = 5  # ids below it are special tokens


@dataclass(frozen=True)
class BatchSpeed:
    """How fast rows are scored with batches of one size.

    Args:
        tokens: padded tokens that a batch may hold.
        together: rows a second, all rows sorted by length and cut into batches.
        items: rows a second where each sentence is an item of its own and the items share
            batches, so that no score depends on the other items.
        encoder: rows a second of the encoder alone, in the batches of `together`.
        to_ceiling: `together` over `encoder`.
        to_floor: `together` over the plain loop.
        items_to_floor: `items` over the plain loop.
        memory_gb: peak memory of the device during `together`, weights included, 10^9 bytes;
            None where the device is the processor.
    """

    tokens: int
    together: float
    items: float
    encoder: float
    to_ceiling: float
    to_floor: float
    items_to_floor: float
    memory_gb: float | None


def made_items(lm: MaskedLM, lengths: Sequence[int], seed: int = 0) -> list[list[Row]]:
    """Sentences of random tokens; each is one item.

    Args:
        lengths: words of each sentence, a token each.

    Returns:
        [sentence] its rows: one a word, with that word hidden; of a causal model a single one
        that reads every word.
    """
    draw = random.Random(seed)
    vocabulary, tokenizer = lm.model.vocabulary, lm.tokenizer
    start, end = tokenizer.cls_token_id, tokenizer.sep_token_id
    items = []
    for length in lengths:
        words = tuple(draw.randrange(_FIRST_WORD, vocabulary) for _ in range(length))
        if lm.model.family.kind == CAUSAL:
            items.append([Row(words, tuple(range(length - 1)), words[1:])])
            continue
        ids = (start, *words, end)
        hidden = range(1, len(ids) - 1)
        items.append([masked_row(ids, place, tokenizer.mask_token_id) for place in hidden])
    return items


def batch_speeds(
    lm: MaskedLM, items: Sequence[list[Row]], sizes: Sequence[int], repeats: int
) -> tuple[list[BatchSpeed], float]:
    """Time every size.

    Args:
        items: [sentence] its rows.
        sizes: padded tokens of a batch.
        repeats: turns of every way; the fastest counts, since others can only slow it.

    Returns:
        One entry a size, and rows a second of the plain loop.
    """
    rows = [row for item in items for row in item]
    singles = rows[:: max(1, len(rows) // _SINGLES)]
    ways: dict[str, Work] = {"loop": lambda: plain_loop(lm, singles)}
    for size in sizes:
        ways |= _ways(lm, items, rows, size)
    memory = {way: peak_memory(lm, work) for way, work in ways.items()}  # warms them, too
    spent = in_turn(ways for _ in range(repeats))
    floor = len(singles) / min(spent["loop"])
    found = []
    for size in sizes:
        together, encoder, own = (
            len(rows) / min(spent[f"{way} {size}"]) for way in ("together", "encoder", "items")
        )
        found.append(
            BatchSpeed(
                tokens=size,
                together=together,
                items=own,
                encoder=encoder,
                to_ceiling=together / encoder,
                to_floor=together / floor,
                items_to_floor=own / floor,
                memory_gb=memory[f"together {size}"],
            )
        )
    return found, floor


def _ways(
    lm: MaskedLM, items: Sequence[list[Row]], rows: Sequence[Row], size: int
) -> dict[str, Work]:
    return {
        f"encoder {size}": partial(run_encoder, lm, rows, size),
        f"together {size}": partial(run_each, lm, rows, token_scores, size),
        f"items {size}": partial(run_rows, lm, items, score_rows, size),
    }


def peak_memory(lm: MaskedLM, work: Work) -> float | None:
    """Do the work; the memory of the device that it took at most, 10^9 bytes, if it has its own."""
    import torch

    device = lm.model.device
    module = torch.get_device_module(device)
    if not hasattr(module, "max_memory_allocated"):  # neither the CPU nor Apple's GPU counts it
        work()
        return None
    module.reset_peak_memory_stats(device)
    work()
    return float(module.max_memory_allocated(device) / 1e9)


# --- batches ------------------------------------------------------------------------------
# `bench batches`: how large a batch has to be before a device is full.

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
    from engine.measures.pairs.command import read_given_pairs
    from engine.measures.pairs.quality import words_of
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
    lengths = [len(words_of(sentence)) for sentence in read_given_pairs(data).pairs["sent_more"]]
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
