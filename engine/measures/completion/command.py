"""`fill`: what a model predicts for a masked word, or as the next word of a text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.command_line.facts import Fact, Names
from engine.command_line.given import check_used, say_unused
from engine.command_line.inputs import check_table, split_words, stdin_bytes
from engine.command_line.options import NoHeaderOption, SheetOption, with_model
from engine.command_line.output import probability_text, write_json, write_table
from engine.command_line.subject import Subject, model_in_words
from engine.command_line.unread import few_note, open_note, readings_of, unread_note
from engine.core.errors import InputTextError
from engine.core.mask_token import masks_in
from engine.core.table import TextColumn, field, texts
from engine.core.wording import counted, figure_text, listed
from engine.files.layout import LAYOUT, Layout, given_layout, laid_out
from engine.files.sentences import COLUMNS, SentencesFile, read_sentences_file
from engine.files.table_file import FORMATS
from engine.measures.completion.completions import (
    HIDEABLE,
    INDEPENDENT,
    LEFT_TO_RIGHT,
    flat_note,
)
from engine.measures.completion.group_completion import divergence_text, furthest_pair

if TYPE_CHECKING:
    from engine.flow.asking import Measurement
    from engine.measures.health.reading import Reading


FIRST_PIECES = (
    "These are first pieces of words: a longer word may begin with one of them. Words looked up "
    "are scored whole."
)
ORDERS = (INDEPENDENT, LEFT_TO_RIGHT)


@with_model()
def fill(
    text: Annotated[
        str | None,
        typer.Argument(
            help="A sentence with [MASK], or its beginning for a causal model; {group} for a slot."
        ),
    ] = None,
    top_k: Annotated[
        int, typer.Option("--top-k", min=1, max=1000, help="Words to show."), Fact.NUMBERS
    ] = 10,
    targets: Annotated[str, typer.Option(help="Words to look up, as he,she.")] = "",
    groups: Annotated[str, typer.Option(help="Groups for the {group} slot, comma-separated.")] = "",
    hide: Annotated[
        str, typer.Option(help="Leave out: piece, punctuation, stop (comma-separated).")
    ] = "",
    order: Annotated[
        str, typer.Option(help="Several masks: independent, or left-to-right (joint).")
    ] = "independent",
    max_pieces: Annotated[
        int, typer.Option(min=1, max=5, help="Most word pieces a predicted word may have.")
    ] = 1,
    file: Annotated[
        str,
        typer.Option("--file", help="Sentences: .txt, CSV, TSV or JSONL; - for stdin."),
        Names.FILE,
    ] = "",
    columns: Annotated[str, typer.Option(help="Column of the file, as text=COLUMN.")] = "",
    sheet: SheetOption = "",
    no_header: NoHeaderOption = False,
    out: Annotated[
        Path | None,
        typer.Option(help=f"With --file: table to write ({FORMATS}), one row per predicted word."),
        Fact.ELSEWHERE,
    ] = None,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Fill in masked words, or predict the next one, with words that you ask about."""
    hidden = split_words(hide)
    if unknown := [kind for kind in hidden if kind not in HIDEABLE]:
        raise InputTextError(f"--hide takes {', '.join(HIDEABLE)}; got {unknown[0]!r}.")
    params: dict[str, Any] = {"top_k": top_k, "targets": split_words(targets), "hide": hidden}
    if text is not None and not file:
        check_used("--file", *LAYOUT)
    if text is None or file:
        _check_file(text, file, groups)
    elif out or columns:
        raise InputTextError("--out and --columns go with --file.")
    elif "{group}" in text or groups:
        check_used("a sentence without groups", "--order", "--max-pieces")
        _fill_groups(subject, text, split_words(groups), params, json_)
        return
    if order not in ORDERS:
        raise InputTextError(f"--order is {' or '.join(ORDERS)}; got {order!r}.")
    params |= {"order": order, "max_pieces": max_pieces}
    if text is None:
        layout = given_layout(sheet, no_header)
        fill_file(subject, file, columns, layout, params, out, json_)
        return
    found = subject.measure("completion", [{"text": text}], params)
    value = found.values[0]
    readings = readings_of(subject, [text])
    _say_order([text], found)
    if json_:
        told = {"unread_words": [*readings[0].unread]} if readings[0].unread else {}
        write_json({"text": text, **value, **told, "manifest": found.manifest})
        return
    _say_reading(readings)
    continued = bool(value.get("continued"))
    model = model_in_words(found.manifest["spec"])
    for number, ranked in enumerate(value["predictions"], start=1):
        place = "Next word" if continued else f"Mask {number} of {len(value['predictions'])}"
        write_table(
            f"{place}; {model}",
            *texts((field("word"), _PROBABILITY, field("pieces")), ranked),
        )
        if note := flat_note(ranked):
            typer.echo(note)
    if continued:
        typer.echo(FIRST_PIECES)
    if value["joint"]:
        filling = TextColumn("filling", lambda entry: " … ".join(entry["words"]))
        write_table("Most likely joint fillings", *texts((filling, _PROBABILITY), value["joint"]))
    if value["targets"]:
        masked = TextColumn("word", lambda entry: f"{entry['word']} (mask {entry['mask']})")
        word = field("word") if continued else masked
        shown = (word, _PROBABILITY, field("rank"), field("pieces"))
        write_table("Targets", *texts(shown, value["targets"]))


