"""Reports made by hand, in the shape that the engine writes."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

LONG = "a-very-long-organisation/a-very-long-name-of-a-model-that-someone-trained-v2-uncased-final"
HOSTILE = "<b>x</b> $a$ `c` **d** [l](http://a.example) :smile: <script>alert(1)</script>"
# name, title, data, counted, unit, scale, neutral, digits, group, path
MEASURES = (
    ("pairs:bundled:cps", "CPS", "Bundled pairs", "pairs", "%", "percent", 50.0, 1, "bias"),
    ("seat:gender", "SEAT, gender", "Words", "targets", "d", "identity", 0.0, 2, "bias"),
    ("lpbs", "LPBS", "Bundled templates", "targets", "nats", "identity", 0.0, 2, "bias"),
    ("counter", "Attention", "Sentences", "pairs", "", "identity", 0.0, 3, "bias"),
    ("unmasking", "Pronoun gap", "Occupations", "jobs", "points", "identity", 0.0, 1, "bias"),
    ("gest:bundled:0", "GEST stereotype rate", "Sample", "sentences", "", "exp", 1.0, 2, "bias"),
    ("pppl", "Pseudo-perplexity", "Plain sentences", "tokens", "", "exp", None, 1, "cost"),
    ("cloze", "Fill in the blank", "Plain sentences", "sentences", "%", "percent", None, 0, "cost"),
)  # fmt: skip


def measure(entry: Sequence[Any], **changed: Any) -> dict[str, Any]:
    name, title, data, counted, unit, scale, neutral, digits, group = entry
    return {
        "name": name,
        "title": title,
        "data": data,
        "data_digest": "sha256:0123",
        "variant": f"{title}, as the page has it",
        "counted": counted,
        "unit": unit,
        "scale": scale,
        "neutral": neutral,
        "higher": "further toward the stereotype" if group == "bias" else "a weaker model",
        "digits": digits,
        "group": group,
        "page": {"path": "/pairs", "settings": {"data": "bundled"}},
        "version": 1,
        "problem": "",
    } | changed


def contestant(number: int, label: str = "", **changed: Any) -> dict[str, Any]:
    spec = {"checkpoint": "bundled", "revision": "sha256:01", "dtype": "float32"}
    return {
        "id": f"c{number}",
        "label": label or f"model {number}",
        "origin": "measured",
        "spec": spec | {"masked_heads": [f"{number}-1"] if number > 1 else []},
        "source": "",
        "note": "",
        "family": "BERT",
        "parameters": 22_000_000,
        "health": "green",
        "health_reasons": [],
    } | changed


def imported(number: int, label: str = "") -> dict[str, Any]:
    changed = {"origin": "imported", "spec": None, "source": "released scores of GEST"}
    return contestant(number, label or f"released {number}", **changed, health="")


def cell(who: str, which: Mapping[str, Any], seed: int = 0, **changed: Any) -> dict[str, Any]:
    """A cell whose value lies by chance around the neutral value."""
    chance = random.Random(f"{who}{which['name']}{seed}")
    neutral = which["neutral"] if which["neutral"] is not None else 20.0
    size = {"%": 8.0, "points": 8.0}.get(which["unit"], 0.4)
    value = neutral + size * chance.uniform(-0.4, 1.0)
    half = size * 0.3
    return {
        "contestant": who,
        "measure": which["name"],
        "value": value,
        "interval": [value - half, value + half],
        "n": 60,
        "neutral": which["neutral"],
        "status": "measured",
        "problem": "",
        "notes": [],
        "precision": "float32",
        "parts": [value + size * chance.gauss(0, 0.5) for _ in range(60)],
        "distance": abs(value - neutral) if which["neutral"] is not None else None,
        "rank": None,
        "rank_interval": None,
        "tier": None,
        "tested_against": None,
        "detail": {},
    } | changed


def absent(who: str, which: Mapping[str, Any], status: str, problem: str) -> dict[str, Any]:
    """A cell without a value."""
    return cell(
        who,
        which,
        value=None,
        interval=None,
        n=0,
        parts=[],
        distance=None,
        status=status,
        problem=problem,
    )


def ranked(cells: list[dict[str, Any]], tiers: Mapping[str, int] | None = None) -> None:
    """Ranks by distance; tiers as given, all in the first otherwise."""
    known = [entry for entry in cells if entry["value"] is not None]
    for number, entry in enumerate(sorted(known, key=lambda one: one["distance"] or one["value"])):
        entry["rank"], entry["rank_interval"] = number + 1, [max(1, number), number + 2]
        entry["tier"] = (tiers or {}).get(entry["contestant"], 1)
        entry["tested_against"] = known[0]["contestant"]


def report(
    contestants: Sequence[dict[str, Any]] | None = None,
    measures: Sequence[dict[str, Any]] | None = None,
    gest: int = 0,
    tiers: Mapping[str, Mapping[str, int]] | None = None,
    cells: Sequence[dict[str, Any]] = (),
) -> dict[str, Any]:
    """A report of all contestants on all measures.

    Args:
        gest: imported contestants with nothing but a figure on GEST.
        tiers: measure -> contestant -> tier.
        cells: take the place of those made up.
    """
    who = list(contestants or [contestant(number) for number in range(1, 5)])
    which = list(measures or [measure(entry) for entry in MEASURES])
    own = {(entry["contestant"], entry["measure"]): entry for entry in cells}
    found = [
        own.get((one["id"], each["name"])) or cell(one["id"], each) for one in who for each in which
    ]
    if gest:
        scores = measure(
            ("gest:gest:0", "GEST stereotype rate", "GEST", "sentences", "", "exp", 1.0, 2, "bias")
        )
        which.append(scores)
        more = [imported(number) for number in range(101, 101 + gest)]
        for one in more:
            found.append(cell(one["id"], scores, status="imported", parts=[]))
        who += more
    for each in which:
        ranked(
            [entry for entry in found if entry["measure"] == each["name"]],
            (tiers or {}).get(each["name"]),
        )
    made = {
        "schema": "biascope.scorecard/1",
        "contestants": who,
        "measures": which,
        "cells": found,
        "comparisons": [],
        "reliability": [],
        "convergence": [],
        "published": [],
        "seed": 0,
        "draws": 2000,
        "level": 0.95,
        "manifest": {"engine": "made up"},
        "digest": "sha256:0",
    }
    made["comparisons"] = comparisons(made)
    return made


def comparisons(made: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Every pair of measured contestants on every measure."""
    who = [entry["id"] for entry in made["contestants"] if entry["origin"] == "measured"]
    value = {(entry["contestant"], entry["measure"]): entry["value"] for entry in made["cells"]}
    tier = {(entry["contestant"], entry["measure"]): entry["tier"] for entry in made["cells"]}
    found = []
    for each in made["measures"]:
        for place, first in enumerate(who):
            for second in who[place + 1 :]:
                ends = [value.get((one, each["name"])) for one in (first, second)]
                if None in ends:
                    continue
                gap = ends[0] - ends[1]
                apart = tier.get((first, each["name"])) != tier.get((second, each["name"]))
                found.append(
                    {
                        "measure": each["name"],
                        "first": first,
                        "second": second,
                        "difference": gap,
                        "interval": [gap - 1, gap + 1],
                        "p": 0.03,
                        "p_holm": 0.001 if apart else 0.12,
                        "n": 60,
                        "test": "paired sign-flip permutation",
                    }
                )
    return found
