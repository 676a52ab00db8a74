"""Numbers per head that can colour the grid: bias scores, ablations, and what tells them apart."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd

from components.head_grid import Wording
from engine.measures.head_bias import as_grid
from engine.measures.head_frame import head_frame
from engine.measures.head_runs import bottom_heads
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


_OUTLINED = "the most negative; masking them would raise the bias, so leave them on"
COLOURS = {
    GRADIENT: Colour(
        "bias_score",
        "Bias score per head",
        "bias score (gradient)",
        Wording("masking it should lower the bias", "raise it", _OUTLINED),
    ),
    ABLATION: Colour(
        "ablation",
        "|d| lost when the head is masked",
        "ablation",
        Wording("masking it lowers the bias", "raises it"),
        ablated=True,
    ),
    GAP: Colour(
        "gap",
        "Ablation minus bias score",
        "ablation minus bias score",
        Wording("masking does more than the score says", "less"),
        ablated=True,
    ),
    SHARE: Colour(
        "share",
        "Share of all |bias scores|",
        "share of all scores",
        Wording("larger share"),
        unit="%",
    ),
}


@dataclass(frozen=True, eq=False)
class Scores:
    """Head scores of one untouched model.

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
        """The most negative heads, as far as they are negative."""
        lowest = bottom_heads(self.gradient, OUTLINED)
        return tuple(ref for ref in lowest if self.gradient[ref.layer][ref.head] < 0)

    def described(self) -> list[list[str]]:
        """[layer][head], what hovering says beside the number."""
        count = len(self.frame)
        told = [
            f"rank {row['rank']} of {count}"
            + ("" if pd.isna(row["ablation"]) else f", d {row['ablated_effect_size']:+.3f} masked")
            for row in self.frame.to_dict("records")
        ]
        width = len(self.gradient[0])
        return [told[start : start + width] for start in range(0, count, width)]