def _say_reading(readings: list[Reading]) -> None:
    """What of the sentences the model cannot read, or only in pieces."""
    unread = [reading.unread for reading in readings]
    for note in (unread_note(unread), few_note(readings), open_note(readings)):
        if note:
            typer.echo(note)


def _say_order(texts: Sequence[str], found: Measurement) -> None:
    """Say where there is nothing that an order could be of."""
    if any(value.get("continued") for value in found.values):
        say_unused("this model predicts the next word only", "--order")
    elif all(masks_in(text) < 2 for text in texts):
        say_unused("no sentence has several blanks", "--order")


def _check_file(text: str | None, file: str, groups: str) -> None:
    """Refuse a file beside what is asked of one sentence, and neither of them."""
    if not file:
        raise InputTextError(
            "No sentence was given: type one in quotation marks, or name a file with --file."
        )
    if text is not None:
        raise InputTextError("Give either a sentence or --file, not both.")
    if groups:
        raise InputTextError("--groups is for one sentence with a {group} slot, not for --file.")


_PROBABILITY = TextColumn("probability", lambda entry: probability_text(entry["probability"]))


def _fill_groups(
    subject: Subject, text: str, groups: list[str], params: dict[str, Any], as_json: bool
) -> None:
    found = subject.measure("group_completion", [{"text": text, "groups": groups}], params)
    value = found.values[0]
    furthest = [furthest_pair(value["groups"], table["pairwise"]) for table in value["masks"]]
    readings = readings_of(subject, value["texts"])
    unread = [[*reading.unread] for reading in readings]
    if as_json:
        pairs = [
            {"groups": [first, second], "divergence": bits} for first, second, bits in furthest
        ]
        told: dict[str, Any] = {"unread_words": unread} if any(unread) else {}
        told |= {"furthest": pairs, "manifest": found.manifest}
        write_json({"text": text, **value, **told})
        return
    _say_reading(readings)
    model = model_in_words(found.manifest["spec"])
    for number, table in enumerate(value["masks"], start=1):
        place = "Next word" if value.get("continued") else f"Mask {number}"
        rows = [
            [word, *map(probability_text, shares), figure_text(bits, ".4f")]
            for word, shares, bits in zip(
                table["words"], table["probabilities"], table["spread"], strict=True
            )
        ]
        far = divergence_text(table["divergence"], len(value["groups"]), ".3f")
        title = f"{place}: the groups' words differ by {far} (divergence); {model}"
        write_table(title, ["word", *value["groups"], "divergence (bits)"], rows)
        first, second, most = furthest[number - 1]
        typer.echo(
            f"Most different in this sentence: {first} and {second}, "
            f"{divergence_text(most, 2, '.3f')}."
        )
        if params["targets"]:
            write_table(
                f"{place}: words looked up",
                ["word", *value["groups"]],
                [
                    [
                        of_word[0]["word"],
                        *(probability_text(entry["probability"]) for entry in of_word),
                    ]
                    for of_word in zip(*table["targets"], strict=True)
                ],
            )
    if value.get("continued"):
        typer.echo(FIRST_PIECES)


# --- command file -------------------------------------------------------------------------
# `fill --file`: what a model predicts in each sentence of a file.

