"""`pairs`: which of two sentences a model finds more likely, over a file of pairs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.command_line.facts import Fact, Names
from engine.command_line.given import check_used
from engine.command_line.inputs import check_named, check_table, stdin_bytes
from engine.command_line.options import (
    CompareMaskOption,
    NoHeaderOption,
    RejectedOption,
    SheetOption,
    ValuesOption,
    with_model,
)
from engine.command_line.output import say_of_table, say_written, write_json
from engine.command_line.subject import Subject, name_each
from engine.core.errors import InputTextError
from engine.core.paths import exists
from engine.files.layout import LAYOUT, USUAL, Layout, given_layout, laid_out
from engine.files.mapping import parse_values
from engine.files.table_file import FORMATS
from engine.measures.pairs.command_text import precision, show_pairs
from engine.measures.pairs.variants import VARIANTS

if TYPE_CHECKING:
    import pandas as pd

    from engine.measures.pairs.data.file import PairsFile
    from engine.measures.pairs.variants import Variant

_LISTED = 100  # rejected rows and problems that the JSON spells out; `--rejected` has them all

# What the scores file adds to the input's own columns.
_SCORES = (
    "score_more", "score_less", "difference", "prefers_stereotype", "tie", "n_shared",
    "decided_by_one", "flags", "problem", "unread_words",
    "word_pair",
)  # fmt: skip
_PRECISION = "precision"  # of each pair, where two were used


@with_model(guarded=True)
def pairs(
    file: Annotated[
        str,
        typer.Argument(help="CSV, TSV or JSONL of pairs; a set's name; - for stdin."),
        Names.FILE,
    ] = "",
    more: Annotated[
        str, typer.Option("--more", help="Without a file: the more stereotyping sentence.")
    ] = "",
    less: Annotated[str, typer.Option("--less", help="The less stereotyping one.")] = "",
    measure: Annotated[str, typer.Option("--measure", help=f"{', '.join(VARIANTS)}.")] = "cps",
    published: Annotated[
        bool,
        typer.Option("--published", help="As the released script: cps, or the words of pll-l2r."),
        Fact.AFTERWARDS,
    ] = False,
    mean: Annotated[
        bool,
        typer.Option("--mean", help="Mean over the scored tokens instead of the sum."),
        Fact.AFTERWARDS,
    ] = False,
    clean: Annotated[
        bool,
        typer.Option("--clean", help="Leave out pairs that carry a quality flag."),
        Fact.AFTERWARDS,
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(help=f"Table to write ({FORMATS}), one row per pair."),
        Fact.ELSEWHERE,
    ] = None,
    rejected: RejectedOption = None,
    control: Annotated[
        bool, typer.Option("--control", help="Also score neutral control pairs (English).")
    ] = False,
    variants: Annotated[
        bool, typer.Option("--variants", help="Also by every other measure of this kind of model.")
    ] = False,
    compare: Annotated[
        str, typer.Option(help="A second model on the same pairs."), Names.MODEL
    ] = "",
    compare_mask: CompareMaskOption = "",
    compare_dtype: Annotated[
        str, typer.Option(help="Precision of the second model; alone, of the same model.")
    ] = "",
    columns: Annotated[
        str, typer.Option(help="Columns by name, as sent_more=A,sent_less=B,bias_type=C.")
    ] = "",
    values: ValuesOption = "",
    sheet: SheetOption = "",
    no_header: NoHeaderOption = False,
    encoding: Annotated[str, typer.Option(help="Encoding of the file; detected by default.")] = "",
    seed: Annotated[
        int, typer.Option(help="Seed of the bootstrap intervals."), Fact.AFTERWARDS
    ] = 0,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Share of pairs in which a model prefers the stereotype; 50 is neutral."""
    from engine.measures.pairs.film import film_control
    from engine.measures.pairs.frame import check_published
    from engine.measures.pairs.variants import MEAN, PUBLISHED, variant_of

    if published and measure in PUBLISHED:  # a variant of its own, with the usual ties
        measure, published = PUBLISHED[measure], False
    variant, reduction = variant_of(measure), MEAN if mean else None
    if published:
        check_published(variant, reduction)
    for path in (out, rejected):
        check_table(path)
    if file and (more or less):
        raise InputTextError("Give either pairs or --more and --less, not both.")
    if more or less:
        check_used("a file", "--columns", "--values", *LAYOUT, "--encoding")
    layout = given_layout(sheet, no_header)
    data = (
        typed(more, less)
        if more or less
        else read_given_pairs(file, columns, encoding, values, layout)
    )
    _warn_of(data, rejected)
    rules: dict[str, Any] = {"reduction": reduction, "published": published}
    second = None
    if compare or compare_mask or compare_dtype:
        # A second precision alone asks what precision changes, so the mask stays as it is.
        heads = compare_mask if compare or compare_mask else subject.mask
        second = subject.other(compare, heads, compare_dtype)
        name_each([subject, second])
    frame, manifest = score_pairs(subject, data.pairs, variant, rules, clean)
    report = pairs_report(data, variant, rules, frame, seed)
    report |= {"precision": precision(manifest), "clean_only": clean, "manifest": manifest}
    report["guard"] = manifest.get("precision")
    if film := film_control(frame):
        report["film"] = film
    if control:
        report["control"] = _control(subject, data.pairs, variant, reduction)
    if variants:
        report["variants"] = _variants(subject, data.pairs, variant, clean, seed)
    if second is not None:
        from engine.measures.pairs.compared import with_compared

        other, about = score_pairs(second, data.pairs, variant, rules, clean)
        report["comparison"] = _comparison(frame, other, about, seed)
        frame = with_compared(frame, other)
    if out is not None:
        _write_scores(data, frame, out)
    if more or less:
        report |= _of_one_pair(subject, data.pairs, variant, rules["reduction"])
    if json_:
        write_json(report)
    else:
        show_pairs(data.name if more or less else f"Pairs {file}", report)


