"""A measured model on screen: its identity, its facts and the words that name it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from components import session
from engine.spec import HeadRef, ModelSpec
from engine.wording import counted

NAME = "biascope-mini"  # of the bundled model


@dataclass(frozen=True)
class Subject:
    """One model under its masked heads.

    Args:
        label: names it on this page, see `label_of`.
        facts: family, layers and heads, read once a rerun.
    """

    spec: ModelSpec
    label: str
    facts: session.Facts


def label_of(spec: ModelSpec, other: ModelSpec | None) -> str:
    """What distinguishes a spec from the other one on the page: its masks, its name, or both."""
    masks = masked_count(spec.masked_heads) if spec.masked_heads else "unmodified"
    if other is not None and other.checkpoint == spec.checkpoint:
        return masks
    name = named(spec)
    if other is not None and named(other) == name:
        name = spec.checkpoint
    return f"{name}, {masks}" if spec.masked_heads else name


def named(spec: ModelSpec) -> str:
    """The model's name without its folder or owner, and without its heads."""
    return NAME if spec.checkpoint == session.BUNDLED else spec.checkpoint.split("/")[-1]


def masked_count(heads: Sequence[HeadRef]) -> str:
    """How many heads are masked: `2 heads masked`."""
    return f"{counted(len(heads), 'head')} masked"
