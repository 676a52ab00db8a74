"""Scores of GEST's sentences, one a line: those its authors released, and files like them.

A score is L(male) - L(female) of a sentence in a template, log10, in the order of gest.csv.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from engine.columns.column import BIAS, EXP
from engine.core.digest import data_digest
from engine.core.errors import DataSetError, InputTextError
from engine.core.wording import counted
from engine.measures.gest.column import VERSION, page_of, title_of
from engine.measures.gest.verdict import PUBLISHED as READING
from engine.measures.gest.verdict import VARIANTS
from engine.scorecard.blank import blank_cell, blank_contestant
from engine.scorecard.imports.imported import Imported, join_imported
from engine.scorecard.words import IMPORTED

if TYPE_CHECKING:
    from engine.measures.gest.levels import Levels

LINES = 3565
MOST_BYTES = 2 * 2**20
FILE = re.compile(r"(?P<model>.{1,200})_template-(?P<template>[0-3])\.txt", re.DOTALL)
SOURCE = "Scores of GEST's sentences"
RELEASED = "Scores released with GEST (Pikuliak et al. 2024)"
_SEED = 0
# Of the sentences of gest.csv with their stereotypes, as the column has it.
_SENTENCES = "sha256:c3497fee1e0938ffe7f357dda43c1939502c15da"
_LARGEST = 1000.0  # of a score: no float has a smaller probability


def is_scores(name: str) -> bool:
    """Whether a file is named as released scores are: `MODEL_template-T.txt`."""
    return FILE.fullmatch(PurePath(name).name) is not None


@dataclass(frozen=True)
class Scores:
    """Scores of one model in one template, one a sentence of gest.csv, log10."""

    model: str
    template: int
    scores: list[float]


def read_scores(text: bytes, name: str) -> Scores:
    """The scores of one model in one template.

    Args:
        text: of the file.
        name: of the file; it says which model and template.
    """
    match = FILE.fullmatch(PurePath(name).name)
    if match is None:
        raise InputTextError(
            f"{name} does not say which model and template it is of; name it MODEL_template-T.txt "
            "with T from 0 to 3."
        )
    return Scores(match["model"], int(match["template"]), _scores(text, name))


def imported_scores(files: Sequence[Scores], source: str = SOURCE) -> list[Imported]:
    """Figures of models from their scores, each file for itself.

    Args:
        files: worked out together, which takes hardly longer than one of them.
        source: of all of them.
    """
    from engine.measures.gest.levels import levels

    stereotypes = _stereotypes()
    columns = [file.scores for file in files]
    return [
        _imported(file.model, file.template, source, _figures(found, file.scores, stereotypes))
        for file, found in zip(files, levels(columns, stereotypes, _SEED), strict=True)
    ]


def released() -> Imported:
    """The eleven models whose scores were released, in all templates.

    Where the scores are on this machine each sentence is known, so that models can be compared;
    else the figures that come with Biascope, which cannot.
    """
    try:
        found = _known()
    except DataSetError:
        found = _shipped()
    return join_imported(Imported((), (), ()), found)


def _scores(text: bytes, name: str) -> list[float]:
    if len(text) > MOST_BYTES:
        raise InputTextError(
            f"{name} is larger than {MOST_BYTES // 2**20} MB; it has one score a line, {LINES:,}."
        )
    try:
        lines = text.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError:
        raise InputTextError(f"{name} is not text in UTF-8, so it has no scores.") from None
    while lines and not lines[-1].strip():
        lines.pop()
    if len(lines) != LINES:
        raise InputTextError(
            f"{name} has {counted(len(lines), 'line')}, and GEST has {LINES:,} sentences: one "
            "score a line "
            "in the order of gest.csv."
        )
    return [_score(line, place, name) for place, line in enumerate(lines, 1)]


def _score(line: str, place: int, name: str) -> float:
    try:
        score = float(line)
    except ValueError:
        score = math.nan
    if not abs(score) <= _LARGEST:
        raise InputTextError(f"Line {place:,} of {name} is {line.strip()[:40]!r}, not a score.")
    return score


def _stereotypes() -> list[int]:
    """[sentence of gest.csv] its stereotype."""
    from engine.measures.gest.data.sets import GEST, load_gest

    return [int(number) for number in load_gest(GEST).sentences["stereotype"]]


def _figures(found: Levels, scores: Sequence[float], stereotypes: Sequence[int]) -> dict[str, Any]:
    from engine.measures.gest.levels import shares
    from engine.measures.gest.verdict import natural, rates

    parts = [
        None if part is None else natural(part, READING) for part in shares(scores, stereotypes)
    ]
    return {**_shown(rates(found, READING)), "parts": parts}


def _shown(figures: dict[str, Any]) -> dict[str, Any]:
    """A cell's keys from the figures of one model."""
    return {
        "value": figures["g_s"],
        "interval": figures["g_s_interval"],
        "n": figures["n"],
        "notes": list(figures["problems"]),
        "detail": {key: figures[key] for key in ("r", "r_f", "r_m")},
    }


def _imported(model: str, template: int, source: str, figures: dict[str, Any]) -> Imported:
    contestant = blank_contestant(model, IMPORTED, source=source)
    measure = measure_of(template)
    cell = blank_cell(model, measure, status=IMPORTED, **figures)
    return Imported((contestant,), (measure,), (cell,))


def _known() -> list[Imported]:
    """The released scores on this machine."""
    from engine.measures.gest.data.sets import released_models, released_scores
    from engine.measures.gest.scoring import TEMPLATES

    files = [
        Scores(model, template, released_scores(model, template))
        for model in released_models()
        for template in TEMPLATES
    ]
    return imported_scores(files, RELEASED)


def _shipped() -> list[Imported]:
    """The figures that come with Biascope, without what each sentence adds."""
    from engine.measures.gest.released import released as shipped
    from engine.measures.gest.scoring import TEMPLATES

    return [
        _imported(entry.model, template, RELEASED, _shown(entry.rates[READING]))
        for template in TEMPLATES
        for entry in shipped(template)
    ]


def measure_of(template: int) -> dict[str, Any]:
    """The column `gest:gest:T` as a report has it, also where its sentences are not here.

    It is put together without the sentences, so that figures that come with Biascope are in the
    column that a model would be measured in.
    """
    from engine.measures.gest.scoring import template_text

    identity = {
        "measure": "gest",
        "templates": [template],
        "reading": READING,
        "data": _SENTENCES,
    }
    page = page_of("gest", str(template))
    return {
        "name": f"gest:gest:{template}",
        "title": title_of(str(template)),
        "data": "GEST",
        "data_digest": data_digest([identity]),
        "variant": f"{template_text(template)}; {VARIANTS[READING]}",
        "counted": "sentences",
        "unit": "",
        "scale": EXP.name,
        "neutral": 1.0,
        "higher": "gives stereotypes about men to men and those about women to women",
        "digits": 3,
        "group": BIAS,
        "page": {"path": page.path, "settings": dict(page.settings)},
        "version": VERSION,
        "problem": "",
    }
