"""Pins as the tests of reports need them."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
from typer.testing import CliRunner

from engine.cli import app
from engine.pins import Collection, Pin, make_pin

ROOT = Path(__file__).parents[3]
TEXT = "The nurse said that [MASK] was tired."
SHE = 0.57057613  # what the bundled model gives it there
COMMAND = f"python -m engine fill --top-k 8 --targets=he,she --hide=piece,punctuation '{TEXT}'"


@lru_cache(maxsize=1)
def filled() -> dict[str, Any]:
    """What the bundled model puts into the sentence, from the results that come with Biascope."""
    words = ["--top-k", "8", "--targets=he,she", "--hide=piece,punctuation", TEXT, "--json"]
    done = CliRunner().invoke(app, ["fill", *words])
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def drawn(names: list[str], values: list[float]) -> dict[str, Any]:
    """A bar for each name, as Plotly writes it."""
    figure = go.Figure(go.Bar(x=values, y=names, orientation="h"))
    found: dict[str, Any] = json.loads(figure.update_layout(height=300).to_json())
    return found


def real_pin(**other: Any) -> Pin:
    """A pin of a real result."""
    entries = filled()["predictions"][0]
    words = [entry["word"] for entry in entries]
    shares = [entry["probability"] for entry in entries]
    fields: dict[str, Any] = {
        "title": "She is the likeliest word",
        "reading": "The model gives she 57% and he 31%.",
        "figure": drawn(words, shares),
        "columns": ["word", "probability", "rank"],
        "rows": [[entry["word"], entry["probability"], entry["rank"]] for entry in entries],
        "command": COMMAND,
        "manifest": filled()["manifest"],
        "alt": "Probability of the likeliest words, as bars.",
        "address": "probe?text=x",
    }
    return make_pin(**(fields | other))


def simple_pin(**other: Any) -> Pin:
    """A pin that needs no result."""
    fields: dict[str, Any] = {
        "title": "A result",
        "reading": "55% [49, 61]",
        "figure": drawn(["a", "b"], [0.25, 0.5]),
        "columns": ["name", "value"],
        "rows": [["a", 0.123456789], ["b", None]],
        "command": "python -m engine pairs bundled --measure cps",
        "manifest": {
            "spec": {"checkpoint": "bundled", "revision": "r", "dtype": "float32"},
            "measure": "pairs",
            "version": 2,
            "data": "sha256:1",
            "libraries": {"numpy": "2.4.6"},
        },
    }
    return make_pin(**(fields | other))


def collection(*pins: Pin) -> Collection:
    """A collection of these, or of one."""
    return Collection("A story", pins or (simple_pin(),))
