"""Numbers per head that can colour the grid: bias scores, ablations and their difference."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd

from components.frame.widgets.head_grid import Wording
from engine.core.spec import HeadRef
from engine.core.wording import figure_text
from engine.measures.heads.bias import as_grid, head_frame
from engine.measures.heads.path import toward_likelier
from engine.measures.heads.runs import bottom_heads
from engine.measures.heads.sentence import equal_odds_gain, first_word_share
from engine.measures.heads.value import HeadPathValue, HeadSentenceValue

OUTLINED = 5

COLOUR = "colour_by"  # key of the choice
GRADIENT, ABLATION, GAP, SHARE = "gradient", "ablation", "gap", "share"
SENTENCE, PATH = "sentence", "path"


@dataclass(frozen=True)
class Colour:
    """One number per head that the grid can show.

    Args:
        option: its name in the list.
        ranks: what Top and Bottom order heads by under this colouring; empty where that is the
            bias score.
        estimate: whether the numbers rest on the gradient, so that they have greys, no colours.
        all, one: what the heads above zero do, of several and of one.
    """

    name: str
    column: str
    title: str
    option: str
    wording: Wording
    unit: str = ""
    ablated: bool = False
    ranks: str = ""
    estimate: bool = False
    all: str = "should weaken it"
    one: str = "should weaken it"


_COLOURS = (
    Colour(
        GRADIENT,
        "bias_score",
        "Bias score per head (estimate)",
        "bias score (gradient)",
        Wording(
            "switching it off should weaken the association (estimate)", "should strengthen it"
        ),
        estimate=True,
    ),
    Colour(
        ABLATION,
        "ablation",
        "Drop in |d| without the head",
        "ablation",
        Wording("adds to the association", "takes from it"),
        ablated=True,
        ranks="drop in |d| when switched off",
        all="add to it",
        one="adds to it",
    ),
    Colour(
        GAP,
        "gap",
        "Ablation minus bias score",
        "ablation minus bias score",
        Wording("|d| falls more than estimated", "less"),
        ablated=True,
        estimate=True,
    ),
    Colour(
        SHARE,
        "share",
        "Share of all estimates",
        "share of all scores",
        Wording("larger share"),
        unit="%",
        estimate=True,
    ),
    Colour(
        SENTENCE,
        "sentence_effect",
        "Points nearer to even odds without it",
        "effect on your sentence",
        Wording("drives the two words apart", "evens them out"),
        unit="points",
        ranks="effect on your sentence",
        all="drive the words apart",
        one="drives the words apart",
    ),
    Colour(
        PATH,
        "path",
        "Added to the likelier word directly",
        "direct path to the answer",
        Wording("adds to the likelier word", "adds to the other word"),
        unit="logits",
        ranks="direct path to the likelier word",
        all="add to the likelier word",
        one="adds to the likelier word",
    ),
)
COLOURS = {colour.name: colour for colour in _COLOURS}


def _when_masked(row: dict[Any, Any]) -> str:
    """What is known of a head by masking it."""
    known = []
    if not pd.isna(row["ablation"]):
        known.append(f"d {figure_text(row['ablated_effect_size'], '+.3f')}")
    if not pd.isna(row["sentence_share"]):
        known.append(f"your sentence {row['sentence_share']:.1f}%")
    return f", {' and '.join(known)} when switched off" if known else ""


@dataclass(frozen=True, eq=False)
class HeadScores:
    """Head scores of one model without masks.

    Args:
        value: of the measure `head_bias`.
        ablated: [layer][head], signed d with that head masked; None where not measured.
        sentence: value of `head_sentence`; None where it was not asked for or has none.
        path: value of `head_path`; None where it was not asked for or has none.
    """

    value: dict[str, Any]
    manifest: dict[str, Any]
    ablated: list[list[float | None]] | None
    sentence: HeadSentenceValue | None = None
    path: HeadPathValue | None = None

    @property
    def gradient(self) -> list[list[float]]:
        """[layer][head], bias scores."""
        return self.value["gradient"]

    @cached_property
    def frame(self) -> pd.DataFrame:
        """One row a head."""
        frame = head_frame(self.gradient, self.value["effect_size"], self.ablated)
        if self.sentence is None:
            return frame.assign(sentence_share=math.nan, sentence_effect=math.nan)
        return frame.assign(
            sentence_share=[
                first_word_share(gap) for row in self.sentence["ablated"] for gap in row
            ],
            sentence_effect=[one for row in equal_odds_gain(self.sentence) for one in row],
        )

    def grid(self, colour: Colour) -> list[list[float | None]]:
        """[layer][head], the numbers of one colouring."""
        if colour.name == PATH:
            if self.path is None:
                return [[None] * len(row) for row in self.gradient]
            return [[*row] for row in toward_likelier(self.path)]
        numbers = self.frame[colour.column].astype(object)
        return as_grid(numbers.where(numbers.notna(), None).tolist(), len(self.gradient))

    def ranking(self, colour: Colour) -> list[list[float]] | None:
        """[layer][head], what Top and Bottom order heads by; None while a head lacks its number."""
        if not colour.ranks:
            return self.gradient
        known = [[value for value in row if value is not None] for row in self.grid(colour)]
        return known if sum(map(len, known)) == len(self.frame) else None

    def described(self) -> list[list[str]]:
        """[layer][head], text shown with the number when a head is pointed at."""
        count = len(self.frame)
        texts = [
            f"rank {row['rank']} of {count} by bias score{_when_masked(row)}"
            for row in self.frame.to_dict("records")
        ]
        return as_grid(texts, len(self.gradient))


def most_negative(gradient: list[list[float]]) -> tuple[HeadRef, ...]:
    """Heads to outline: the lowest bias scores, without those above zero.

    Args:
        gradient: [layer][head], bias scores.
    """
    lowest = bottom_heads(gradient, OUTLINED)
    return tuple(ref for ref in lowest if gradient[ref.layer][ref.head] < 0)