_SHOWN = 40  # sentences of the table for people; the file of --out has them all
_FIRST = 5  # words of a sentence in it
_LISTED = 100  # skipped lines that the JSON spells out
_LONGEST = 60  # characters of a sentence in the table

Skipped = list[dict[str, Any]]


def fill_file(
    subject: Subject,
    file: str,
    columns: str,
    layout: Layout,
    params: dict[str, Any],
    out: Path | None,
    json_: bool,
) -> None:
    """Complete every sentence of a file.

    Args:
        file: a path, or - for lines on standard input.
        columns: `text=COLUMN`, or empty.
        layout: where the table lies in the file.
    """
    from engine.flow.stored import known
    from engine.measures.completion.completed_file import (
        check_size,
        readable_texts,
        suitable,
        words_table,
    )

    check_table(out)
    source, name = (stdin_bytes(), "standard input.txt") if file == "-" else (file, None)
    data = read_sentences_file(laid_out(source, layout), name, COLUMNS.mapping(columns))
    for note in data.notes:
        typer.echo(f"{data.name}: {note}", err=True)
    check_size(len(data.sentences), params["top_k"])
    rows = [row for row, _ in data.sentences]
    texts = [text for _, text in data.sentences]
    kept, problems = suitable(texts, subject.facts.kind)
    items = [{"text": texts[index]} for index in kept]
    store = subject.store
    places = known("completion", subject.spec, items, params, store) if store else set()
    have = {kept[place] for place in places}
    kept, unread = readable_texts(texts, kept, params, have, subject.lm)
    skipped = _skipped(data, rows, problems + unread)
    _say_skipped(skipped)
    asked = [texts[index] for index in kept]
    found = subject.measure("completion", [{"text": text} for text in asked], params)
    numbers = [rows[index] for index in kept]
    readings = readings_of(subject, asked)
    _say_order(asked, found)
    if out is not None:
        from engine.files.table_file import save_table

        save_table(words_table(numbers, asked, found.values, readings), out)
    if json_:
        write_json(_report(data, numbers, asked, found, readings, skipped))
        return
    _show(data.name, numbers, asked, found, out)
    _say_reading(readings)


def _skipped(data: SentencesFile, rows: list[int], problems: list[tuple[int, str]]) -> Skipped:
    rejected = zip(data.rejected["row"], data.rejected["problem"], strict=True)
    found = [{"row": int(row), "problem": str(problem)} for row, problem in rejected]
    found += [{"row": rows[index], "problem": problem} for index, problem in problems]
    return sorted(found, key=lambda entry: int(entry["row"]))


def _say_skipped(skipped: Skipped) -> None:
    """One line on stderr a reason, with the numbers of the lines."""
    reasons: dict[str, list[str]] = {}
    for entry in skipped:
        reasons.setdefault(entry["problem"], []).append(str(entry["row"]))
    for problem, rows in reasons.items():
        lines = "line" if len(rows) == 1 else "lines"
        typer.echo(f"Skipped {lines} {listed(rows)}: {problem}", err=True)


def _report(
    data: SentencesFile,
    rows: list[int],
    texts: list[str],
    found: Measurement,
    readings: list[Reading],
    skipped: Skipped,
) -> dict[str, Any]:
    return {
        "file": data.name,
        "sentences": len(texts),
        "results": [
            {"row": row, "text": text, **value}
            | {"unread_words": [*reading.unread], "whole_words": reading.share}
            for row, text, value, reading in zip(rows, texts, found.values, readings, strict=True)
        ],
        "skipped": {"count": len(skipped), "first": skipped[:_LISTED]},
        "manifest": found.manifest,
    }


def _show(
    name: str, rows: list[int], texts: list[str], found: Measurement, out: Path | None
) -> None:
    lines = []
    for row, text, value in zip(rows[:_SHOWN], texts, found.values, strict=False):
        shown = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
        for ranked in value["predictions"]:
            first = ", ".join(
                f"{entry['word']} {entry['probability']:.1%}" for entry in ranked[:_FIRST]
            )
            lines.append([str(row), shown, first])
    title = f"{name}; {model_in_words(found.manifest['spec'])}"
    write_table(title, ["line", "sentence", "most likely words"], lines)
    if len(texts) > _SHOWN:
        rest = "" if out else " --out FILE.csv writes all of them."
        typer.echo(f"The first {_SHOWN} of {counted(len(texts), 'sentence')}.{rest}")
