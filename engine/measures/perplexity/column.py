"""`pppl`: pseudo-perplexity of plain sentences, what an intervention costs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from engine.columns.column import EXP, IDENTITY, Column, Family, Reading, masked_only, reader
from engine.core.digest import data_digest
from engine.core.errors import InputTextError
from engine.core.wording import counted, no_interval
from engine.files.samples import SAMPLES
from engine.files.text_file import notes_of, read_text

_BUNDLED = "bundled"
_MOST = 5_000  # sentences of a file: a part of each is kept for every contestant


def column(argument: str) -> Column:
    """The column of a text, by default Biascope's plain sentences.

    Args:
        argument: `bundled`, or a text file, one sentence a line.
    """
    data = argument or _BUNDLED
    own = data != _BUNDLED
    path = data if own else str(SAMPLES / "neutral.txt")
    file = read_text(path, wanted="a text file, one sentence a line")
    items = [{"text": line.strip()} for line in file.text.splitlines() if line.strip()]
    if not 0 < len(items) <= _MOST:
        raise InputTextError(
            f"{data} has {counted(len(items), 'sentence')}; pppl takes 1 to {_MOST:,}."
        )

    return Column(
        name=f"pppl:{data}",
        title="Pseudo-perplexity" + (f", {Path(data).name}" if own else ""),
        data=Path(data).name if own else f"Biascope's {counted(len(items), 'plain sentence')}",
        variant="exp of the mean surprise per token, each token masked alone",
        counted="sentences",
        scale=EXP,
        neutral=None,
        higher="the model predicts plain text worse",
        digits=1,
        version=2,
        interval_version=2,
        identity={"items": data_digest(items)},
        read=reader("pppl", items, partial(_reading, said=notes_of(file))),
        refuses=masked_only("pseudo-perplexity"),
        measures=("pppl",),
        texts=tuple(item["text"] for item in items),
    )


def _reading(values: list[dict[str, Any]], seed: int, said: Sequence[str] = ()) -> Reading:
    from engine.measures.perplexity.masked import pseudo_perplexity

    fit = pseudo_perplexity(values, seed)
    counts = [len(value.get("log_probabilities", ())) for value in values]
    # Parts are the loss per token, and how far a sentence is from as much for each of its own, so
    # that long sentences are no parts of their own kind; their mean is the loss per token.
    share, loss = fit["sentences"] / fit["tokens"], -fit["pll"] / fit["tokens"]
    parts = tuple(
        None
        if "problem" in value
        else loss + share * (-math.fsum(value["log_probabilities"]) - loss * count)
        for value, count in zip(values, counts, strict=True)
    )
    no_width = [no_interval("the figure", fit["interval_note"])] if fit["interval_note"] else []
    return Reading(
        value=fit["pppl"],
        interval=IDENTITY.interval(fit["interval"]),
        n=fit["sentences"],
        parts=parts,
        notes=(*said, *no_width),
        # Another tokenizer reads other tokens, whose surprises are not comparable.
        detail={"tokens": fit["tokens"], "units": data_digest(counts)},
    )


FAMILY = Family(
    name="pppl",
    title="Pseudo-perplexity of plain sentences (a cost)",
    usage="pppl[:bundled|FILE.txt]",
    column=column,
    suggested=(f"pppl:{_BUNDLED}",),
    seconds=3.0,
)
