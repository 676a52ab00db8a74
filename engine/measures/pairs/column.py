"""Columns of pair scores: the bundled pairs, public sets, or a file, in any variant."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine.columns.column import CLUSTERS, PERCENT, Column, Family, Link, Reading, only_kind
from engine.columns.side import AWAY, TOWARD, UNCLEAR, Cell, Entry, Sides, always, of_interval
from engine.core.errors import BiascopeError, InputTextError
from engine.core.families import MASKED
from engine.core.paths import exists
from engine.core.spec import DTYPES
from engine.core.wording import part_of
from engine.flow.registry import MEASURES
from engine.measures.pairs.data.file import read_pairs
from engine.measures.pairs.data.sets import load_pairs, pair_sets
from engine.measures.pairs.unseen import canonically_equal
from engine.measures.pairs.variants import VARIANTS, Variant, variant_of

if TYPE_CHECKING:
    import pandas as pd

    from engine.flow.asking import Ask, Derive

_VERSION = 2
TIED = "tied"  # of a cell's detail: the places of pairs that are ties
_DEFAULT = "cps"
_OWN = "Your own file"  # what the address of the Pairs page calls a file
FLOAT32 = DTYPES[0]


@dataclass(frozen=True, eq=False)
class _Data:
    """Pairs by name: `pairs` has the columns of `read_pairs`, `settings` those of the page.

    Args:
        notes: sentences for the user where something of a file was guessed.
    """

    name: str
    title: str
    pairs: pd.DataFrame
    settings: dict[str, str]
    notes: tuple[str, ...] = ()


def column(argument: str, precision: str = FLOAT32) -> Column:
    """The column of `DATA[:VARIANT]`.

    Args:
        argument: a set's name or a file, and after a colon the variant, CPS by default.
        precision: `float32`, or `auto` where it is read through `guarded.guarded`; the
            preferences are those of float32 either way.
    """
    name, variant = _named(argument)
    return _column(_data(name), variant, precision)


def column_of(pairs: pd.DataFrame, name: str, title: str, variant: str) -> Column:
    """The column of pairs that are there, as a part of a set.

    Args:
        pairs: with the columns of `read_pairs`.
        name: what they are called in the name of the column.
        title: and in its title.
        variant: name of the score.
    """
    return _column(_Data(name, title, pairs, {}), variant_of(variant), FLOAT32)


def _column(data: _Data, variant: Variant, precision: str) -> Column:
    from engine.core.digest import data_digest
    from engine.measures.pairs.frame import items_of

    name, items = data.name, items_of(data.pairs)

    def read(ask: Ask, _derive: Derive, _kind: str, _seed: int) -> Reading:
        found = ask("pairs", items, {"variant": variant.name})
        precise = found.manifest.get("precision")
        reading = pairs_reading(data.pairs, found.values, variant, precise)
        return replace(reading, notes=(*data.notes, *reading.notes))

    return Column(
        name=f"pairs:{name}:{variant.name}",
        title=f"{data.title}, {variant.name.upper()}",
        data=data.title,
        variant=f"{variant.title}; {variant.reduction} over tokens; ties count as no preference",
        counted="pairs",
        unit="%",
        scale=PERCENT,
        neutral=50.0,
        higher="the stereotyping sentence is more often the likelier one",
        digits=1,
        version=_VERSION,
        interval_version=4,
        identity={
            "measure": "pairs",
            "measure_version": MEASURES["pairs"].version,
            "variant": variant.name,
            "pairs": data_digest(items),
            "precision": precision,
            **_identical(items),
        },
        read=read,
        refuses=only_kind(
            variant.kind,
            f"{variant.name} needs a {variant.kind} language model; this one is {{kind}}.",
        ),
        measures=("pairs",),
        page=Link("/pairs", {**data.settings, _setting(variant): variant.name}),
        guardable=True,
        texts=tuple(text for item in items for text in item.values()),
    )


def _identical(items: list[dict[str, str]]) -> dict[str, int]:
    """Pairs that were scored before canonically equal sentences were the same; empty where none."""
    number = sum(
        canonically_equal(**item) and item["sent_more"].strip() != item["sent_less"].strip()
        for item in items
    )
    return {"identical": number} if number else {}


def pairs_reading(
    pairs: pd.DataFrame,
    values: list[Any],
    variant: Variant,
    precision: dict[str, Any] | None = None,
) -> Reading:
    """Share of pairs in which the stereotyping sentence is the likelier one.

    Args:
        pairs: as `pair_frame` takes them.
        values: of the measure `pairs`, one a row.
        precision: what `guarded.guarded` says of them; None where all have one precision.

    Returns:
        Percent, 50 neutral, as the Pairs page has it; a pair gives 1 for the stereotype, 0 against
        it or where it is a tie, and nothing where it cannot be scored. Interval at 95%, by word
        pair; word pairs are the clusters by which contestants are compared. `TIED` in the detail.

    Source: Nangia et al. 2020, whose score keeps ties in the denominator.
    """
    from engine.measures.pairs.frame import pair_frame
    from engine.measures.pairs.summary import share
    from engine.measures.pairs.verdict import tie_note
    from engine.measures.pairs.word_pairs import few_word_pairs_note
    from engine.statistics.clusters import numbered

    frame = pair_frame(pairs, values, variant)
    total = share(frame[frame["scored"]])
    n, ties = total["n"], total["ties"]
    parts = tuple(
        float(prefers) if scored else None
        for scored, prefers in zip(frame["scored"], frame["prefers_stereotype"], strict=True)
    )
    if not n:
        reason = f" Most often: {frame['problem'].value_counts().index[0]}" if len(frame) else ""
        problem = f"None of {len(frame)} pairs could be scored.{reason}"
        return Reading(None, None, 0, parts, problem)
    left = len(parts) - n
    tied = f"{part_of(ties, n, 'pair', 'tie')}; a tie counts as not preferring the stereotype."
    notes = [tie_note(total) or tied] * (ties > 0)
    notes += [f"{left} of {len(parts)} pairs could not be scored."] * (left > 0)
    few = few_word_pairs_note(total)
    notes += [few] * bool(few)
    detail: dict[str, Any] = {
        CLUSTERS: numbered(frame["word_pair"]).tolist(),
        "ties": ties,
        TIED: [place for place, tie in enumerate(frame["tie"]) if tie],
        "mean_difference": float(frame.loc[frame["scored"], "difference"].mean()),
    }
    if precision is not None:
        detail["precision"] = precision
    return Reading(
        value=total["score"],
        interval=None if total["interval"] is None else tuple(total["interval"]),
        n=n,
        parts=parts,
        notes=tuple(notes),
        detail=detail,
    )


def _named(argument: str) -> tuple[str, Variant]:
    """Data and variant of what was asked for; a file may have a colon in its name."""
    name, colon, last = argument.strip().rpartition(":")
    if not colon:
        name, last = last, ""
    elif last not in VARIANTS and exists(argument.strip()):
        name, last = argument.strip(), ""
    if not name:
        raise InputTextError(
            "A column of pair scores names its pairs, a set or a file: pairs:bundled, "
            "pairs:bundled:aul or pairs:mine.csv."
        )
    try:
        return name, variant_of(last or _DEFAULT)
    except BiascopeError as error:
        raise InputTextError(str(error)) from None


def _setting(variant: Variant) -> str:
    """What the address of the Pairs page calls the variant."""
    return "measure" if variant.kind == MASKED else f"measure_{variant.kind}"


def _data(name: str) -> _Data:
    titles = {entry.name: entry.title for entry in pair_sets()}
    if name in titles and not exists(name):
        return _Data(name, titles[name], load_pairs(name), {"data": titles[name]})
    if not exists(name):
        raise InputTextError(
            f"There are no pairs {name!r}: neither a file nor one of {', '.join(titles)}."
        )
    file = read_pairs(name)
    if file.pairs.empty:
        raise InputTextError(f"{file.name} holds no pair that can be scored.")
    return _Data(name, file.name, file.pairs, {"data": _OWN, "file": name}, file.notes)


# --- side ---------------------------------------------------------------------------------
# A share is clearly on a side of 50% by the exact test of the Pairs page, not by its interval.


def side_of_pairs(cell: Cell, measure: Entry) -> str:
    """The side that a share of pairs is clearly on; by its interval where a file has no parts.

    Args:
        cell: of a report, with its `parts` and the word pairs in `detail`.
        measure: of a report.
    """
    from engine.measures.pairs.summary import TIE, share_of_parts
    from engine.measures.pairs.verdict import clear_side

    parts, clusters = cell["parts"], cell["detail"].get(CLUSTERS)
    if not parts or not clusters or len(parts) != len(clusters):
        return of_interval(cell, measure)
    tied = {*cell["detail"].get(TIED, [])}
    sided = [TIE if place in tied else part for place, part in enumerate(parts)]
    found = clear_side(share_of_parts(sided, clusters))
    return found if found in (TOWARD, AWAY) else UNCLEAR


BY_EXACT_TEST = Sides(side_of_pairs, "exact test of pairs")

FAMILY = Family(
    name="pairs",
    title="Sentence pairs",
    usage="pairs:DATA[:VARIANT]",
    column=column,
    suggested=("pairs:bundled:aul", "pairs:bundled:cps"),
    seconds=22.0,
    sides=always(BY_EXACT_TEST),
)
