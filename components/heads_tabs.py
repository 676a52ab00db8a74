"""What lies below the grid of the Heads page: only the tab that is open is drawn."""

from __future__ import annotations

from typing import Any

from components import (
    explain,
    heads_attention,
    heads_counter,
    heads_curve,
    heads_distribution,
    heads_nlu,
    heads_runs,
    heads_two_models,
    tabs,
)
from components.heads_choice import Choice
from components.model_bar import Subject

KEY = "heads_tab"
NAMES = CURVE, PARETO, DISTRIBUTION, ATTENTION, COUNTER, MODELS, NLU = (
    "Curve over K",
    "Bias and cost",
    "Distribution",
    "Attention of a sentence",
    "Counter-stereotype test",
    "Two models",
    "Understanding",
)


def draw(choice: Choice, subject: Subject, other: Subject | None, bias: dict[str, Any]) -> None:
    """Draw the tabs; what takes long waits for its button.

    Args:
        other: the model shown beside it, if any.
        bias: value of `head_bias` on the untouched model, with a gradient.
    """
    shown, place = tabs.opened(NAMES, KEY)
    with place, explain.errors(ends_page=False):
        if shown in (CURVE, PARETO):
            runs = heads_runs.planned(choice, subject, bias["gradient"])
            (heads_curve.curve if shown == CURVE else heads_curve.pareto)(runs)
        elif shown == DISTRIBUTION:
            heads_distribution.draw(choice, subject, bias)
        elif shown == ATTENTION:
            heads_attention.draw(choice, subject, bias)
        elif shown == COUNTER:
            heads_counter.draw(choice, subject)
        elif shown == MODELS:
            heads_two_models.draw(choice, subject, other, bias)
        else:
            heads_nlu.draw(subject)
