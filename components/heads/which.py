"""Which model a figure of the Heads page is of, for its caption."""

from __future__ import annotations

from components.frame.present import explain
from components.frame.shell.subject import masked_count, named
from engine.core.spec import ModelSpec


def model(spec: ModelSpec) -> str:
    """The model and how many of its heads are masked (markdown)."""
    masks = masked_count(spec.masked_heads) if spec.masked_heads else "no head masked"
    return f"{explain.plain(named(spec))}, {masks}"


def original(spec: ModelSpec) -> str:
    """The model's name alone, where its masks are what a figure compares (markdown)."""
    return explain.plain(named(spec))
