"""Exports of the Heads page: the table of heads, the grid, the panel, and their commands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import streamlit as st

from components.frame import session
from components.frame.present import in_words
from components.frame.present.numbers import number
from components.frame.shell.model_bar import Subject
from components.frame.shell.subject import named
from components.frame.widgets import export
from components.heads import rows as heads_rows
from components.heads.charts.grid import score_maps
from components.heads.choice import Choice
from components.heads.own_sentence import OwnSentence
from components.heads.rows import Row
from components.heads.scores import COLOUR, COLOURS, GRADIENT, SENTENCE, Scores
from engine.core.errors import InputTextError
from engine.core.mask_token import masks_in
from engine.core.spec import ModelSpec


def scores(choice: Choice, subject: Subject, measured: Scores, own: OwnSentence) -> None:
    """Export buttons below the grid: the figure has the colours that the grid has now."""
    name = str(st.session_state.get(COLOUR) or GRADIENT)
    colour = COLOURS.get(name, COLOURS[GRADIENT])
    masked = subject.spec.masked_heads
    names = {str(ref) for ref in masked}
    outlined = measured.outlined()
    outlined_names = {str(ref) for ref in outlined}
    frame = measured.frame.assign(
        masked=measured.frame["name"].isin(names),
        outlined=measured.frame["name"].isin(outlined_names),
    )
    whole = subject.spec.unmasked()
    effect = number(measured.value["effect_size"], "+.2f")
    basis = own.text if name == SENTENCE else f"{choice.name}: SEAT d {effect}"
    title = f"{colour.title}. {named(whole)}, no head masked. {basis}"
    export.row(
        "heads",
        frame,
        score_maps(
            [(named(whole), measured.grid(colour))], outlined if name == GRADIENT else (), masked
        ),
        choice.command(*ablate(measured), *in_sentence(measured, own)).for_model(whole).line(),
        measured.manifest | {"masked_heads": sorted(names)},
        colour.title,
        reading=_said(frame["name"], measured.grid(colour)),
        about=title.removeprefix(f"{colour.title}. "),
    )


def _said(names: Iterable[str], values: Sequence[Sequence[float | None]]) -> str:
    """The heads with the largest and the smallest scores."""
    flat = [value for layer in values for value in layer]
    return in_words.listed(zip(map(str, names), flat, strict=True), "+.2f")


def before_after(
    choice: Choice, rows: Mapping[str, Row], specs: Sequence[ModelSpec], own: OwnSentence
) -> None:
    """Export buttons below the before/after panel.

    Args:
        specs: the original model, then the masked one if there is one.
    """
    manifest = session.manifest("seat", specs[-1], choice.items, choice.seat_params())
    export.row(
        "before-after",
        heads_rows.frame(rows, specs),
        None,
        choice.mask_command(rows, own.text, own.words).for_model(specs[-1]).line(),
        manifest | {"figures": list(rows)},
        "Before and after switching heads off",
        reading=heads_rows.in_short(rows, specs),
        live=_live(specs, own),
        summary=heads_rows.summary(rows, specs),
    )


def _live(specs: Sequence[ModelSpec], own: OwnSentence) -> dict[str, str] | None:
    """How the Stage asks the sentence again; None where it could not answer, or no head is off."""
    heads = specs[-1].masked_heads
    if not heads or masks_in(own.text) != 1:
        return None
    try:
        item = own.item()
    except InputTextError:
        return None
    asked = {"text": own.text, "targets": f"{item['first']}, {item['second']}"}
    return {"kind": "heads", **asked, "heads": " ".join(map(str, heads))}


def in_sentence(measured: Scores, own: OwnSentence) -> list[str]:
    """The options that mask each head in the user's sentence too, if that is shown."""
    if measured.sentence is None:
        return []
    return [f"--sentence={own.text}", f"--sentence-words={','.join(own.words)}"]


def ablate(measured: Scores) -> list[str]:
    """The option that measures the ablations too, if they are shown."""
    return ["--ablate"] if measured.ablated is not None else []