def typed(more: str, less: str) -> PairsFile:
    """A pair given by its two sentences."""
    import pandas as pd

    pairs = pd.DataFrame({"sent_more": [more.strip()], "sent_less": [less.strip()]}, index=[1])
    return _of_frame("The pair", pairs)


def _of_frame(name: str, pairs: pd.DataFrame) -> PairsFile:
    """Pairs that are no user's file, as one."""
    import pandas as pd

    from engine.measures.pairs.data.file import PairsFile

    return PairsFile(
        name=name,
        pairs=pairs.rename_axis("row"),
        rejected=pd.DataFrame(columns=["row", "problem"]),
        columns={},
        format="csv",
        encoding="utf-8",
    )


def read_given_pairs(
    file: str,
    columns: str = "",
    encoding: str = "",
    values: str = "",
    layout: Layout = USUAL,
) -> PairsFile:
    """The pairs that the user named: a file, standard input, or one of the sets."""
    from engine.measures.pairs.data.file import COLUMNS, read_pairs
    from engine.measures.pairs.data.sets import load_pairs, pair_sets

    sets = [entry.name for entry in pair_sets()]
    if not file:
        raise InputTextError(
            "No pairs were given: name a file, a set, or - for standard input, or give one pair "
            "with --more and --less."
        )
    check_named(file, sets)
    if file in sets and not exists(file):
        check_used("a file of your own", "--columns", "--values", *LAYOUT, "--encoding")
        found = load_pairs(file)
        found.index += 1
        return _of_frame(file, found)
    source: str | bytes = stdin_bytes() if file == "-" else file
    data = read_pairs(
        laid_out(source, layout),
        None if file != "-" else "stdin",
        COLUMNS.mapping(columns),
        encoding or None,
        parse_values(values),
    )
    if data.pairs.empty:
        reason = f" Row {data.rejected['row'].iloc[0]}: {data.rejected['problem'].iloc[0]}." * bool(
            len(data.rejected)
        )
        raise InputTextError(f"{data.name} holds no pair that can be scored.{reason}")
    return data


def score_pairs(
    subject: Subject,
    pairs: pd.DataFrame,
    variant: Variant,
    rules: dict[str, Any],
    clean: bool = False,
) -> tuple[pd.DataFrame, dict[str, Any]]:
    """Pairs scored by one model, without the flagged ones where asked, and the manifest."""
    from engine.measures.pairs.frame import clean_pairs, items_of, pair_frame
    from engine.measures.pairs.guarded_scores import guarded_pairs

    if subject.guard:
        guarded = guarded_pairs(pairs, variant, subject.measure, subject.coarse_ask, **rules)
        frame = pair_frame(pairs, guarded.values, variant, **rules)
        manifest = guarded.manifest
        if _PRECISION not in pairs:  # a column of the user's own stays
            frame[_PRECISION] = guarded.precisions
    else:
        found = subject.measure("pairs", items_of(pairs), {"variant": variant.name})
        frame, manifest = pair_frame(pairs, found.values, variant, **rules), found.manifest
    return clean_pairs(frame) if clean else frame, manifest


