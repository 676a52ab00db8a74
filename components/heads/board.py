"""The grid of the Heads page: what colours it, the grid itself, and its export."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from components.frame.present import in_words
from components.frame.present.numbers import number
from components.frame.shell.model_bar import Subject
from components.frame.shell.subject import named
from components.frame.widgets import export
from components.frame.widgets.head_grid import head_grid
from components.heads import direct_path, scaling
from components.heads.charts.grid import score_maps
from components.heads.choice import Choice
from components.heads.own_sentence import OwnSentence
from components.heads.scores import (
    COLOUR,
    COLOURS,
    GRADIENT,
    PATH,
    SENTENCE,
    SHARE,
    Colour,
    HeadScores,
    most_negative,
)
from engine.core.families import may_add_up

READ = (
    "Each square is one attention head. **Grey** is an estimate: **filled**, switching the head "
    "off should weaken the association between the two word sets; **outlined**, it should "
    "strengthen it. **Orange and blue** are measured: orange heads add to the association, or "
    "drive your two words apart; blue heads do the opposite.\n\n"
    "The **bias score** b is a first-order estimate (a gradient) of how strongly |d|, the size "
    "of the association in SEAT (Sentence Encoder Association Test), changes with the head. It "
    "holds for the words that rank heads only. Other heads may compensate for one that is switched "
    "off: colour by **ablation** to see what switching each head off does.\n\n"
    "**Effect on your sentence** switches each head off in turn in your own sentence: by how many "
    "percentage points the first of your two words comes nearer to 50% against the second. "
    "Switched off together, heads can do more or less than one by one, and can make the other word "
    "the likelier one.\n\n"
    "The buttons that switch off several heads take them by what colours the grid."
)


def draw_colour(own: OwnSentence, family: str) -> tuple[Colour, bool]:
    """Draw what colours the grid; the colouring, and whether only positive values are coloured.

    Args:
        family: of the model.
    """
    lacking = {*(() if own.text else (SENTENCE, PATH)), *(() if may_add_up(family) else (PATH,))}
    names = [name for name in COLOURS if name not in lacking]
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        name = st.selectbox(
            "Colour and rank by",
            names,
            format_func=lambda name: COLOURS[name].option,
            key=COLOUR,
            bind="query-params",
            persist_state="session",
            width=230,
            label_visibility="collapsed",
        )
        clip = st.toggle(
            "Above zero only",
            key="only_positive",
            bind="query-params",
            persist_state="session",
            help="Colour only the heads with a value above zero.",
        )
    return COLOURS[name or GRADIENT], bool(clip)


def draw_grid(scores: HeadScores | None, colour: Colour, clip: bool, subject: Subject) -> None:
    """Draw the grid.

    Args:
        scores: of the original model; None until they are measured.
        clip: whether only positive values are coloured.
    """
    facts = subject.facts
    head_grid(
        scores.grid(colour) if scores else None,
        subject.spec.masked_heads,
        key="head_grid",
        label=colour.title,
        unit=colour.unit,
        shape=(facts.layers, facts.heads),
        estimate=colour.estimate,
        descriptions=scores.described() if scores else None,
        # a share has no sign, so there is nothing to clip and no second sign to explain
        clip_negative=clip or colour.name == SHARE,
        wording=colour.wording,
        scaled=subject.spec.interventions.scaled_heads,
        on_change=partial(scaling.click, subject.spec),
    )


def grid_result(
    choice: Choice,
    subject: Subject,
    measured: HeadScores,
    colour: Colour,
    own: OwnSentence,
) -> export.Result:
    """The grid to export: the figure has the colours that the grid has now."""
    outlined, masked = most_negative(measured.gradient), subject.spec.masked_heads
    names, outlined_names = ({str(ref) for ref in refs} for refs in (masked, outlined))
    frame = measured.frame.assign(
        masked=measured.frame["name"].isin(names),
        outlined=measured.frame["name"].isin(outlined_names),
    )
    whole = subject.spec.unmasked()
    grid = measured.grid(colour)
    effect = number(measured.value["effect_size"], "+.2f")
    basis = own.text if colour.name == SENTENCE else f"{choice.name}: SEAT d {effect}"
    values = [value for layer in grid for value in layer]
    shown = f"{colour.title}, {colour.unit}" if colour.unit else colour.title
    drawn = partial(
        score_maps,
        [(named(whole), grid)],
        masked,
        colour.estimate,
        (colour.wording.toward, colour.wording.away),
        shown,
    )
    if measured.path is not None:
        return direct_path.result(own, whole, measured.path, drawn)
    scores = choice.command(*_options(measured, own))
    named_values = list(zip(map(str, frame["name"]), values, strict=True))
    return export.Result(
        "heads-grid",
        frame,
        drawn(),
        scores.for_model(whole).line(),
        measured.manifest | {"masked_heads": sorted(names)},
        colour.title,
        choice.where,
        reading=ends_text(named_values, colour.unit),
        alt=in_words.listed(named_values, "+.2f"),
        about=f"{named(whole)}, all heads on. {basis}",
        stage=partial(drawn, scale=False),
    )


def ends_text(values: Sequence[tuple[str, float | None]], unit: str = "") -> str:
    """The heads with the largest and the smallest value, in a sentence.

    Args:
        values: name of each head, `layer-head`, with its value.
        unit: of the values.
    """
    known = [(name, value) for name, value in values if value is not None]
    if not known:
        return ""
    (least, low), (most, high) = (
        choose(known, key=lambda entry: entry[1]) for choose in (min, max)
    )
    largest, smallest = (" ".join([number(value, "+.2f"), unit]).strip() for value in (high, low))
    return (
        f"{_head(most)} has the largest value ({largest}), "
        f"{_head(least).lower()} the smallest ({smallest}); values of the model with all heads on."
    )


def _head(name: str) -> str:
    layer, _, head = name.partition("-")
    return f"Head {head} in layer {layer}"


def _options(measured: HeadScores, own: OwnSentence) -> list[str]:
    """What measures the ablations and the user's sentence too, as far as they are shown."""
    ablations = ["--ablate"] if measured.ablated is not None else []
    if measured.sentence is None:
        return ablations
    return [*ablations, f"--sentence={own.text}", f"--sentence-words={','.join(own.words)}"]
