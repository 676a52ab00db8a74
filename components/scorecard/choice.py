"""What the Scorecard page measures: models under masks, and measures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from components.frame.present.labels import distinct
from components.frame.shell.subject import named
from engine.columns.column import Column
from engine.command_line.command import Command
from engine.core.errors import BiascopeError
from engine.core.spec import HeadRef, ModelSpec, check_heads, format_heads, parse_heads
from engine.core.wording import counted
from engine.flow.guarded import AUTO
from engine.scorecard.plan import Contestant

MOST_MODELS = 12  # models times masks; the command takes more
MOST_MEASURES = 20
NONE = "none"
_NAMED_HEADS = 3  # in a label; more are counted
_WIDEST = 50  # characters of a title of a job


@dataclass(frozen=True)
class Base:
    """A model before any head of it is masked.

    Args:
        spec: with nothing masked.
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
        bases: models with nothing masked.
        masks: heads to mask in each of them; none is the model itself.
        columns: measures.
        seed: of intervals and of whatever a measure draws.
        problems: masks that do not fit a model, one sentence each.
        guarded: whether columns of preferences are in guarded precision.
    """

    bases: tuple[Base, ...]
    masks: tuple[tuple[HeadRef, ...], ...]
    columns: tuple[Column, ...]
    seed: int
    problems: tuple[str, ...] = field(default=())
    guarded: bool = False

    @property
    def specs(self) -> list[ModelSpec]:
        """All contestants: every model under every mask that fits it."""
        return [
            masked
            for base in self.bases
            for heads in self.masks
            if (masked := _under(base, heads)) is not None
        ]

    @property
    def contestants(self) -> list[Contestant]:
        """Contestants with what they are called, no two alike."""
        families = {base.spec: base.family for base in self.bases}
        labels = distinct([label_of(spec) for spec in self.specs])
        return [
            Contestant(label, spec, families[spec.unmasked()], None)
            for label, spec in zip(labels, self.specs, strict=True)
        ]

    @property
    def key(self) -> tuple[object, ...]:
        """What tells one choice from another."""
        columns = tuple((column.name, column.version) for column in self.columns)
        return tuple(self.specs), columns, self.seed, self.guarded

    def command(self) -> Command:
        """The command that measures all of it."""
        masks = [format_heads(heads).replace(",", "") or NONE for heads in self.masks]
        words = ["sweep", "--models", ",".join(base.spec.exact_name for base in self.bases)]
        if masks != [NONE]:
            words += ["--masks", ",".join(masks)]
        words += ["--measures", ",".join(column.name for column in self.columns)]
        if self.seed:
            words += ["--seeds", str(self.seed)]
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


def label_of(spec: ModelSpec) -> str:
    """A contestant by its model and its masked heads, named where they are few."""
    return ", ".join(filter(None, [named(spec), mask_label(spec.masked_heads)]))


def mask_label(heads: Sequence[HeadRef]) -> str:
    """`heads 3-1, 6-12 masked`, or how many; empty without any."""
    if not heads:
        return ""
    if len(heads) > _NAMED_HEADS:
        return f"{len(heads)} heads masked"
    word = "head" if len(heads) == 1 else "heads"
    return f"{word} {format_heads(heads)} masked"


def heads_of(mask: str) -> tuple[HeadRef, ...]:
    """The heads that an option of the box of masks names."""
    return () if mask == NONE else tuple(sorted(parse_heads(mask)))
