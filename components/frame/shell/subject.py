"""A measured model on screen: its identity, its facts and the words that name it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from components.frame import session
from components.frame.present import explain
from engine.core.spec import HeadRef, ModelSpec, format_heads
from engine.core.wording import counted

NAME = "biascope-mini"  # of the bundled model
_LONGEST = 48  # characters of a name in a page's head
_NAMED_HEADS = 6  # in a page's head; the sidebar has them all


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


def in_one_line(subject: Subject, other: Subject | None) -> str:
    """The model measured, its masked heads and the compared model, for a page's head (markdown).

    Args:
        other: the model that is compared with, if any.
    """
    spec = subject.spec
    parts = [f"**{explain.plain(_short(named(spec)))}**", _masked(spec.masked_heads)]
    if other is not None and other.spec == spec.unmasked():
        parts.append("compared with the same model, nothing masked")
    elif other is not None:
        parts.append(f"compared with {explain.plain(_short(other.label))}")
    return " · ".join(filter(None, parts))


def _short(name: str) -> str:
    """A name cut in its middle: what tells two apart is mostly at its end."""
    if len(name) <= _LONGEST:
        return name
    return f"{name[: _LONGEST // 2]}…{name[-(_LONGEST // 2) :]}"


def _masked(heads: Sequence[HeadRef]) -> str:
    if not heads:
        return ""
    named = format_heads(heads[:_NAMED_HEADS])
    return f"{masked_count(heads)} ({named}{', …' if len(heads) > _NAMED_HEADS else ''})"


def masked_count(heads: Sequence[HeadRef]) -> str:
    """How many heads are masked: `2 heads masked`."""
    return f"{counted(len(heads), 'head')} masked"
