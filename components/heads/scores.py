"""Numbers per head that can colour the grid: bias scores, ablations and their difference."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd

from components.widgets.head_grid import Wording
from engine.measures.heads.bias import as_grid
from engine.measures.heads.frame import head_frame
from engine.measures.heads.runs import bottom_heads
from engine.spec import HeadRef

OUTLINED = 5

GRADIENT, ABLATION, GAP, SHARE = "gradient", "ablation", "gap", "share"


@dataclass(frozen=True)
class Colour:
    """One number per head that the grid can show.

    Args:
        column: of the table of heads.
        title: the grid's name.
        option: its name in the list.
    """

    column: str
    title: str
    option: str
    wording: Wording
    unit: str = ""
    ablated: bool = False


_OUTLINED = "most negative scores; masking them should raise the bias"
COLOURS = {
    GRADIENT: Colour(
        "bias_score",
        "Bias score per head",
        "bias score (gradient)",
        Wording("masking it should lower the bias", "should raise it", _OUTLINED),
    ),
    ABLATION: Colour(
        "ablation",
        "Drop in |d| when the head is masked",
        "ablation",
        Wording("masking it lowers the bias", "raises it"),
        ablated=True,
    ),
    GAP: Colour(
        "gap",
        "Ablation minus bias score",
        "ablation minus bias score",
        Wording("masking lowers the bias more than the score predicts", "less"),
        ablated=True,
    ),
    SHARE: Colour(
        "share",
        "Share of the total |bias score|",
        "share of all scores",
        Wording("larger share"),
        unit="%",
    ),
}


@dataclass(frozen=True, eq=False)
class Scores:
    """Head scores of one model without masks.

    Args:
        value: of the measure `head_bias`.
        ablated: [layer][head], signed d with that head masked; None where not measured.
    """

    value: dict[str, Any]
    manifest: dict[str, Any]
    ablated: list[list[float | None]] | None

    @property
    def gradient(self) -> list[list[float]]:
        """[layer][head], bias scores."""
        return self.value["gradient"]

    @cached_property
    def frame(self) -> pd.DataFrame:
        """One row a head."""
        return head_frame(self.gradient, self.value["effect_size"], self.ablated)

    def grid(self, colour: Colour) -> list[list[float | None]]:
        """[layer][head], the numbers of one colouring."""
        numbers = [
            None if pd.isna(number) else float(number) for number in self.frame[colour.column]
        ]
        return as_grid(numbers, len(self.gradient))

    def outlined(self) -> tuple[HeadRef, ...]:
        """Heads with the lowest bias scores, without those above zero."""
        lowest = bottom_heads(self.gradient, OUTLINED)
        return tuple(ref for ref in lowest if self.gradient[ref.layer][ref.head] < 0)

    def described(self) -> list[list[str]]:
        """[layer][head], text shown with the number when a head is pointed at."""
        count = len(self.frame)
        texts = [
            f"rank {row['rank']} of {count}"
            + (
                ""
                if pd.isna(row["ablation"])
                else f", d {row['ablated_effect_size']:+.3f} when masked"
            )
            for row in self.frame.to_dict("records")
        ]
        width = len(self.gradient[0])
        return [texts[start : start + width] for start in range(0, count, width)]
