"""`mask`: bias and quality of a model before and after heads are masked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer

from engine.command_line.inputs import split_words
from engine.command_line.options import with_model
from engine.command_line.output import over_bounds, write_json, write_table
from engine.command_line.pieces import Pieces
from engine.command_line.subject import Subject
from engine.core.errors import InputTextError
from engine.core.intervention_text import in_words
from engine.core.spec import ModelSpec, format_heads
from engine.core.wording import counted, p_equals
from engine.flow.asking import Measurement
from engine.flow.stored import known
from engine.measures.heads.before_after import (
    CORRECTED,
    SENTENCE,
    SENTENCE_PARAMS,
    Moved,
    chosen_metrics,
    panel_metrics,
    panel_row,
    with_changes,
)
from engine.measures.heads.changes import CLOSER, FURTHER
from engine.measures.heads.command_runs import SameWordsOption
from engine.measures.heads.halves import halves
from engine.measures.heads.mask_metrics import SEAT, MaskMetric
from engine.measures.heads.sentence import share_of_first, two_probabilities
from engine.measures.seat.command_options import (
    DEFAULT_WORDS,
    PoolingOption,
    SeatOption,
    WordsAsked,
    association_test,
    with_words,
)
from engine.measures.seat.measure import default_pooling

SIDES = ("before", "after")


@with_model()
@with_words
def mask(
    seat: SeatOption = "",
    pooling: PoolingOption = "",
    asked: WordsAsked = DEFAULT_WORDS,
    text: Annotated[
        str, typer.Option(help="A sentence with [MASK], or one to continue: its likeliest words.")
    ] = "",
    look_up: Annotated[str, typer.Option(help="Words to look up in the sentence, as he,she.")] = "",
    metric: Annotated[
        list[str] | None, typer.Option(help="Only this metric; may be repeated.")
    ] = None,
    same_words: SameWordsOption = False,
    seed: Annotated[
        int, typer.Option(help="Of the words split, the pairs sample, permutations and intervals.")
    ] = 0,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Bias and quality before and after heads are masked: the panel of the Heads page."""
    if look_up and not text:
        raise InputTextError("--look-up needs --text, the sentence to look the words up in.")
    test = association_test(seat, asked)
    item = test.item()
    used = pooling or default_pooling(item, subject.facts.kind, subject.facts.pooling)
    split = halves(test, seed, same_words)
    kind = subject.facts.kind
    metrics = panel_metrics(item, used, kind, seed, asked.max_contexts, split.targets)
    chosen = chosen_metrics(metrics, metric or (), bool(text))
    before = subject.spec.unmasked()
    specs = list(dict.fromkeys([before, subject.spec]))
    sentence = bool(text) and (not metric or SENTENCE in metric)
    warnings: dict[str, None] = {}
    pieces = _pieces(subject, specs, chosen, sentence)

    def measured(name: str, items: list[Any], params: dict[str, Any]) -> list[Measurement]:
        found = []
        for spec in specs:
            found.append(subject.ask(name, spec, items, params))
            warnings.update(dict.fromkeys(found[-1].warnings))
            pieces.next()
        return found

    with pieces:
        value = {
            "model": subject.checkpoint,
            "masked_heads": format_heads(subject.spec.masked_heads),
            "interventions": in_words(subject.spec.interventions),
            "sets": dict(zip("xyab", test.names, strict=True)),
            "pooling": used,
            "seed": seed,
            "note": split.note(),
            "metrics": _rows(chosen, measured),
            "sentence": _words(text, split_words(look_up), measured) if sentence else None,
        }
    for warning in warnings:
        typer.echo(warning, err=True)
    if json_:
        write_json(value)
        return
    _show(value, {entry.name: entry.digits for entry in chosen})


def _pieces(
    subject: Subject, specs: Sequence[ModelSpec], chosen: Sequence[MaskMetric], sentence: bool
) -> Pieces:
    """Every metric of every version, and the sentence where it is asked for, in their order."""

    def is_known(spec: ModelSpec, metric: MaskMetric) -> bool:
        if subject.store is None:
            return False
        items = list(metric.items)
        return len(known(metric.measure, spec, items, metric.params, subject.store)) == len(items)

    sizes = [0.0 if is_known(spec, metric) else 1.0 for metric in chosen for spec in specs]
    kind = {"checkpoint": subject.spec.checkpoint, "dtype": subject.dtype, "device": subject.device}
    names = [metric.name for metric in chosen]
    return Pieces("mask", kind, names, sizes + [0.0] * (sentence * len(specs)), subject.store)


Measured = Callable[[str, list[Any], dict[str, Any]], list[Measurement]]


def _rows(metrics: Sequence[MaskMetric], measured: Measured) -> list[dict[str, Any]]:
    """Every metric before and after, with changes whose tests are corrected for all of them."""
    found = [_row(metric, measured) for metric in metrics]
    whole = iter(with_changes([one for one in found if "problem" not in one[0]]))
    return [row if "problem" in row else next(whole) for row, _ in found]


