"""What a reader takes away from the Heads page: the table of heads, the grid, the command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from components import export, heads_rows, model_bar, session
from components.charts.heads import score_maps
from components.heads_choice import Choice
from components.heads_layout import number
from components.heads_rows import Row
from components.heads_scores import Scores
from components.model_bar import Subject
from engine.spec import ModelSpec


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


def figures(
    choice: Choice, after: ModelSpec, rows: Mapping[str, Row], specs: Sequence[ModelSpec]
) -> None:
    """Buttons under the figures before and after."""
    options = [model_bar.command_options(spec) for spec in specs]
    commands = [choice.seat_command(option) for option in options]
    if "lpbs career-family" in rows:
        commands += [f"python -m engine lpbs {option}".strip() for option in options]
    manifest = session.manifest("seat", after, choice.items, choice.seat_params())
    export.row(
        "before-after",
        heads_rows.frame(rows, specs),
        None,
        "\n".join(commands),
        manifest | {"figures": list(rows)},
    )


def ablate(found: Scores) -> list[str]:
    """The option that measures the ablations too, where they are shown."""
    return ["--ablate"] if found.ablated is not None else []
