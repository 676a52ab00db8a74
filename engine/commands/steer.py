"""`steer`: fit a steering vector, show those that are kept, and what a sentence says under one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

import typer

from engine.command_line.inputs import split_words
from engine.command_line.options import JsonOption, with_model
from engine.command_line.output import (
    probability_text,
    progress,
    write_json,
    write_table,
)
from engine.command_line.progress_log import ProgressLog
from engine.command_line.subject import Subject, model_in_words
from engine.command_line.unread import open_note, readings_of, unread_note
from engine.commands.fitted import (
    ConceptOption,
    FitArgument,
    OutOption,
    PairsOption,
    SeedOption,
    check_out,
    chosen_pairs,
    hand_over,
    show_all,
    show_one,
)
from engine.core.errors import InputTextError
from engine.core.families import MASKED
from engine.core.intervention_text import method_name, number
from engine.core.interventions import LARGEST_STRENGTH, SteeringVector
from engine.core.mask_token import blanked, first_gap_note, masks_in
from engine.core.spec import ModelSpec
from engine.core.wording import bounds_text, counted, figure_text, in_a_row, in_quotes, listed
from engine.files.fit_file import STEERING, check_fit
from engine.files.fits import find_fit
from engine.flow.asking import Measurement
from engine.flow.kinds import Named, check_kind
from engine.interventions.about import title
from engine.interventions.curve import (
    POSITIONS,
    Curve,
    Point,
    everyday_right,
    is_too_weak,
    nearest_to_even,
    strength_at,
)
from engine.interventions.fitting import DIRECTIONS, check_method, fit_steering
from engine.measures.health.check import CLOZE_ENOUGH, EVERYDAY

_READ_AS = "seat"  # a measure that reads states and no head either: a sound encoder is enough
_MOST_STRENGTHS = 200


@with_model("mask")
def fit(
    method: Annotated[str, typer.Option(help=f"{listed(list(DIRECTIONS))}.")] = "mean-difference",
    concept: ConceptOption = "",
    pairs: PairsOption = "",
    layer: Annotated[
        int | None,
        typer.Option(help="Whose output is steered, from 1; by default chosen on half the pairs."),
    ] = None,
    out: OutOption = None,
    seed: SeedOption = 0,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Fit a vector from one side of a concept to the other, and test it on held-out sentences."""
    check_method(method, DIRECTIONS)
    check_out(out, subject.no_cache, pairs)
    chosen = chosen_pairs(concept, pairs)
    with ProgressLog(f"loading {subject.checkpoint}") as log:
        lm = subject.lm(_READ_AS)
        log.note(
            f"fitting the {method_name(method)} on {counted(len(chosen), 'pair')}, and testing it"
        )
        found = fit_steering(lm, chosen, method, layer, seed)
    hand_over(found, out, subject.no_cache, json_)


def show(fit: FitArgument, json_: JsonOption = False) -> None:
    """Show a vector: how it was fitted, and whether it leads from one side to the other."""
    show_one(fit, STEERING, json_)


def list_(json_: JsonOption = False) -> None:
    """List the vectors that are kept on this machine."""
    show_all(STEERING, json_)


# --- curve --------------------------------------------------------------------------------


