"""What a live screen shows: asked of the model now, in the shape in which results are pinned."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.frame import session
from engine.core.errors import InputTextError
from engine.core.mask_token import MASK
from engine.core.spec import ModelSpec

Asked = Mapping[str, Any]
LONGEST = 400  # letters of a text typed on stage
SOON = "soon"  # in what is asked: whether what takes longer may be left out
_GAP = "____"


@dataclass(frozen=True)
class Answer:
    """One answer of a model.

    Args:
        reading: what it shows, in one or two plain sentences.
        alt: what the figure shows, for people who do not see it.
        frame: the tidy data behind the figure.
        command: what to type to get the same numbers; lines.
        partial: whether something was left out that takes longer; only where `SOON` was asked.
    """

    reading: str
    alt: str
    figure: go.Figure
    frame: pd.DataFrame
    command: str
    manifest: dict[str, Any]
    partial: bool = False


@dataclass(frozen=True)
class Field:
    """A text that the presenter can type.

    Args:
        name: in what is asked.
    """

    name: str
    label: str


@dataclass(frozen=True)
class Kind:
    """One kind of live screen.

    Args:
        name: as pins keep it.
        fields: texts that can be typed.
        answer: the model and what is asked -> the answer; raises BiascopeError.
        grid: whether heads can be switched off, with `heads` in what is asked.
    """

    name: str
    fields: tuple[Field, ...]
    answer: Callable[[ModelSpec, session.Facts, Asked], Answer]
    grid: bool = False


def text(asked: Asked, name: str, what: str) -> str:
    """A text that was typed.

    Raises:
        InputTextError: if there is none, or it is too long.
    """
    found = " ".join(str(asked.get(name) or "").split())
    if not found:
        raise InputTextError(f"Type {what}.")
    if len(found) > LONGEST:
        raise InputTextError(f"Type {what} of at most {LONGEST} letters.")
    return found


def blank(sentence: str) -> str:
    """A sentence in quotation marks as an audience reads it: a gap where a word is masked."""
    return f"“{MASK.sub(_GAP, sentence)}”"


def words(asked: Asked, name: str, least: int, most: int, what: str) -> tuple[str, ...]:
    """Words that were typed with commas between them, each once."""
    parts = (part.strip() for part in str(asked.get(name) or "")[: 4 * LONGEST].split(","))
    found = tuple(dict.fromkeys(part for part in parts if part))
    if not least <= len(found) <= most:
        raise InputTextError(f"Type {least} to {most} {what}, with commas between them.")
    return found
