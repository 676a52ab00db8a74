"""Tabs below the grid of the Heads page; only the open one is drawn."""

from __future__ import annotations

from typing import Any

from components.frame.present import explain
from components.frame.shell.model_bar import Subject
from components.frame.widgets import tabs
from components.heads import (
    attention,
    classifier,
    concepts,
    counter,
    curve,
    distribution,
    pareto,
    two_models,
)
from components.heads import runs as heads_runs
from components.heads.choice import Choice

KEY = "heads_tab"
NAMES = ATTENTION, CONCEPTS, CURVE, PARETO, DISTRIBUTION, COUNTER, MODELS, NLU = (
    "Attention in a sentence",
    "Erase or steer",
    "Switching off more heads",
    "Bias and cost",
    "Distribution",
    "Counter-stereotype test",
    "Two models",
    "Classifier check",
)
# Names in links from earlier versions -> names now.
_RENAMED = {
    "Curve over K": CURVE,
    "Attention of a sentence": ATTENTION,
    "Understanding": NLU,
}


def draw_heads_tabs(
    choice: Choice, subject: Subject, other: Subject | None, bias: dict[str, Any]
) -> None:
    """Draw the tabs; slow measurements start only when their button is pressed.

    Args:
        bias: value of `head_bias` on the original model, with a gradient.
    """
    shown, body = tabs.opened_tab(NAMES, KEY, _RENAMED)
    with body, explain.errors(ends_page=False):
        if shown in (CURVE, PARETO):
            runs = heads_runs.planned(choice, subject, bias["gradient"])
            (curve.draw_curve if shown == CURVE else pareto.draw_pareto)(runs)
        elif shown == DISTRIBUTION:
            distribution.draw_head_distribution(choice, subject, bias)
        elif shown == CONCEPTS:
            concepts.draw(subject)
        elif shown == ATTENTION:
            attention.draw_attention(choice, subject, bias)
        elif shown == COUNTER:
            counter.draw_counter_test(choice, subject)
        elif shown == MODELS:
            two_models.draw_heads_of_two_models(choice, subject, other, bias)
        else:
            classifier.draw_classifier_check(subject)
