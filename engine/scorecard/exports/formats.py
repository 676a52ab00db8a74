"""The formats by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.scorecard.exports import card, every_eval_ever, hf_eval_results, latex
from engine.scorecard.exports import contents as csv
from engine.scorecard.exports.contents import Report


@dataclass(frozen=True)
class Format:
    """One format of others.

    Args:
        title: in plain words.
        ending: of its files.
        mime: of a download.
        single: whether it describes one model.
        write: report and contestant (id or label, empty for all) -> its text. Raises
            InputTextError where it cannot hold the report.
    """

    title: str
    ending: str
    mime: str
    single: bool
    write: Callable[[Report, str], str]


FORMATS: dict[str, Format] = {
    "csv": Format("CSV", ".csv", "text/csv", False, csv.write),
    "latex": Format("LaTeX table", ".tex", "application/x-tex", False, latex.write),
    "hf": Format(
        "Hugging Face .eval_results", ".yaml", "application/yaml", True, hf_eval_results.write
    ),
    "card": Format("Model card section", ".md", "text/markdown", True, card.write),
    "eee": Format("Every Eval Ever 0.3", ".json", "application/json", True, every_eval_ever.write),
}
