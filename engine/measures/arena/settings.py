"""The variants of a report: which completion is judged, and how flags are read."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from engine.core.errors import InputTextError

RAW, WORD = "raw", "word"
GIVEN = "given"  # by whoever made the completions elsewhere
FILLS = (WORD, RAW)
POOLED, ANY, MAJORITY = "pooled", "any", "majority"
READINGS = (POOLED, ANY, MAJORITY)
MOST_COMPLETIONS = 50
_READINGS = {
    POOLED: "pooled flags",
    ANY: "flagged by any evaluator",
    MAJORITY: "flagged by more than half of the evaluators",
}


@dataclass(frozen=True)
class ArenaSettings:
    """How a report is made; every figure of it is named after these.

    Args:
        fill: `raw`, the likeliest token of the whole vocabulary, as published; `word`, the
            likeliest tokens that are whole words; `given`, completions that were made elsewhere.
        top_k: completions of a prompt that are judged, weighted by probability; 1 for `raw`.
        quoted: whether the mask is in quotation marks, as in the examples of the paper.
        reading: how the flags of several evaluators are read (METHODS: Arena).

    Raises:
        InputTextError: if there is no such variant.
    """

    fill: str = WORD
    top_k: int = 1
    quoted: bool = False
    reading: str = POOLED

    def __post_init__(self) -> None:
        if self.fill not in (*FILLS, GIVEN):
            raise InputTextError(f"A completion is {' or '.join(FILLS)}; got {self.fill!r}.")
        if self.reading not in READINGS:
            raise InputTextError(f"Flags are read {', '.join(READINGS)}; got {self.reading!r}.")
        if not 1 <= self.top_k <= MOST_COMPLETIONS:
            raise InputTextError(
                f"1 to {MOST_COMPLETIONS} completions of a prompt can be judged; got {self.top_k}."
            )
        if self.fill == RAW and self.top_k > 1:
            raise InputTextError(
                "The raw variant judges the likeliest token alone; choose words to judge several."
            )

    @property
    def variant(self) -> str:
        """The variant in words, as it is shown beside every figure."""
        if self.fill == GIVEN:
            return f"completions as given, {_READINGS[self.reading]}"
        if self.fill == RAW:
            words = "raw top-1"
        elif self.top_k == 1:
            words = "top-1 word"
        else:
            words = f"top-{self.top_k} words weighted by probability"
        mask = "quoted mask" if self.quoted else "plain mask"
        return f"{words}, {mask}, {_READINGS[self.reading]}"

    def identity(self) -> dict[str, Any]:
        """JSON-ready."""
        return asdict(self)