def _of_one_pair(
    subject: Subject, pairs: pd.DataFrame, variant: Variant, reduction: str | None
) -> dict[str, Any]:
    """What each token of a typed pair adds, none where it has no score, and why it shows nothing.

    Returns:
        `tokens`, and `no_preference`, a sentence, where the two sentences share no word.
    """
    import json

    from engine.measures.pairs.frame import items_of
    from engine.measures.pairs.tokens import aligned_tokens, no_preference_text, only_signs

    (item,) = items_of(pairs)
    (value,) = subject.measure("pairs", [item], {"variant": variant.name}).values
    if "problem" in value:
        return {"tokens": []}
    found = aligned_tokens(value, item, variant, reduction)
    rows = json.loads(found.to_json(orient="records", double_precision=15))
    signs = only_signs(found)
    return {"tokens": rows} | ({"no_preference": no_preference_text(signs)} if signs else {})


def pairs_report(
    data: PairsFile, variant: Variant, rules: dict[str, Any], frame: pd.DataFrame, seed: int
) -> dict[str, Any]:
    """The report: scores, rules, and what was left out and why."""
    from engine.measures.pairs.frame import tie_band
    from engine.measures.pairs.summary import most_unread, summarise
    from engine.measures.pairs.variants import PUBLISHED, check_reduction

    unscored = frame[frame["problem"] != ""]
    return {
        "file": data.name,
        "measure": variant.name,
        "variant": variant.title,
        "reduction": check_reduction(rules["reduction"], variant),
        "published": rules["published"] or variant.name in PUBLISHED.values(),
        "tie_band": 0.0 if rules["published"] else tie_band(variant, rules["reduction"]),
        **summarise(frame, rules["published"], seed),
        **({"unread_words": words} if (words := most_unread(frame, _LISTED)) else {}),
        "columns": data.columns,
        "encoding": data.encoding,
        "notes": list(data.notes),
        "rejected": len(data.rejected),
        "rejected_rows": data.rejected[["row", "problem"]].head(_LISTED).to_dict("records"),
        "problem_rows": [
            {"row": row, "problem": problem}
            for row, problem in unscored["problem"].head(_LISTED).items()
        ],
    }


def _control(
    subject: Subject, pairs: pd.DataFrame, variant: Variant, reduction: str | None
) -> dict[str, Any]:
    from engine.measures.pairs.comparison import control_pairs, control_summary
    from engine.measures.pairs.frame import tie_band

    neutral = control_pairs(pairs)
    if neutral.empty:
        reason = "No words of this file are counterparts of each other."
        return {"n": 0, "score": None, "reason": reason}
    rules = {"reduction": reduction, "published": False}
    frame, _ = score_pairs(subject, neutral, variant, rules)
    return control_summary(frame, tie_band(variant, reduction))


def _variants(
    subject: Subject, pairs: pd.DataFrame, variant: Variant, clean: bool, seed: int
) -> list[dict[str, Any]]:
    """The pairs by every variant of the same kind of model, each by its own rules."""
    from engine.measures.pairs.several import across_variants
    from engine.measures.pairs.summary import summarise
    from engine.measures.pairs.variants import variants_for

    rules: dict[str, Any] = {"reduction": None, "published": False}
    return across_variants(
        {
            entry.name: summarise(score_pairs(subject, pairs, entry, rules, clean)[0], seed=seed)
            for entry in variants_for(variant.kind)
        }
    )


def _comparison(
    first: pd.DataFrame, second: pd.DataFrame, manifest: dict[str, Any], seed: int
) -> dict[str, Any]:
    """Two models on the same pairs: from the first to the second, and as the page says it."""
    from engine.measures.pairs.compared import less_compared
    from engine.measures.pairs.comparison import comparison_frame, summarise_comparison
    from engine.measures.pairs.frame import of_both

    return {
        **summarise_comparison(comparison_frame(*of_both(first, second)), seed),
        "this_less_compared": less_compared(first, second, seed),
        "precision": precision(manifest),
        "manifest": manifest,
    }


def _write_scores(data: PairsFile, frame: pd.DataFrame, out: Path) -> None:
    from engine.files.table_file import save_table
    from engine.measures.pairs.compared import COMPARED

    preferred = frame["prefers_stereotype"].astype(object).where(frame["scored"], None)
    table = frame.assign(prefers_stereotype=preferred)
    added = (_PRECISION, *COMPARED)
    further = [name for name in added if name in table and name not in data.pairs]
    written = table[[*data.pairs.columns, *_SCORES, *further]]
    save_table(written.rename(columns=data.columns), out)  # under the file's own names
    say_written(out)


def _warn_of(data: PairsFile, rejected: Path | None) -> None:
    """Write to stderr what was guessed and what was left out."""
    from engine.files.table_file import save_table

    say_of_table(data)
    if rejected is not None and len(data.rejected):
        save_table(data.rejected, rejected)
        say_written(rejected)