@with_model()
def curve(
    fit: FitArgument,
    text: Annotated[str, typer.Option(help="A sentence with [MASK] in place of one word.")] = "",
    targets: Annotated[str, typer.Option(help="Words to look up in it, as she,he.")] = "",
    strengths: Annotated[
        str,
        typer.Option(
            help=f"From -{LARGEST_STRENGTH:g} to {LARGEST_STRENGTH:g}, with commas; 0, the model "
            "without the vector, is always among them. By default those of the Stage's slider."
        ),
    ] = "",
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Show what a sentence says at each strength of a vector, and what that costs."""
    check_kind(Named(subject.checkpoint, subject.facts.kind), MASKED, "curve of a steering vector")
    vector, name = _vector(fit, subject)
    asked = Curve.of(subject.spec, vector, text, split_words(targets))
    chosen = _strengths(strengths)
    show = progress("steer curve", len(chosen))
    warnings: dict[str, None] = {}

    def ask(measure: str, spec: ModelSpec, items: list[Any], params: dict[str, Any]) -> Measurement:
        found = subject.ask(measure, spec, items, params)
        warnings.update(dict.fromkeys(found.warnings))
        return found

    points = []
    for strength in chosen:
        points.append(asked.point(strength, ask, partial(everyday_right, ask)))
        if show is not None:
            show(len(points), len(chosen))
    for warning in warnings:
        typer.echo(warning, err=True)
    if json_:
        write_json(_curve_json(subject.checkpoint, vector, text, points))
        return
    _show_curve(name, asked, points)
    _say_reading(subject, text)


def _vector(name: str, subject: Subject) -> tuple[SteeringVector, str]:
    """The vector of a fit for this model, and what it is in words."""
    fit, reference = find_fit(name.strip(), keep=not subject.no_cache)
    if not isinstance(reference, SteeringVector):
        raise InputTextError(f"{name} is an erasure, which has no strength: {title(fit)}.")
    check_fit(fit, subject.spec)
    return reference, title(fit)


def _strengths(text: str) -> list[float]:
    """The strengths to ask for, each once, the model without the vector first.

    Raises:
        BiascopeError: if one is not a number within bounds, or there are too many.
    """
    what = "A strength of --strengths"
    given = [
        number(part.strip(), what, -LARGEST_STRENGTH, LARGEST_STRENGTH)
        for part in text.split(",")
        if part.strip()
    ]
    if len(given) > _MOST_STRENGTHS:
        raise InputTextError(
            f"--strengths takes at most {_MOST_STRENGTHS} strengths; got {len(given)}."
        )
    return list(dict.fromkeys([0.0, *(given or map(strength_at, POSITIONS))]))


def _curve_json(
    checkpoint: str, vector: SteeringVector, text: str, points: Sequence[Point]
) -> dict[str, Any]:
    even = _even(points)
    return {
        "model": checkpoint,
        "fit": replace(vector, strength=1.0).label,
        "concept": vector.concept,
        "layer": vector.layer,
        "text": text,
        "curve": [_point_json(point) for point in points],
        "nearest_to_even": None if even is None else even.strength,
    }


def _point_json(point: Point) -> dict[str, Any]:
    return {
        "strength": point.strength,
        "words": [{"word": word, "probability": share} for word, share in point.words.items()],
        "everyday": {
            "share": point.share,
            "interval": point.interval,
            "right": point.right,
            "n": point.n,
        },
        "too_weak": point.share is not None and is_too_weak(point.share),
        "manifest": point.manifest,
    }


def _show_curve(name: str, asked: Curve, points: Sequence[Point]) -> None:
    """The curve as a table for people, and what stands out in it."""
    model = model_in_words(points[0].manifest["spec"])
    rows = [
        [
            figure_text(point.strength, "g"),
            *map(probability_text, point.words.values()),
            f"{point.right} of {point.n}",
            bounds_text(point.interval and [100 * end for end in point.interval], ".0f"),
        ]
        for point in points
    ]
    columns = ["strength", *points[0].words, EVERYDAY, "95% CI, %"]
    write_table(f"{in_quotes(blanked(asked.sentence))} under a {name}; {model}", columns, rows)
    if (even := _even(points)) is not None:
        both = in_a_row([in_quotes(word) for word in even.words])
        typer.echo(f"{both} are nearest to even at strength {even.strength:g}.")
    if weak := [point for point in points if point.share is not None and is_too_weak(point.share)]:
        where = listed([f"{point.strength:g}" for point in weak])
        typer.echo(
            f"At strength {where} the model completes fewer than {CLOZE_ENOUGH:.0%} of the "
            "everyday sentences correctly, so its words mean little there."
        )


def _even(points: Sequence[Point]) -> Point | None:
    """The point at which two words are nearest to each other; None of other numbers of words."""
    shares = [[*point.words.values()] for point in points]
    if any(len(both) != 2 or None in both for both in shares):
        return None
    apart = [float(first or 0) - float(second or 0) for first, second in shares]
    return points[nearest_to_even(apart, [point.share for point in points])]


def _say_reading(subject: Subject, text: str) -> None:
    """Which blank was asked, and what of the sentence the model cannot read."""
    gaps = masks_in(text)
    readings = readings_of(subject, [text])
    notes = [first_gap_note(gaps)] if gaps > 1 else []
    notes += [unread_note([reading.unread for reading in readings]), open_note(readings)]
    for note in filter(None, notes):
        typer.echo(note)
