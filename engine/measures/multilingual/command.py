"""`multilingual`: gender pairs in ten languages, by the share of pairs and by S_JSD."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.command_line.facts import Fact
from engine.command_line.options import with_model
from engine.command_line.output import write_json, write_table
from engine.command_line.subject import Subject, model_in_words
from engine.core.families import CAUSAL
from engine.core.table import TextColumn, bounds, field, figure, texts
from engine.core.wording import listed, no_interval, p_text, part_of
from engine.measures.health.unread import NAMED
from engine.measures.pairs.command_text import percent, precision

if TYPE_CHECKING:
    import pandas as pd

    from engine.measures.pairs.variants import Variant

ALL = "all"


@with_model(guarded=True)
def multilingual(
    language: Annotated[
        str, typer.Option(help="A language by its code or name, several with commas, or all.")
    ] = ALL,
    variant: Annotated[
        str, typer.Option(help="As in pairs --measure; by default cps, or clm of a causal model.")
    ] = "",
    seed: Annotated[
        int, typer.Option(help="Seed of the bootstrap intervals."), Fact.AFTERWARDS
    ] = 0,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Gender pairs in ten languages: share of pairs that prefer the stereotype, and S_JSD."""
    from engine.measures.multilingual.differences import (
        PUBLISHED_NOTE,
        SOURCE,
        language_row,
        with_verdicts,
    )
    from engine.measures.pairs.data.sets import load_pairs
    from engine.measures.pairs.s_jsd import VARIANT
    from engine.measures.pairs.variants import variant_of

    chosen = _languages(language)
    causal = subject.facts.kind == CAUSAL
    scored_by = variant_of(variant or ("clm" if causal else VARIANT))
    rows, manifests = [], {}
    for code, (name, set_name) in chosen.items():
        pairs = load_pairs(set_name)
        values, manifests[code] = _values(subject, pairs, scored_by)
        cps = None if causal else values
        if not causal and scored_by.name != VARIANT:
            cps, _ = _values(subject, pairs, variant_of(VARIANT))
        rows.append(language_row(code, name, pairs, values, scored_by, cps, seed))
    rows = with_verdicts(rows)
    report: dict[str, Any] = {
        "measure": scored_by.name,
        "variant": scored_by.title,
        "languages": rows,
        "published_source": SOURCE,
        "note": PUBLISHED_NOTE,
        "seed": seed,
        "precision": precision(next(iter(manifests.values()))),
        "manifests": manifests,
    }
    if len(rows) == 1:
        report |= {key: rows[0][key] for key in ("value", "interval", "n", "parts", "s_jsd")}
    if json_:
        write_json(report)
    else:
        _show(report)


def _languages(asked: str) -> dict[str, tuple[str, str]]:
    """Code -> name and set of pairs of each language asked for."""
    from engine.measures.pairs.data.sets import SET, languages, set_name

    known = languages()
    if asked.strip().casefold() == ALL:
        return {code: (name, f"{SET}-{code}") for code, name in known.items()}
    sets = [set_name(part) for part in asked.split(",")]
    codes = dict.fromkeys(name.rpartition("-")[2] for name in sets)
    return {code: (known[code], f"{SET}-{code}") for code in codes}


def _values(
    subject: Subject, pairs: pd.DataFrame, variant: Variant
) -> tuple[list[Any], dict[str, Any]]:
    from engine.measures.pairs.frame import items_of
    from engine.measures.pairs.guarded_scores import guarded_pairs

    if subject.guard:
        found = guarded_pairs(pairs, variant, subject.measure, subject.coarse_ask)
        return found.values, found.manifest
    measured = subject.measure("pairs", items_of(pairs), {"variant": variant.name})
    return measured.values, measured.manifest


def _show(report: dict[str, Any]) -> None:
    from engine.measures.multilingual.differences import clear_text

    languages = report["languages"]
    model = model_in_words(next(iter(report["manifests"].values()))["spec"])
    write_table(
        f"Gender pairs; {model}; {report['variant']}; {report['precision']}",
        *texts(_SHARES, languages),
    )
    typer.echo(clear_text(languages))
    distances = [{"name": row["name"], **row["s_jsd"]} for row in languages if row["s_jsd"]]
    if distances:
        write_table(
            "S_JSD x 1000 (below 0: nearer to certainty in the stereotype; 0 is neutral)",
            *texts(_DISTANCES, distances),
        )
        for row in distances:
            if row["interval_note"]:
                typer.echo(no_interval(f"S_JSD in {row['name']}", row["interval_note"]))
    for row in languages:
        if row["unread_pairs"]:
            typer.echo(
                f"{row['name']}: {part_of(row['unread_pairs'], row['n'], 'pair', 'have')} words "
                f"that the model cannot read ({listed(row['unread_words'], NAMED)}); their scores "
                "rest on the other words."
            )
        for found in row["problem_rows"]:
            typer.echo(f"{row['name']}, row {found['row']} (id {found['id']}): {found['problem']}")
    typer.echo(
        "Languages are not averaged: tokenizer, training data and translation differ with them. "
        + report["note"]
    )


_SHARES = (
    field("name", "language"),
    TextColumn("prefers the stereotype", lambda row: percent(row["value"])),
    bounds("interval", ".1f"),
    field("n", "pairs"),
    TextColumn("p (Holm)", lambda row: p_text(row["p_holm"])),
)
_DISTANCES = (
    field("name", "language"),
    figure("shown", "S_JSD", "+.2f", "none"),
    bounds("shown_interval", "+.2f"),
    TextColumn("smaller for the stereotype", lambda row: percent(row["binary"])),
    bounds("binary_interval", ".1f"),
    field("n", "pairs"),
)
