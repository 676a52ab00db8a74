"""`counter`: attention in sentences and their counter-stereotypes, biased heads against others."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from engine.command_line.facts import Names
from engine.command_line.given import check_used
from engine.command_line.options import ValuesOption, with_model
from engine.command_line.output import UNDEFINED, number_text, write_json, write_table
from engine.command_line.subject import Subject
from engine.command_line.unread import unread_note, unread_of, unread_report
from engine.core.errors import BiascopeError
from engine.core.families import CAUSAL
from engine.core.intervention_text import in_words
from engine.core.spec import HeadRef, format_heads
from engine.core.wording import counted, interval_text, p_text
from engine.measures.counter.column import SENTENCES
from engine.measures.heads.bias import bias_params
from engine.measures.heads.runs import positive_heads
from engine.measures.seat.command_options import (
    BUNDLED_LISTS,
    DEFAULT_CONTEXTS,
    AttributesOption,
    ColumnsOption,
    ContextsOption,
    GroupsOption,
    PoolingOption,
    SheetOption,
    TargetsOption,
    WordsAsked,
    WordsOption,
    local_path,
    words_in_corpus,
)
from engine.measures.seat.measure import default_pooling
from engine.statistics import LEVEL
from engine.words.contexts import corpus_lines
from engine.words.counterparts import counterpart_sentences, held_out_targets

GROUPS = ("biased", "other")
SIDES = ("original", "counter")


@with_model()
def counter(
    corpus: Annotated[
        str,
        typer.Option(help="Text file to find the sentences in; by default the contexts."),
        Names.FILE,
    ] = "",
    sentences: Annotated[int, typer.Option(min=2, help="Most sentences to use.")] = SENTENCES,
    contexts: Annotated[
        str,
        typer.Option(help="Text file to find biased heads with; by default as for `heads`."),
        Names.FILE,
    ] = "",
    same_words: Annotated[
        bool,
        typer.Option("--same-words", help="Choose heads and test them on the same words."),
    ] = False,
    pooling: PoolingOption = "",
    attributes: AttributesOption = "",
    targets: TargetsOption = "",
    words: WordsOption = "gender",
    groups: GroupsOption = "",
    columns: ColumnsOption = "",
    values: ValuesOption = "",
    sheet: SheetOption = "",
    max_contexts: ContextsOption = DEFAULT_CONTEXTS,
    seed: Annotated[int, typer.Option(help="Seed of the held-out words.")] = 0,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Do biased heads attend more to the person word of a stereotype than to its counterpart?

    Heads are chosen on the original model, whatever is masked.
    """
    read_in = contexts or (corpus if attributes else "")
    if attributes:
        check_used(BUNDLED_LISTS, "--words")
    asked_words = WordsAsked(
        attributes, targets, read_in, words, groups, columns, values, sheet, max_contexts
    )
    test = words_in_corpus(asked_words)
    chosen, held = (test, test) if same_words else held_out_targets(test, seed)
    lines = corpus_lines(local_path(corpus)) if corpus else iter(test.contexts or ())
    found = counterpart_sentences(held, lines, sentences, subject.facts.kind == CAUSAL)
    item = chosen.item()
    used = pooling or default_pooling(item, subject.facts.kind, subject.facts.pooling)
    whole = subject.spec.unmasked()
    bias = subject.ask("head_bias", whole, [item], bias_params(used, max_contexts)).values[0]
    if bias["gradient"] is None:
        raise BiascopeError(bias["problem"])
    biased = positive_heads(bias["gradient"])
    measured = subject.measure("counter_stereotype", found.items, {})
    from engine.measures.counter.counter_stereotype import experiment, with_holm, word_crossing

    crossing = word_crossing(found.items)
    value: dict[str, Any] = {
        **experiment(measured.values, biased, crossing),
        "model": subject.checkpoint,
        "masked_heads": format_heads(subject.spec.masked_heads),
        "interventions": in_words(subject.spec.interventions),
        "biased_heads": format_heads(biased),
        "effect_size": bias["effect_size"],
        "gradient": bias["gradient"],
        "held_out_words": not same_words,
        "left_out": dict(found.left_out),
        "pooling": used,
        "seed": seed,
    }
    if not subject.spec.is_original:  # and the same sentences as they were, corrected together
        before = experiment(
            subject.ask("counter_stereotype", whole, found.items, {}).values, biased, crossing
        )
        value["untouched"] = {"n": before["n"]}
        tests = with_holm([side[name] for side in (before, value) for name in GROUPS])
        value["untouched"] |= dict(zip(GROUPS, tests[: len(GROUPS)], strict=True))
        value |= dict(zip(GROUPS, tests[len(GROUPS) :], strict=True))
    answered = zip(found.items, measured.values, strict=True)
    read = [item for item, known in answered if "problem" not in known]
    unread = unread_of(subject, [item[side]["text"] for item in read for side in SIDES])
    if json_:
        write_json({**value, **unread_report(unread), "manifest": measured.manifest})
        return
    _show(value)
    if note := unread_note(unread):
        typer.echo(note)


def _show(value: dict[str, Any]) -> None:
    words = "other" if value["held_out_words"] else "the same"
    states = {"": value}
    if "untouched" in value:
        now = ", changed" if value["interventions"] else ", masked"
        states = {", original": value["untouched"], now: value}
    write_table(
        f"Counter-stereotype test on {counted(value['n'], 'sentence')}; heads chosen with "
        f"{words} words",
        ["heads", "", "mean difference", "t", "p, one-tailed", "dz"],
        [_row(f"{name}{state}", found[name]) for state, found in states.items() for name in GROUPS],
    )
    significant = format_heads(
        HeadRef(layer, head)
        for layer, row in enumerate(value["by_head"])
        for head, test in enumerate(row)
        if test["p_holm"] is not None and test["p_holm"] < LEVEL
    )
    rows = [
        ["model", value["model"]],
        ["heads masked", value["masked_heads"] or "none"],
        *([["also done", value["interventions"]]] if value["interventions"] else []),
        ["biased heads chosen on", "the original model"],
        ["tests and intervals", "clustered by person word and by target, which sentences share"],
        ["single heads with p < .05 after Holm", significant or "none"],
    ]
    rows += [
        [
            f"smallest difference detectable, {name} heads",
            number_text(value[name]["detectable"], ".4f"),
        ]
        for name in GROUPS
        if value[name]["p_holm"] is None or value[name]["p_holm"] >= LEVEL
    ]
    rows += [
        [f"interval of the {name} heads", f"none: {value[name]['interval_note']}"]
        for name in GROUPS
        if value[name]["interval_note"]
    ]
    rows += [
        [f"sentences left out: {reason}", str(count)] for reason, count in value["left_out"].items()
    ]
    write_table("", ["", ""], rows)


def _row(name: str, group: dict[str, Any]) -> list[str]:
    difference = number_text(group["mean_difference"], "+.4f")
    return [
        name,
        str(group["heads"]),
        "\n".join(filter(None, [difference, interval_text(group["interval"], "+.4f")])),
        number_text(group["t"], "+.3f"),
        f"{p_text(group['p'], UNDEFINED)}\n{p_text(group['p_holm'], UNDEFINED)} (Holm)",
        number_text(group["dz"], "+.3f"),
    ]
