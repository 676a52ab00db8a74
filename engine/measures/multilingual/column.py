"""Columns of the gender pairs in ten languages: the share of pairs, or S_JSD."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from engine.columns.column import CLUSTERS, IDENTITY, Column, Family, Reading, reader
from engine.columns.side import AWAY, BY_INTERVAL, TOWARD, Cell, Entry, Sides, of_interval
from engine.core.wording import no_interval
from engine.measures.pairs import column as pairs
from engine.measures.pairs.data.sets import languages, load_pairs, set_name
from engine.measures.pairs.s_jsd import SHOWN, VARIANT, s_jsd
from engine.measures.pairs.word_pairs import word_pairs
from engine.statistics.clusters import numbered

S_JSD = "s_jsd"
_VERSION = 1


def column(argument: str, precision: str = pairs.FLOAT32) -> Column:
    """The column of `LANGUAGE[:VARIANT]`, or `LANGUAGE:s_jsd`.

    Args:
        argument: a language by its code or name, and after a colon a variant, CPS by default.
        precision: as `pairs.column` takes it.
    """
    language, _, variant = argument.strip().partition(":")
    data = set_name(language)
    code = data.rpartition("-")[2]
    if variant == S_JSD:
        return _distance(data, code, precision)
    named = variant or VARIANT
    return replace(
        pairs.column(f"{data}:{named}", precision),
        name=f"multilingual:{code}:{named}",
        title=f"Gender pairs in {languages()[code]}, {named.upper()}",
    )


def _distance(data: str, code: str, precision: str) -> Column:
    from engine.measures.pairs.frame import items_of

    shares = pairs.column(f"{data}:{VARIANT}", precision)
    loaded = load_pairs(data)
    return replace(
        shares,
        name=f"multilingual:{code}:{S_JSD}",
        title=f"Gender pairs in {languages()[code]}, S_JSD",
        variant="S_JSD x 1000: mean over pairs of the mean difference of distances to certainty",
        unit="",
        scale=IDENTITY,
        neutral=0.0,
        higher="the model is nearer to certainty in the less stereotyping sentence",
        digits=2,
        version=_VERSION,
        interval_version=5,
        identity={**shares.identity, "figure": S_JSD},
        read=reader(
            "pairs",
            items_of(loaded),
            partial(_reading, word_pairs(loaded)),
            {"variant": VARIANT},
        ),
        guardable=False,
    )


def _reading(swapped: list[str], values: list[Any], seed: int) -> Reading:
    """S_JSD in thousandths, one part a pair."""
    found, size = s_jsd(values, swapped, seed), len(values)
    parts = tuple(None if part is None else SHOWN * part for part in found["parts"])
    if found["value"] is None:
        return Reading(None, None, 0, parts, f"None of {size} pairs could be scored.")
    left = sum(part is None for part in parts)
    notes = [f"{left} of {size} pairs could not be scored."] * (left > 0)
    if found["interval_note"]:
        notes.append(no_interval("the mean", found["interval_note"]))
    return Reading(
        value=found["shown"],
        interval=IDENTITY.interval(found["shown_interval"]),
        n=size - left,
        parts=parts,
        notes=tuple(notes),
        detail={
            CLUSTERS: numbered(swapped).tolist(),
            **{name: found[name] for name in ("binary", "binary_interval", "ties", "seed")},
        },
    )


def _sides(name: str) -> Sides:
    """Of a share as on Pairs; of S_JSD by its interval."""
    return Sides(_turned, BY_INTERVAL.by) if name.endswith(f":{S_JSD}") else pairs.BY_EXACT_TEST


def _turned(cell: Cell, measure: Entry) -> str:
    """S_JSD is nearer to the stereotype below neutral."""
    found = of_interval(cell, measure)
    return {TOWARD: AWAY, AWAY: TOWARD}.get(found, found)


FAMILY = Family(
    name="multilingual",
    title="Gender pairs in ten languages",
    usage="multilingual:LANGUAGE[:VARIANT] or multilingual:LANGUAGE:s_jsd",
    column=column,
    seconds=56.0,
    sides=_sides,
)
