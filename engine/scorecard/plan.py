"""What a table is made of: contestants, which are models under masks, and columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path

from engine.columns.column import Column
from engine.core.errors import BiascopeError, InputTextError
from engine.core.intervention_text import in_words
from engine.core.interventions import Interventions
from engine.core.spec import HeadRef, ModelSpec, check_dtype, check_heads, format_heads, parse_heads
from engine.core.wording import counted
from engine.files.mask_file import HeadMask, fit_mask, load_mask
from engine.flow.guarded import AUTO
from engine.models.facts import Facts, facts_of
from engine.models.files import shapes_of, weight_files
from engine.models.sources import ModelSource, resolve
from engine.scorecard import columns as registry
from engine.scorecard.words import under_masks

MOST_CONTESTANTS, MOST_COLUMNS, MOST_SEEDS = 200, 50, 20
NO_MASK = "none"
PRECISION = "precision"  # key of a column's identity


# The model under a mask, and its facts -> what else is done to it.
Also = Callable[[ModelSpec, Facts], Interventions]


@dataclass(frozen=True)
class Contestant:
    """A model under a mask, and under whatever else is done to it.

    Args:
        label: as it is shown; no two contestants have the same.
        parameters: numbers in its weight files; None where they cannot be read.
        note: what the user should know of its mask.
        problem: why it cannot be measured; empty where it can.
    """

    label: str
    spec: ModelSpec
    family: str
    parameters: int | None
    note: str = ""
    problem: str = ""


@dataclass(frozen=True)
class Plan:
    """Contestants by columns, without duplicates.

    Args:
        seeds: the first one is that of the table.
        left_out: sentences on what was asked for twice.
    """

    contestants: tuple[Contestant, ...]
    columns: tuple[Column, ...]
    seeds: tuple[int, ...] = (0,)
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Mask:
    """A mask by name: a file's content, or heads as they are written."""

    name: str
    content: HeadMask | str


def plan(
    models: Sequence[str],
    masks: Sequence[str],
    measures: Sequence[str],
    seeds: Sequence[int] = (0,),
    dtype: str = "float32",
    guard: bool = False,
    also: Also | None = None,
) -> Plan:
    """The plan of what a user asked for; no weight is read.

    Args:
        models: `bundled`, folders or hub ids.
        masks: `none`, mask files (.json), or heads such as `3-1 6-12`; every model is measured
            under each of them.
        measures: names of columns.
        seeds: of intervals and random choices.
        guard: columns of preferences are measured in guarded precision, see `sweep.sweep`.
        also: what is done to a model besides; every model is then measured under each mask
            without it, and again with it.
    """
    check_dtype(dtype)
    _check_number(models, "model", MOST_CONTESTANTS)
    _check_number(measures, "measure", MOST_COLUMNS)
    _check_number(seeds, "seed", MOST_SEEDS)
    read = [_mask(name) for name in masks or (NO_MASK,)]
    number = len(models) * len(read) * (1 if also is None else 2)
    if number > MOST_CONTESTANTS:
        masked = sum(bool(mask.content) for mask in read)
        raise InputTextError(
            f"There are {counted(number, 'contestant')}: "
            f"{under_masks(len(models), masked, masked < len(read))}; a table has at most "
            f"{MOST_CONTESTANTS}."
        )
    columns = {found.name: found for found in map(registry.column, measures)}
    if guard:
        columns = {name: guarded_column(found) for name, found in columns.items()}
    contestants, left_out = _distinct(_contestants(models, read, dtype, also))
    if len(columns) < len(measures):
        left_out.append("Measures that were named twice are measured once.")
    return Plan(
        tuple(_labelled(contestants)),
        tuple(columns.values()),
        tuple(dict.fromkeys(seeds)),
        tuple(left_out),
    )


def guarded_column(column: Column) -> Column:
    """A column in guarded precision, whose cells are kept apart from those of float32."""
    if not column.guardable:
        return column
    return replace(column, identity={**column.identity, PRECISION: AUTO})


def _check_number(given: Sequence[object], noun: str, most: int) -> None:
    if not given:
        raise InputTextError(f"Name at least one {noun}.")
    if len(given) > most:
        raise InputTextError(
            f"{counted(len(given), noun, 'are')} named; a table has at most {most}."
        )


