"""What the Scorecard page measures: models under masks, and measures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import streamlit as st

from components.frame import session
from components.frame.present.labels import distinct
from components.frame.shell.subject import named, named_apart
from components.frame.widgets import background
from components.frame.widgets.background import Work
from components.scorecard import imported
from engine.columns.column import Column
from engine.command_line.command import Command
from engine.core.errors import BiascopeError
from engine.core.intervention_text import in_words
from engine.core.interventions import NO_INTERVENTIONS, Interventions
from engine.core.spec import HeadRef, ModelSpec, check_heads, format_heads, parse_heads
from engine.core.wording import counted, part_of
from engine.flow.guarded import AUTO
from engine.scorecard.plan import Contestant
from engine.scorecard.words import Report
from engine.server import shared

MOST_MODELS = 12  # models times masks; the command takes more
MOST_MEASURES = 20
NONE = "none"
NAMED_HEADS = 3  # in a label; more are counted
_WIDEST = 50  # characters of a title of a job


@dataclass(frozen=True)
class Base:
    """A model before any head of it is masked.

    Args:
        spec: with no head masked.
        family, layers, heads: as its config says.
    """

    spec: ModelSpec
    family: str
    layers: int
    heads: int


@dataclass(frozen=True, eq=False)
class Choice:
    """Models under masks, by measures.

    Args:
        bases: models with no head masked.
        masks: heads to mask in each of them; none is the model itself.
        columns: measures.
        seed: of intervals and of whatever a measure draws.
        problems: masks that do not fit a model, one sentence each.
        guarded: whether columns of preferences are in guarded precision.
        also: what else is done: each model is measured under each mask without it, and again with.
    """

    bases: tuple[Base, ...]
    masks: tuple[tuple[HeadRef, ...], ...]
    columns: tuple[Column, ...]
    seed: int
    problems: tuple[str, ...] = field(default=())
    guarded: bool = False
    also: Interventions = NO_INTERVENTIONS

    @property
    def specs(self) -> list[ModelSpec]:
        """All contestants: every model under every mask that fits it, and with what else is done.

        What switched-off heads give means nothing of a model that has all heads on: that is
        measured once.
        """
        found: list[ModelSpec] = []
        for base in self.bases:
            masked = [spec for heads in self.masks if (spec := _under(base, heads)) is not None]
            found += masked
            if self.also and not cannot_be_done(base, self.also):
                changed = [spec.with_interventions(self.also) for spec in masked]
                found += [spec for spec in changed if spec not in masked]
        return found

    @property
    def contestants(self) -> list[Contestant]:
        """Contestants with what they are called, no two alike."""
        families = {base.spec: base.family for base in self.bases}
        labels = distinct(labels_of(self.specs))
        return [
            Contestant(label, spec, families[spec.unmasked()], None)
            for label, spec in zip(labels, self.specs, strict=True)
        ]

    @property
    def key(self) -> tuple[object, ...]:
        """What tells one choice from another."""
        columns = tuple((column.name, column.version) for column in self.columns)
        return tuple(self.specs), columns, self.seed, self.guarded, self.also

    def command(self) -> Command:
        """The command that measures all of it."""
        masks = [format_heads(heads).replace(",", "") or NONE for heads in self.masks]
        words = ["sweep", "--models", ",".join(base.spec.exact_name for base in self.bases)]
        if masks != [NONE]:
            words += ["--masks", ",".join(masks)]
        words += ["--measures", ",".join(column.name for column in self.columns)]
        if self.seed:
            words += ["--seeds", str(self.seed)]
        words += self.also.arguments()
        words += ["--dtype", AUTO] * self.guarded
        return Command(tuple(words), output="scorecard")

    @property
    def cells(self) -> int:
        """How many there are."""
        return len(self.specs) * len(self.columns)

    @property
    def title(self) -> str:
        """Of the job."""
        measures = counted(len(self.columns), "measure")
        return f"Scorecard · {counted(len(self.specs), 'model')} × {measures}"[:_WIDEST]


def _under(base: Base, heads: tuple[HeadRef, ...]) -> ModelSpec | None:
    """A model under a mask; None where it has no such heads."""
    spec = base.spec
    if heads and does_not_fit(base, heads):
        return None
    return ModelSpec(spec.checkpoint, spec.revision, spec.dtype, heads)


def does_not_fit(base: Base, heads: Sequence[HeadRef]) -> str:
    """Why a mask cannot be applied to a model; empty where it can."""
    try:
        check_heads(heads, base.layers, base.heads)
    except BiascopeError as error:
        return f"{named(base.spec)}: {error}"
    return ""


def cannot_be_done(base: Base, asked: Interventions) -> str:
    """Why interventions cannot be made on a model; empty where they can."""
    scaled = does_not_fit(base, [HeadRef(*one[:2]) for one in asked.scaled_heads])
    if scaled:
        return scaled
    kept = session.fits.kept()
    labels = [*(one.label for one in asked.erased), *(one.label for one in asked.steered)]
    other = [label for label in labels if label in kept and not kept[label].is_of(base.spec)]
    if not other:
        return ""
    return (
        f"{named(base.spec)} is measured without {in_words(asked)}: {other[0]} was fitted on "
        "another model."
    )


def labels_of(specs: Sequence[ModelSpec]) -> list[str]:
    """Contestants by their models, told apart, and what is done; few masked heads are named."""
    return [
        ", ".join(filter(None, [name, mask_label(spec.masked_heads), in_words(spec.interventions)]))
        for name, spec in zip(named_apart(specs), specs, strict=True)
    ]


def mask_label(heads: Sequence[HeadRef]) -> str:
    """`heads 3-1, 6-12 switched off`, or how many; empty without any."""
    if not heads:
        return ""
    if named := mask_text([str(head) for head in sorted(heads)]):
        return f"{'head' if len(heads) == 1 else 'heads'} {named}"
    return f"{counted(len(heads), 'head')} switched off"


def mask_text(heads: Sequence[str]) -> str:
    """`3-1, 6-12 switched off`; empty without any, and where they are too many to name.

    Args:
        heads: each as it is written.
    """
    if not heads or len(heads) > NAMED_HEADS:
        return ""
    return f"{', '.join(heads)} switched off"


def heads_of(mask: str) -> tuple[HeadRef, ...]:
    """The heads that an option of the box of masks names."""
    return () if mask == NONE else tuple(sorted(parse_heads(mask)))


# --- measuring ----------------------------------------------------------------------------
# From a choice to a report: what is known is shown, the rest is measured by one job.

_MOST_KEPT = 8  # reports
_MINUTE, _HOUR = 60, 3600  # seconds


def report_of(choice: Choice | None, released: bool) -> Report:
    """The report of what is known by now, with imported contestants; the rest is offered as a job.

    Args:
        choice: None where only imported contestants are shown.
        released: whether the released scores of GEST are in it.
    """
    cells = {} if choice is None else _cells(choice)
    if choice is not None and len(cells) < choice.cells:
        _offer(choice, cells)
    imports = [*([session.scorecard.released()] if released else []), *imported.found()]
    kept = session.state.newest(session.state.SCORECARD_MADE, _MOST_KEPT)
    key = choice and choice.key, frozenset(cells), released, imported.key()
    found: Report | None = kept.get(key)
    if found is None:
        with st.spinner("Comparing the models …"):
            found = session.scorecard.report(
                choice.contestants if choice else (),
                choice.columns if choice else (),
                cells,
                choice.seed if choice else 0,
                imports,
            )
        kept[key] = found
    return found


def _cells(choice: Choice) -> session.scorecard.Cells:
    return session.scorecard.cells(choice.specs, choice.columns, choice.seed)


def _offer(choice: Choice, cells: session.scorecard.Cells) -> None:
    """How much is measured, and the button that has the rest measured in the background."""
    command, done, total = choice.command(), len(cells), choice.cells
    refused = sum(reading.value is None for reading in cells.values())
    status = f"**{part_of(done - refused, total, 'cell', 'are')} measured.**"
    if refused:
        status += f" {counted(refused, 'cell', 'are')} refused."
    if not shared.is_shared() and not background.is_running(command):
        left = [
            (spec, column)
            for spec in choice.specs
            for column in choice.columns
            if (spec, column.name) not in cells
        ]
        seconds = session.scorecard.seconds(left)
        status += (
            f" The rest takes {duration(seconds)} if nothing else runs on this machine; values "
            "that other pages have kept are not measured again."
        )
    background.offer(
        Work({choice.title: command}, total, done, lambda: len(_cells(choice))),
        status,
        f"Measure {counted(total - done, 'cell')} in the background",
        "scorecard_job",
    )


def duration(seconds: float) -> str:
    """About how long something takes, in words."""
    if seconds < _MINUTE:
        return "less than a minute"
    if seconds < _HOUR:
        return f"about {counted(round(seconds / _MINUTE), 'minute')}"
    return f"about {counted(round(seconds / _HOUR), 'hour')}"
