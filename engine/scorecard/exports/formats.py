"""The formats by name."""

from __future__ import annotations

from collections.abc import Callable

from engine.scorecard.exports import card, contents, every_eval_ever, hf_eval_results, latex
from engine.scorecard.words import Report

# (report, id or label of a contestant) -> the text of a file. The first two formats take an empty
# name for all contestants; the others describe one, so there it is empty where there is only one.
# InputTextError is raised where a format cannot hold the report.
FORMATS: dict[str, Callable[[Report, str], str]] = {
    "csv": contents.write,
    "latex": latex.write,
    "hf": hf_eval_results.write,
    "card": card.write,
    "eee": every_eval_ever.write,
}