def _row(metric: MaskMetric, measured: Measured) -> tuple[dict[str, Any], Moved | None]:
    """A metric before and after, each with its manifest; or why it has no value."""
    found = measured(metric.measure, list(metric.items), metric.params)
    manifests = dict(zip(SIDES, (entry.manifest for entry in found), strict=False))
    try:
        row, moved = panel_row(metric, found[0].values, found[1].values if len(found) > 1 else None)
    except InputTextError as error:
        return {"name": metric.name, "title": metric.title, "problem": str(error)}, None
    for side, manifest in manifests.items():
        row[side]["manifest"] = manifest
    return row, moved


def _words(text: str, look_up: list[str], measured: Measured) -> dict[str, Any]:
    """The likeliest words of a sentence before and after, and those looked up."""
    params = SENTENCE_PARAMS | ({"targets": look_up} if look_up else {})
    found = measured("completion", [{"text": text}], params)
    sides = [{**entry.values[0], "manifest": entry.manifest} for entry in found]
    odds = [_odds(entry.values[0]["targets"]) if len(look_up) == 2 else None for entry in found]
    value = {"text": text, "after": None} | dict(zip(SIDES, sides, strict=False))
    return value | {"odds": dict.fromkeys(SIDES) | dict(zip(SIDES, odds, strict=False))}


def _odds(targets: Sequence[dict[str, Any]]) -> float | None:
    """How likely the first of two words is, in % of both; None where they are not comparable."""
    try:
        return share_of_first(*two_probabilities(targets))
    except InputTextError:
        return None


def _show(value: dict[str, Any], digits: dict[str, int]) -> None:
    heads = value["masked_heads"] or "none"
    if value["sentence"] is not None:
        _show_sentence(value["sentence"])
    rows = [_cells(row, digits[row["name"]]) for row in value["metrics"] if "problem" not in row]
    if rows:
        columns = ["", "no bias", "before, 95% CI", "after, 95% CI", "change, 95% CI"]
        also = f", {value['interventions']}" if value["interventions"] else ""
        write_table(f"{value['model']}, heads masked: {heads}{also}", columns, rows)
    if (value["masked_heads"] or value["interventions"]) and SEAT in digits:
        typer.echo(value["note"])
    if any(row.get("change_p_holm") is not None for row in value["metrics"]):
        typer.echo(CORRECTED)
    for row in value["metrics"]:
        if "problem" in row:
            typer.echo(f"{row['title']}: {row['problem']}")


def _cells(row: dict[str, Any], digits: int) -> list[str]:
    """A row of the table; what belongs to one number stands below it, so that no word breaks."""
    signed = f"{'+' if row['neutral'] == 0 else ''}.{digits}f"
    return [
        f"{row['title']}\n{counted(row['n'], row['counted'].removesuffix('s'))}",
        "" if row["neutral"] is None else f"{row['neutral']:g}",
        *("" if row[side] is None else _side(row[side], signed) for side in SIDES),
        "" if row["change"] is None else _change(row, f"+.{digits}f"),
    ]


def _side(side: dict[str, Any], signed: str) -> str:
    lines = [over_bounds(side["value"], side["interval"], signed), p_equals(side.get("p_value"))]
    return "\n".join(filter(None, lines))


def _change(row: dict[str, Any], signed: str) -> str:
    """The change with its interval, and whether it leads to or from the neutral value."""
    where = row["direction"] or ""
    if where in (CLOSER, FURTHER):
        where += f" {'to' if where == CLOSER else 'from'} {row['neutral']:g}"
    items = "" if row["lost"] is None else f"{row['lost']} lost, {row['gained']} gained"
    p = "" if row["change_p_holm"] is None else f"{p_equals(row['change_p_holm'])} (Holm)"
    lines = [over_bounds(row["change"], row["change_interval"], signed), p, items, where]
    return "\n".join(filter(None, lines))


def _show_sentence(sentence: dict[str, Any]) -> None:
    sides = [side for side in SIDES if sentence[side] is not None]
    likeliest = [
        [f"mask {number}", *(_listed(sentence[side]["predictions"][number - 1]) for side in sides)]
        for number in range(1, len(sentence["before"]["predictions"]) + 1)
    ]
    looked_up = [
        [f"{entries[0]['word']} (mask {entries[0]['mask']})", *map(_share, entries)]
        for entries in zip(*(sentence[side]["targets"] for side in sides), strict=True)
    ]
    write_table(sentence["text"], ["", *sides], likeliest + looked_up + _odds_row(sentence, sides))


def _odds_row(sentence: dict[str, Any], sides: Sequence[str]) -> list[list[str]]:
    """The row of the first word against the second, where they can be compared."""
    odds = [sentence["odds"][side] for side in sides]
    if None in odds:
        return []
    first, second = (entry["word"] for entry in sentence["before"]["targets"][:2])
    return [[f"{first} rather than {second}, %", *(f"{share:.1f}" for share in odds)]]


def _listed(ranked: list[dict[str, Any]]) -> str:
    return ", ".join(f"{entry['word']} {_share(entry)}" for entry in ranked)


def _share(entry: dict[str, Any]) -> str:
    return "unknown word" if entry["probability"] is None else f"{entry['probability']:.1%}"
