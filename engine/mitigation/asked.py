"""What a mitigation table is asked for: all that decides its figures besides the code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.errors import InputTextError
from engine.core.spec import ModelSpec
from engine.core.wording import counted, listed
from engine.models.facts import Facts

CONCEPTS = ("gender", "race", "religion")
ORIGINAL = "original"
HEADS, HEADS_MEAN, HEADS_SCALED = "heads", "heads-mean", "heads-scaled"
SENTENCE_DEBIAS, INLP, LEACE = "sentence-debias", "inlp", "leace"
ERASURES = (SENTENCE_DEBIAS, INLP, LEACE)
STEER, SELF_DEBIAS, BALANCED = "steer", "self-debias", "balanced"
ROWS = (HEADS, HEADS_MEAN, HEADS_SCALED, *ERASURES, STEER, SELF_DEBIAS, BALANCED)
STRENGTHS = (0.25, 0.5, 1.0)  # of steering, in lengths of a state
SCALE = 0.5  # of scaled heads
TOP, CONTROLS = 3, 20  # by default
MOST_CONTROLS = 200


@dataclass(frozen=True)
class Asked:
    """One table.

    Args:
        spec: the model as it is.
        concept: whose bias is mitigated.
        top: number of heads that are masked.
        rows: of `ROWS`, besides the original.
        measures: names of columns, see `columns.chosen_columns`.
        controls: random interventions for each that has any.
        seed: of halves, fits, controls and intervals.
    """

    spec: ModelSpec
    concept: str = CONCEPTS[0]
    top: int = TOP
    rows: tuple[str, ...] = ROWS
    measures: tuple[str, ...] = ()
    controls: int = CONTROLS
    seed: int = 0

    def identity(self) -> dict[str, Any]:
        """All of it, JSON-ready."""
        return {
            **vars(self),
            "spec": self.spec.identity(),
            "rows": list(self.rows),
            "measures": list(self.measures),
        }


def checked(asked: Asked, facts: Facts) -> Asked:
    """Refuse what no table can be made of.

    Args:
        facts: of the model.

    Raises:
        InputTextError: if it names an unknown concept or row, or more heads than there are.
    """
    if asked.concept not in CONCEPTS:
        raise InputTextError(
            f"There is no concept {asked.concept[:40]!r}; a mitigation table is of "
            f"{listed(CONCEPTS)}."
        )
    check_rows(asked.rows)
    number = facts.layers * facts.heads
    if asked.top < 1 or (number and asked.top > number):
        raise InputTextError(
            f"--top is 1 to {number:,}, the heads of {asked.spec.checkpoint}; got {asked.top:,}."
            if number
            else f"--top is at least 1; got {asked.top:,}."
        )
    if not 0 <= asked.controls <= MOST_CONTROLS:
        raise InputTextError(
            f"--controls is 0 to {MOST_CONTROLS}; got {counted(asked.controls, 'control')}."
        )
    return asked


def check_rows(names: Sequence[str]) -> None:
    """Refuse rows that there are not."""
    unknown = [name for name in names if name not in ROWS]
    if unknown or not names:
        what = f"there is no {unknown[0][:40]!r}" if unknown else "none is named"
        raise InputTextError(f"The rows of a mitigation table are {listed(ROWS, 99)}; {what}.")
