"""What a reader takes away from the Heads page: the table of heads, the grid, the command."""

from __future__ import annotations

from components import export, model_bar
from components.charts.heads import score_maps
from components.heads_choice import Choice
from components.heads_layout import number
from components.heads_scores import Scores
from components.model_bar import Subject


def row(choice: Choice, subject: Subject, scores: Scores) -> None:
    """Buttons under the board."""
    masked = subject.spec.masked_heads
    names = {str(ref) for ref in masked}
    outlined = scores.outlined()
    told = {str(ref) for ref in outlined}
    frame = scores.frame.assign(
        masked=scores.frame["name"].isin(names), outlined=scores.frame["name"].isin(told)
    )
    whole = subject.spec.untouched()
    title = f"Bias score per head, {choice.name}: d {number(scores.value['effect_size'], '+.2f')}"
    export.row(
        "heads",
        frame,
        score_maps([(subject.label, scores.gradient)], outlined, masked),
        "\n".join(
            [
                choice.command(model_bar.command_options(whole), *ablate(scores)),
                choice.seat_command(model_bar.command_options(subject.spec)),
            ]
        ),
        scores.manifest | {"masked_heads": sorted(names)},
        title,
    )


def ablate(scores: Scores) -> list[str]:
    """The option that measures the ablations too, where they are shown."""
    return ["--ablate"] if scores.ablated is not None else []
