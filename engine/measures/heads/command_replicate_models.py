"""`replicate bias-a-head --models`: many models in one table, such as a base model and its chat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import typer

from engine.command_line.inputs import split_words
from engine.command_line.options import nothing_ran
from engine.command_line.output import number_text, over_bounds, write_json, write_table
from engine.command_line.replicated import (
    name_lines,
    placed_models,
    published_model,
    reach,
    say_left_out,
)
from engine.command_line.subject import Subject
from engine.core.errors import InputTextError, UnknownModelError
from engine.core.wording import figure_text
from engine.measures.heads import replication as paper
from engine.measures.heads.bias import bias_params
from engine.measures.heads.runs import positive_heads
from engine.measures.seat.measure import seat_params
from engine.measures.seat.reading import TOKEN

PAPER = "paper"  # all models that the paper has figures of
_NAME = 18  # characters of a name in a line of the table, which then has at most 80

Experiment = Callable[[Subject, Any], Mapping[str, Any]]


@dataclass(frozen=True)
class Asked:
    """What every model of the table is measured on.

    Args:
        words: the kind of bias, as the paper's figures name it.
        item: of the association test.
        max_contexts: sentences a word is read in.
        seed: of SEAT's permutations and of bootstrap intervals.
        experiment: (model, gradient) -> t-tests of `counter_stereotype.experiment`.
    """

    words: str
    item: dict[str, Any]
    max_contexts: int
    seed: int
    experiment: Experiment


def compare_models(
    subject: Subject, models: str, checkpoint: list[str] | None, asked: Asked, json_: bool
) -> None:
    """Association, biased heads and t-tests of each model, as published and here, in one table.

    Args:
        models: comma-separated, or `paper`.
        checkpoint: as `--checkpoint` is written; its models follow those of `models`.
    """
    known = paper.published_models()
    named = [name for part in split_words(models) for name in (known if part == PAPER else [part])]
    names = list(dict.fromkeys(published_model(name, known) or name for name in named))
    if len(names) < len(named):
        raise InputTextError(f"--models names one model twice; got {models!r}.")
    places = placed_models(checkpoint, [*known, *names])
    reached = reach(subject, names, places)
    reached.refuse_none()
    say_left_out(reached.missing)
    found, failed = reached.each(lambda model, other: _measured(model, other, asked))
    entries = [*found.values()]
    if not entries:
        raise UnknownModelError(nothing_ran(reached.missing | failed))
    say_left_out(failed)
    chat = paper.chat_finding(entries) if asked.words == paper.GENDER else None
    if json_:
        write_json({"models": entries, "unreached": reached.missing | failed, "chat": chat})
        return
    _show(entries)
    if chat is not None:
        typer.echo(_chat_text(chat))


def _measured(model: str, subject: Subject, asked: Asked) -> dict[str, Any]:
    """One model's row: published figures, and what is measured here."""
    params = bias_params(TOKEN, asked.max_contexts)
    bias = subject.measure("head_bias", [asked.item], params).values[0]
    if bias["gradient"] is None:
        raise InputTextError(bias["problem"])
    seat_asked = seat_params(TOKEN, asked.seed, max_contexts=asked.max_contexts)
    seat = subject.measure("seat", [asked.item], seat_asked).values[0]
    try:
        experiment = asked.experiment(subject, bias["gradient"])
    except InputTextError as error:
        typer.echo(f"{model}: no t-tests: {error}", err=True)
        experiment = {}
    published = {
        (figure.part, figure.name): figure.score
        for figure in paper.published(model, asked.words)
        if figure.quantity != "PPPL"
    }
    base = published.get((paper.SEAT, "none"), published.get((paper.MASKED, "none")))
    return {
        "model": model,
        "spec": subject.spec.identity(),
        "published_d": base,
        "effect_size": seat["effect_size"],
        "interval": seat["interval"],
        "p_value": seat["p_value"],
        "biased_heads": len(positive_heads(bias["gradient"])),
        "heads": sum(map(len, bias["gradient"])),
        "tests": {
            name: {
                "published_t": published.get((paper.T_TEST, name)),
                **{
                    key: experiment.get(name, {}).get(key)
                    for key in ("t_by_sentence", "p_holm", "n")
                },
            }
            for name in ("biased", "other")
        },
    }


def _show(entries: Sequence[Mapping[str, Any]]) -> None:
    write_table(
        "Association, biased heads and t-tests",
        ["model", "published\n|d|", "d", "biased heads", "t, biased\nheads", "t, other\nheads"],
        [
            [
                name_lines(entry["model"], _NAME),
                number_text(entry["published_d"], ".2f", ""),
                over_bounds(entry["effect_size"], entry["interval"], "+.3f", "+.2f"),
                f"{entry['biased_heads']} of {entry['heads']}",
                *map(_t_text, entry["tests"].values()),
            ]
            for entry in entries
        ],
    )
    typer.echo(
        "In brackets: 95% CI of d, and below each t the published one; t is by "
        "sentence, as published."
    )


def _t_text(found: Mapping[str, Any]) -> str:
    published = found["published_t"]
    below = "" if published is None else f"\n[{figure_text(published, '+.3f')}]"
    return f"{number_text(found['t_by_sentence'], '+.2f')}{below}"


def _chat_text(chat: Mapping[str, Any]) -> str:
    """What the paper says of LLaMA-2's chat version, and what is found here."""
    kept = {True: "as published", False: "not as published"}
    return (
        f"Published: |d| {chat['published'][0]:.2f} of LLaMA-2 and {chat['published'][1]:.2f} of "
        f"its chat version, which has fewer biased heads. Here: |d| {chat['ours'][0]:.3f} and "
        f"{chat['ours'][1]:.3f} ({kept[chat['smaller_d']]}), {chat['heads'][0]} and "
        f"{chat['heads'][1]} biased heads ({kept[chat['fewer_heads']]}). The difference is not "
        "tested; compare the intervals."
    )