def _mask(name: str) -> _Mask:
    name = name.strip()
    if name in ("", NO_MASK):
        return _Mask("", "")
    if not name.endswith(".json"):
        parse_heads(name)  # refused before any model is looked at
        return _Mask("", name)
    return _Mask(Path(name).stem, load_mask(name))


def _contestants(
    models: Sequence[str], masks: Sequence[_Mask], dtype: str, also: Also | None
) -> Iterable[Contestant]:
    for model in models:
        source = resolve(model)
        facts, parameters = facts_of(source), _parameters(source)
        plain = ModelSpec(source.checkpoint, source.revision, dtype)
        for mask in masks:
            yield _contestant(plain, mask, facts, parameters)
        if also is None:
            continue
        for mask in masks:
            one = _contestant(plain, mask, facts, parameters)
            changed = one if one.problem else _changed(one, facts, also)
            # A mask that does not fit is refused once, and what masked heads give means nothing
            # of a model that has all heads on.
            if changed != one:
                yield changed


def _contestant(plain: ModelSpec, mask: _Mask, facts: Facts, parameters: int | None) -> Contestant:
    """A model under a mask; one that lacks the heads cannot be measured."""
    name = _name(plain)
    label = f"{name}, {mask.name}" if mask.name else name
    found = Contestant(label, plain, facts.family, parameters)
    try:
        heads, warnings = _fitting(mask, plain, facts)
    except BiascopeError as error:
        shown = mask.name or format_heads(parse_heads(str(mask.content)))
        return replace(found, label=f"{name}, {shown}", problem=str(error))
    spec = replace(plain, masked_heads=heads)
    if heads and not mask.name:
        label = f"{name}, {format_heads(heads)}"
    return replace(found, label=label, spec=spec, note=" ".join(warnings))


def _changed(one: Contestant, facts: Facts, also: Also) -> Contestant:
    """The same with what else is done; a model that this does not fit cannot be measured."""
    try:
        asked = also(one.spec, facts)
    except BiascopeError as error:
        return replace(one, label=f"{one.label}, changed", problem=str(error))
    spec = one.spec.with_interventions(asked)
    done = in_words(spec.interventions)
    return replace(one, label=f"{one.label}, {done}" if done else one.label, spec=spec)


def _name(spec: ModelSpec) -> str:
    return Path(spec.checkpoint).name if Path(spec.checkpoint).is_absolute() else spec.checkpoint


def _fitting(mask: _Mask, plain: ModelSpec, facts: Facts) -> tuple[tuple[HeadRef, ...], list[str]]:
    if isinstance(mask.content, HeadMask):
        return fit_mask(mask.content, plain, facts.family, facts.layers, facts.heads)
    heads = parse_heads(mask.content)
    check_heads(heads, facts.layers, facts.heads)
    return heads, []


def _parameters(source: ModelSource) -> int | None:
    try:
        shapes = shapes_of(source.checkpoint, weight_files(source.checkpoint, source.folder))
    except (BiascopeError, OSError):
        return None  # loading it will say why
    return sum(map(prod, shapes.values()))


def _distinct(given: Iterable[Contestant]) -> tuple[list[Contestant], list[str]]:
    """Each model under each mask once; those that cannot be measured are all kept."""
    found: dict[object, Contestant] = {}
    left_out = []
    for one in given:
        key = (one.spec, one.label if one.problem else "")
        if key in found:
            left_out.append(f"{one.label} is the same as {found[key].label} and measured once.")
        found.setdefault(key, one)
    return list(found.values()), left_out


def _labelled(contestants: Sequence[Contestant]) -> list[Contestant]:
    """Labels that no two contestants share: with as much of the revision as it takes."""
    labels = [one.label for one in contestants]
    found: list[Contestant] = []
    for number, one in enumerate(contestants):
        label = one.label
        if labels.count(label) > 1:
            label = f"{label} ({one.spec.revision.removeprefix('sha256:')[:8]})"
        if label in {other.label for other in found}:
            label = f"{label} #{number + 1}"
        found.append(replace(one, label=label))
    return found
