"""What a live screen shows: asked of the model now, in the shape in which results are pinned."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.frame import session
from engine.core.errors import InputTextError
from engine.core.mask_token import GAP, blanked, first_gap_note, masks_in
from engine.core.spec import ModelSpec
from engine.core.wording import counted, in_quotes, listed
from engine.measures.completion.group_completion import SLOT
from engine.measures.health.reading import reading_notes
from engine.pins import Pin

Asked = Mapping[str, Any]
LONGEST = 400  # letters of a text typed on stage
SOON = "soon"  # in what is asked: whether what takes longer may be left out
ROWS = "rows"  # in what is asked: what the kept screen holds, of a kind that reads it
POSITION = "position"  # in what is asked: of the slider
STEPS = "steps"  # in what is asked: whether all positions of the slider are wanted with the answer
KEPT = "kept"  # in what is asked: the fields of the kept question, where another one is asked
_LONGEST_LIST = 4 * LONGEST  # letters of a list of words


@dataclass(frozen=True)
class Answer:
    """One answer of a model.

    Args:
        reading: what it shows, in one or two plain sentences.
        said: the same below a title that has the sentence, so without it; empty for `reading`.
        alt: what the figure shows, for people who do not see it.
        frame: the tidy data behind the figure.
        command: what to type to get the same numbers; lines.
        partial: whether something was left out that takes longer; only where `SOON` was asked.
        slider: with what is shown at its positions, where `STEPS` was asked.
    """

    reading: str
    alt: str
    figure: go.Figure
    frame: pd.DataFrame
    command: str
    manifest: dict[str, Any]
    partial: bool = False
    said: str = ""
    slider: Slider | None = None


@dataclass(frozen=True)
class Field:
    """A text that the presenter can type.

    Args:
        name: in what is asked.
    """

    name: str
    label: str


@dataclass(frozen=True)
class Step:
    """What is shown at one position of a slider; fields as those of `Answer`.

    Args:
        at: the position.
    """

    at: float
    reading: str
    said: str
    alt: str
    figure: go.Figure
    manifest: dict[str, Any]


@dataclass(frozen=True)
class Slider:
    """A number from 0 to 1 that is set on stage.

    Args:
        at: where it begins.
        step: from one position to the next.
        even: a position that is marked.
        steps: every position that is known.
    """

    at: float
    step: float
    even: float
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Kind:
    """One kind of live screen.

    Args:
        name: as pins keep it.
        fields: texts that can be typed.
        answer: the model and what is asked -> the answer; raises BiascopeError.
        title: what is asked and the kept question -> the title of what is asked.
        grid: whether heads can be switched off, with `heads` in what is asked.
        slider: the slider of a pin, with `POSITION` in what is asked; None without one.
        rows: what a pin holds that an answer needs, `ROWS` in what is asked; None for nothing.
        ahead: measures what will be asked of a screen while it is shown; None for nothing.
    """

    name: str
    fields: tuple[Field, ...]
    answer: Callable[[ModelSpec, session.Facts, Asked], Answer]
    title: Callable[[Asked, Asked], str]
    grid: bool = False
    slider: Callable[[Pin], Slider] | None = None
    rows: Callable[[Pin], list[dict[str, Any]]] | None = None
    ahead: Callable[[ModelSpec, session.Facts, Asked], None] | None = None

    @property
    def names(self) -> list[str]:
        """What of a question can be typed or clicked, besides the position of a slider."""
        return [field.name for field in self.fields] + ["heads"] * self.grid

    def question(self, live: Asked) -> Asked:
        """What a pin asks, without anything else that it keeps."""
        return {name: str(live.get(name) or "") for name in self.names}


# --- texts as they are typed ----------------------------------------------------------------


def text(asked: Asked, name: str, what: str) -> str:
    """A text that was typed.

    Args:
        what: should be typed, as it ends a sentence.

    Raises:
        InputTextError: if there is none, or it is too long.
    """
    found = typed(asked, name)
    if not found:
        raise InputTextError(f"Type {what}.")
    if len(found) > LONGEST:
        raise InputTextError(
            f"Your text has {counted(len(found), 'letter')}; at most {LONGEST} fit a screen."
        )
    return found


def gap_text(asked: Asked, name: str, which: str = "Your sentence", slotted: bool = False) -> str:
    """A sentence that was typed, with a gap; of several, the first is answered.

    Args:
        which: names the sentence where there are several.
        slotted: whether it has a slot for groups.

    Raises:
        InputTextError: as `text`, and if it has no gap, or has or lacks a slot.
    """
    found = text(asked, name, f"a sentence with {GAP} in place of one word")
    if not masks_in(found):
        raise InputTextError(f"{which} has no blank; type {GAP} in place of one word.")
    if slotted and SLOT not in found:
        raise InputTextError(f"{which} has no {SLOT}; type it in place of the groups' names.")
    if not slotted and SLOT in found:
        raise InputTextError(
            f"This question is about one sentence; name a group in place of {SLOT}."
        )
    return found


def words(asked: Asked, name: str, least: int, most: int, what: str) -> tuple[str, ...]:
    """Words that were typed with commas between them, each once.

    Raises:
        InputTextError: if there are too few or too many.
    """
    given = typed(asked, name)
    if len(given) > _LONGEST_LIST:
        raise InputTextError(
            f"Your list of {what} has {counted(len(given), 'letter')}; at most {_LONGEST_LIST} fit."
        )
    found = tuple(dict.fromkeys(part.strip() for part in given.split(",") if part.strip()))
    if not least <= len(found) <= most:
        number = f"{least} to {most}" if least < most else f"{most}"
        number = number if least else f"at most {most}"
        between = "a comma" if most == 2 else "commas"
        raise InputTextError(f"Type {number} {what}, with {between} between them.")
    return found


def typed(asked: Asked, name: str) -> str:
    """A field as it was typed, with single spaces."""
    return " ".join(str(asked.get(name) or "").split())


def blank(sentence: str) -> str:
    """The same in quotation marks."""
    return in_quotes(blanked(sentence))


# --- what the model does not know -----------------------------------------------------------


def with_notes(said: str, spec: ModelSpec, texts: Sequence[str], unknown: Sequence[str]) -> str:
    """What is said of an answer, after it which gap it is of, and what the model does not know.

    Args:
        texts: that the answer rests on.
        unknown: words to compare that are not in the vocabulary.
    """
    gaps = max(map(masks_in, texts), default=0)
    notes = [first_gap_note(gaps)] if gaps > 1 else []
    notes += reading_notes(session.readings(spec, texts))
    if unknown:
        notes.append(f"Not in the model's vocabulary: {_quoted(unknown)}.")
    return " ".join([said, *notes])


def unknown_words(unknown: Sequence[str]) -> InputTextError:
    """Why words cannot be compared, of which too few are in the vocabulary.

    Args:
        unknown: all that are not.
    """
    which = "this word" if len(unknown) == 1 else "these words"
    return InputTextError(
        f"The model does not know {which}: {_quoted(unknown)}. Type other words to compare."
    )


def _quoted(names: Sequence[str]) -> str:
    return listed([in_quotes(name) for name in names], 5)
