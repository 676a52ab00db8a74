"""What a reader takes away from the Heads page: the table of heads, the grid, the command."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Mapping, Sequence

from components import export, heads_rows, model_bar, session
from components.charts.heads import score_maps
from components.heads_choice import Choice
from components.heads_rows import Row
from components.heads_scores import Scores
from components.model_bar import Subject
from components.numbers import number
from engine.measures.mask_metrics import CLOZE, PAIRS, PAIRS_SAMPLE, PPPL
from engine.spec import ModelSpec

_BUNDLED = "engine/datasets/bundled"


def scores(choice: Choice, subject: Subject, found: Scores) -> None:
    """Buttons under the board."""
    masked = subject.spec.masked_heads
    names = {str(ref) for ref in masked}
    outlined = found.outlined()
    told = {str(ref) for ref in outlined}
    frame = found.frame.assign(
        masked=found.frame["name"].isin(names), outlined=found.frame["name"].isin(told)
    )
    whole = subject.spec.untouched()
    title = f"Bias score per head, {choice.name}: d {number(found.value['effect_size'], '+.2f')}"
    export.row(
        "heads",
        frame,
        score_maps([(subject.label, found.gradient)], outlined, masked),
        choice.command(model_bar.command_options(whole), *ablate(found)),
        found.manifest | {"masked_heads": sorted(names)},
        title,
    )


def figures(choice: Choice, rows: Mapping[str, Row], specs: Sequence[ModelSpec], text: str) -> None:
    """Buttons under the figures before and after.

    Args:
        specs: the untouched model, then the masked one if there is one.
        text: the reader's sentence.
    """
    manifest = session.manifest("seat", specs[-1], choice.items, choice.seat_params())
    export.row(
        "before-after",
        heads_rows.frame(rows, specs),
        None,
        commands(choice, rows, specs, text),
        manifest | {"figures": list(rows)},
        hint=_hint(rows, choice.seed),
    )


def commands(choice: Choice, rows: Collection[str], specs: Sequence[ModelSpec], text: str) -> str:
    """The command lines of the figures before and after."""
    options = [model_bar.command_options(spec) for spec in specs]
    told = {
        "sentence": f"fill {shlex.quote(text)} --top-k 3 --hide piece,punctuation",
        "lpbs career-family": "lpbs",  # all domains at once
        PAIRS: f"pairs {_BUNDLED}/pairs.csv --measure {'cps' if PPPL in rows else 'clm'}",
        PPPL: f"pppl {_BUNDLED}/neutral.txt",
    }
    lines = [choice.seat_command(option) for option in options]
    for name, words in told.items():
        if name in rows:
            lines += [f"python -m engine {words} {option}".strip() for option in options]
    return "\n".join(lines)


def _hint(rows: Collection[str], seed: int) -> str:
    """What the commands do not give."""
    told = []
    if PAIRS in rows:
        told.append(
            f"pairs takes all bundled pairs; the row is a sample of {PAIRS_SAMPLE}, seed {seed}."
        )
    if CLOZE in rows:
        told.append("Neutral cloze has no command that masks heads.")
    return " ".join(told)


def ablate(found: Scores) -> list[str]:
    """The option that measures the ablations too, where they are shown."""
    return ["--ablate"] if found.ablated is not None else []
