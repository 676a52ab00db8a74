"""Published figures as rows of their own below the models, where the same measure is shown."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import streamlit as st

from components.scorecard.wording import ABSOLUTE
from engine.core.wording import counted
from engine.scorecard.order import distance
from engine.scorecard.words import PUBLISHED

Report = Mapping[str, Any]
_AUTHORS = re.compile(r"\(([^()]*\d{4})\)(.*)")
_KEY = "published"  # of the switch, in the session and the address


def asked(report: Report) -> bool:
    """Draw the switch of the published figures, where there are any."""
    if not report["published"]:
        return False
    return st.toggle(
        f"{counted(len(report['published']), 'published figure')} of these measures",
        key=_KEY,
        bind="query-params",
        persist_state="session",
        help="Printed in papers, of the checkpoints and variants of their day: for orientation, "
        "never ranked with the models here.",
    )


def with_rows(report: Report) -> Report:
    """The report with a contestant for every published model, and a cell for each figure."""
    figures = [entry for entry in report["published"] if entry.get("value") is not None]
    if not figures:
        return report
    measures = {one["name"]: one for one in report["measures"]}
    ids: dict[tuple[str, str], str] = {}
    contestants, cells = [], []
    labels = [str(one["label"]) for one in report["contestants"]]
    labels += [label for label, _ in {_key(figure) for figure in figures}]
    for figure in figures:
        if figure["measure"] not in measures:
            continue
        key = _key(figure)
        if key not in ids:
            ids[key] = f"published {len(ids) + 1}"
            label = key[0] if labels.count(key[0]) == 1 else f"{key[0]}, {_paper(key[1])}"
            contestants.append(_contestant(ids[key], label, figure))
        cells.append(_cell(ids[key], figure, measures[figure["measure"]]))
    return {
        **report,
        "contestants": [*report["contestants"], *contestants],
        "cells": [*report["cells"], *cells],
    }


def _key(figure: Mapping[str, Any]) -> tuple[str, str]:
    return str(figure["label"]), str(figure["source"])


def _paper(source: str) -> str:
    """Authors and year of a source, and its table: `Yang et al. 2023, table 1`."""
    found = _AUTHORS.search(source)
    return source if found is None else f"{found[1]}{found[2]}"


def _contestant(name: str, label: str, figure: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": name,
        "label": label,
        "origin": PUBLISHED,
        "spec": None,
        "source": str(figure["source"]),
        "note": str(figure.get("note") or ""),
        "family": "",
        "parameters": None,
        "health": "",
        "health_reasons": [],
    }


def _cell(contestant: str, figure: Mapping[str, Any], measure: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "contestant": contestant,
        "measure": measure["name"],
        "value": figure["value"],
        "interval": figure.get("interval"),
        "n": figure.get("n"),
        "neutral": measure["neutral"],
        "status": PUBLISHED,
        "problem": "",
        "notes": [text for text in (figure.get("note"),) if text],
        "precision": "",
        "parts": [],
        "distance": distance(figure["value"], measure),
        "rank": None,
        "rank_interval": None,
        "tier": None,
        "tested_against": None,
        "detail": {ABSOLUTE: True} if figure.get("absolute") else {},
    }
