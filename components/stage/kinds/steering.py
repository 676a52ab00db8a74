"""Live: a slider that steers a model along a vector, what one sentence says then, and the cost.

What was kept holds a few positions of the slider, so that the browser shows them without asking;
those between them are measured while the screen is shown, or when somebody stops there. Another
sentence is asked at all of these positions at once. What steering costs is the same for every
sentence and is taken from what was kept.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any

import pandas as pd

from components.frame import session
from components.stage.charts.steered import steered
from components.stage.kinds import steering_words, titles
from components.stage.kinds.answer import (
    KEPT,
    POSITION,
    ROWS,
    SOON,
    STEPS,
    Answer,
    Asked,
    Field,
    Kind,
    Slider,
    Step,
    blank,
    gap_text,
    text,
    typed,
    unknown_words,
    with_notes,
    words,
)
from engine.command_line.command import Command
from engine.core.errors import BiascopeError, InputTextError
from engine.core.interventions import LARGEST_STRENGTH, SteeringVector
from engine.core.spec import ModelSpec
from engine.inference.priority import in_background
from engine.interventions.curve import (
    POSITIONS,
    Curve,
    everyday_right,
    strength_at,
)
from engine.measures.health.check import EVERYDAY
from engine.pins import Pin

STEP = 0.05  # of the slider; every second one was kept
_MOST = 41  # positions that are kept
_COLUMNS = ("slider", "strength", "first", "second", "everyday", "right", "n")


def answer(spec: ModelSpec, facts: session.Facts, asked: Asked) -> Answer:
    """Two words in a sentence and everyday knowledge at one position of the slider.

    What was kept is not measured again: of the kept sentence all of it, of another one the
    everyday knowledge. Whoever asks soon gets the sentence first, and the knowledge and the other
    positions later.
    """
    position = _position(asked)
    steps, soon = bool(asked.get(STEPS)), bool(asked.get(SOON))
    curve = _curve(spec, asked)
    sentence, targets = curve.sentence, curve.words
    frame = _measured(curve, position, asked)
    notes = with_notes("", spec, [sentence], ()).strip()
    shown = _Shown(frame, sentence, targets, notes)
    here = curve.spec_at(strength_at(position))
    at = shown.step(position, session.manifest("completion", here, *curve.asked))
    return Answer(
        at.reading,
        at.alt,
        at.figure,
        frame.rename(columns=dict(zip(("first", "second"), targets, strict=True))),
        _line(curve, frame),
        at.manifest | {"cost": EVERYDAY},
        partial=bool(frame["right"].isna().any() or (steps and soon)),
        said=at.said,
        slider=None if soon or not steps else shown.slider(position, partial(_spec_only, curve)),
    )


def slider_of(pin: Pin) -> Slider:
    """The slider of a kept screen, with what is shown at each position that was kept."""
    live = pin.live or {}
    frame = pd.DataFrame(kept_rows(pin), columns=list(_COLUMNS))
    if frame.empty:
        return Slider(_position(live), STEP, 0.0, ())
    targets = words(live, "targets", 2, 2, "words to compare")
    shown = _Shown(frame, typed(live, "text"), targets)
    return shown.slider(_position(live), partial(_manifest_at, pin))


@dataclass(frozen=True)
class _Shown:
    """A curve as it is shown.

    Args:
        frame: see `steered`.
        notes: on the sentence, after each reading.
    """

    frame: pd.DataFrame
    sentence: str
    targets: Sequence[str]
    notes: str = ""

    def slider(self, position: float, manifest_at: Callable[[float], dict[str, Any]]) -> Slider:
        """The slider with all positions.

        Args:
            manifest_at: strength -> manifest of the model there.
        """
        places = zip(self.frame["slider"], self.frame["strength"], strict=True)
        steps = tuple(self.step(at, manifest_at(strength)) for at, strength in places)
        return Slider(position, STEP, steering_words.even_at(self.frame), steps)

    def step(self, at: float, manifest: dict[str, Any]) -> Step:
        """What is shown at one position."""
        frame, targets = self.frame, self.targets
        said = f"{steering_words.reading(frame, targets, at)} {self.notes}".strip()
        alt = steering_words.alt(frame, targets, at)
        figure = steered(frame, targets, at, steering_words.even_at(frame))
        return Step(at, f"{blank(self.sentence)} {said}", said, alt, figure, manifest)


def kept_rows(pin: Pin) -> list[dict[str, Any]]:
    """The positions that a pin holds, in order; none where its rows are not those of a slider."""
    names = tuple(pin.rows.columns)  # the two words in place of `first` and `second`
    if names[:2] + names[4:] != _COLUMNS[:2] + _COLUMNS[4:] or len(pin.rows.rows) > _MOST:
        return []
    rows = [dict(zip(_COLUMNS, row, strict=True)) for row in pin.rows.rows]
    ends = {row["slider"] for row in rows}.issuperset((0, 1))
    return rows if ends and all(map(_is_row, rows)) else []


def _is_row(row: Mapping[str, Any]) -> bool:
    """Whether these are numbers of one position; a file may hold anything."""
    if not all(isinstance(cell, int | float) for cell in row.values()):
        return False
    shares = all(0 <= row[name] <= 1 for name in ("slider", "first", "second", "everyday"))
    counts = 0 <= row["right"] <= row["n"] and 1 <= row["n"] < inf
    return shares and counts and abs(row["strength"]) <= LARGEST_STRENGTH


def _spec_only(curve: Curve, strength: float) -> dict[str, Any]:
    return {"spec": curve.spec_at(strength).identity()}


def _manifest_at(pin: Pin, strength: float) -> dict[str, Any]:
    """The manifest of a pin at another strength; of the model as it is without a vector."""
    identity = dict(pin.manifest.get("spec") or {})
    steered = identity.pop("steered", None)
    if strength and isinstance(steered, list) and len(steered) == 1:
        identity["steered"] = [{**steered[0], "strength": strength}]
    return {**pin.manifest, "spec": identity}


def ahead(spec: ModelSpec, facts: session.Facts, asked: Asked) -> None:
    """Measure the positions between those that were kept, whenever nobody waits for an answer."""
    kept = {row["slider"] for row in asked.get(ROWS) or ()}
    every = [round(step * STEP, 4) for step in range(round(1 / STEP) + 1)]
    with in_background(), contextlib.suppress(BiascopeError):  # whoever asks is told
        curve = _curve(spec, asked)
        for at in every:
            if at not in kept:
                _row(curve, at, partial(_right, {}, False, strength_at(at)))


# --- measuring ----------------------------------------------------------------------------


def _vector(spec: ModelSpec, concept: str) -> SteeringVector:
    found = session.fits.shipped_vector(spec, concept)
    if found is None:
        raise InputTextError(f"No steering vector for {concept} comes with Biascope for this model")
    return found


def _curve(spec: ModelSpec, asked: Asked) -> Curve:
    sentence = gap_text(asked, "text")
    targets = words(asked, "targets", 2, 2, "words to compare")
    return Curve.of(
        spec, _vector(spec, text(asked, "concept", "what the vector is of")), sentence, targets
    )


def _position(asked: Asked) -> float:
    try:
        found = float(str(asked.get(POSITION) or 0))
    except ValueError:
        found = -1.0
    if not 0 <= found <= 1:
        raise InputTextError("The slider goes from 0 to 1")
    return round(found, 4)


def _measured(curve: Curve, position: float, asked: Asked) -> pd.DataFrame:
    """One row a position, in order: those that are kept, and those that are asked.

    Args:
        asked: with the rows of the kept sentence; of another one they hold the knowledge alone.
    """
    kept = {row["slider"]: dict(row) for row in asked.get(ROWS) or ()}
    right = {row["strength"]: int(row["right"]) for row in kept.values()}
    rows = {} if asked.get(KEPT) is not None else kept
    wanted = {*(rows or kept or POSITIONS), position}
    for at in wanted - rows.keys():
        count = partial(_right, right, bool(asked.get(SOON)), strength_at(at))
        rows[at] = _row(curve, at, count)
    frame = pd.DataFrame(list(rows.values()), columns=list(_COLUMNS))
    return frame.sort_values("slider", ignore_index=True)


def _row(curve: Curve, at: float, count: Callable[[ModelSpec], int | None]) -> dict[str, Any]:
    """Both words, and the share of everyday sentences that are completed correctly."""
    point = curve.point(strength_at(at), session.measure, count)
    unknown = [word for word, share in point.words.items() if share is None]
    if unknown:
        raise unknown_words(unknown)
    first, second = point.words.values()
    row = {"slider": at, "strength": point.strength, "first": first, "second": second}
    if point.right is None:
        return row
    return row | {"everyday": point.share, "right": point.right, "n": point.n}


def _right(known: Mapping[float, int], soon: bool, strength: float, spec: ModelSpec) -> int | None:
    """How many everyday sentences are completed correctly.

    Args:
        known: strength -> that number, of those that were kept.
        soon: whether None is the answer where it is not known yet.
    """
    if strength in known:
        return known[strength]
    try:
        return everyday_right(_stored if soon else session.measure, spec)
    except LookupError:
        return None


def _stored(
    name: str, spec: ModelSpec, items: list[Any], params: dict[str, Any]
) -> session.Measurement:
    """As `session.measure`, from what is known.

    Raises:
        LookupError: if not all is.
    """
    values = session.stored(name, spec, items, params)
    if values is None:
        raise LookupError(name)
    return session.Measurement(values, {})


def _line(curve: Curve, frame: pd.DataFrame) -> str:
    """The command that gives the curve."""
    options = ["--text", curve.sentence, "--targets", ",".join(curve.words)]
    strengths = [float(strength) for strength in frame["strength"]]
    if strengths != [strength_at(at) for at in POSITIONS]:
        options += ["--strengths", ",".join(f"{strength:g}" for strength in strengths)]
    label = curve.vector.label
    return Command(("steer", "curve", label, *options)).for_model(curve.plain).line()


KIND = Kind(
    "steering",
    (Field("text", "Sentence with ____ or [MASK]"), Field("targets", "Two words to compare")),
    answer,
    titles.of_sentence,
    slider=slider_of,
    rows=kept_rows,
    ahead=ahead,
)
