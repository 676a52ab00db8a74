"""Exports of the Heads page: the table of heads, the grid, the panel, and their commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
from components.heads.scores import GRADIENT, SENTENCE, Colour, Scores
from engine.core.errors import InputTextError
from engine.core.mask_token import masks_in
from engine.core.spec import ModelSpec


def scores(
    choice: Choice, subject: Subject, measured: Scores, colour: Colour, own: OwnSentence
) -> None:
    """Export buttons below the grid: the figure has the colours that the grid has now."""
    outlined, masked = measured.outlined(), subject.spec.masked_heads
    names, outlined_names = ({str(ref) for ref in refs} for refs in (masked, outlined))
    frame = measured.frame.assign(
        masked=measured.frame["name"].isin(names),
        outlined=measured.frame["name"].isin(outlined_names),
    )
    whole = subject.spec.unmasked()
    grid = measured.grid(colour)
    effect = number(measured.value["effect_size"], "+.2f")
    basis = own.text if colour.name == SENTENCE else f"{choice.name}: SEAT d {effect}"
    shown = outlined if colour.name == GRADIENT else ()
    values = [value for layer in grid for value in layer]
    export.row(
        "heads",
        frame,
        score_maps([(named(whole), grid)], shown, masked),
        choice.command(*_options(measured, own)).for_model(whole).line(),
        measured.manifest | {"masked_heads": sorted(names)},
        colour.title,
        reading=in_words.listed(zip(map(str, frame["name"]), values, strict=True), "+.2f"),
        about=f"{named(whole)}, no head masked. {basis}",
    )


def _options(measured: Scores, own: OwnSentence) -> list[str]:
    """What measures the ablations and the user's sentence too, as far as they are shown."""
    ablations = ["--ablate"] if measured.ablated is not None else []
    if measured.sentence is None:
        return ablations
    return [*ablations, f"--sentence={own.text}", f"--sentence-words={','.join(own.words)}"]


def before_after(
    choice: Choice, rows: Mapping[str, Row], specs: Sequence[ModelSpec], own: OwnSentence
) -> None:
    """Export buttons below the before/after panel."""
    manifest = session.manifest(*choice.seat(specs[-1]))
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
