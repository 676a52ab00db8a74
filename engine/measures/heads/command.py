"""`heads`: bias score of every attention head, its ablation, and runs of masked heads."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from engine.command_line.facts import Fact
from engine.command_line.given import check_used
from engine.command_line.inputs import check_folder, is_count, split_words
from engine.command_line.options import with_model
from engine.command_line.output import number_text, write_json, write_table
from engine.command_line.subject import Subject, model_in_words
from engine.command_line.unread import unread_note, unread_of
from engine.core.errors import BiascopeError, InputTextError
from engine.core.wording import counted, figure_text
from engine.files.mask_file import HeadMask, save_mask
from engine.measures.heads.bias import ablation_items, ablation_params, as_grid, bias_params
from engine.measures.heads.command_runs import SameWordsOption, counted_runs, show_runs
from engine.measures.heads.halves import halves
from engine.measures.heads.run_figures import Judged
from engine.measures.heads.runs import (
    TOP,
    Run,
    bottom_heads,
    head_runs,
    ranked,
    top_heads,
)
from engine.measures.heads.sentence import equal_odds_gain, first_word_share, sentence_item
from engine.measures.seat.command_options import (
    DEFAULT_WORDS,
    PoolingOption,
    SeatOption,
    WordsAsked,
    association_test,
    texts_read,
    with_words,
)
from engine.measures.seat.measure import default_pooling
from engine.words.association_tests import AssociationTest

BY_BIAS, BY_SENTENCE = "bias", "sentence"
_RANKINGS = {BY_BIAS: "bias scores", BY_SENTENCE: "effects on one sentence"}


@with_model()
@with_words
def heads(
    seat: SeatOption = "",
    pooling: PoolingOption = "",
    asked: WordsAsked = DEFAULT_WORDS,
    ablate: Annotated[bool, typer.Option("--ablate", help="Mask each head in turn.")] = False,
    top_k: Annotated[
        str,
        typer.Option("--top-k", help="Mask the K most biased heads; K or K,K,..."),
        Fact.NUMBERS,
    ] = "",
    bottom_k: Annotated[
        str,
        typer.Option("--bottom-k", help="Mask the K most anti-biased heads; K or K,K,..."),
        Fact.NUMBERS,
    ] = "",
    all_positive: Annotated[
        bool, typer.Option("--all-positive", help="Mask every biased head.")
    ] = False,
    random_seeds: Annotated[
        int, typer.Option("--random-seeds", min=0, help="Random sets for each number of heads.")
    ] = 0,
    sentence: Annotated[
        str,
        typer.Option(help="Also mask each head in turn in this sentence, with [MASK] or begun."),
    ] = "",
    sentence_words: Annotated[
        str, typer.Option("--sentence-words", help="The two words compared in --sentence.")
    ] = "he,she",
    rank_by: Annotated[
        str, typer.Option("--rank-by", help="What --top-k and the like rank: bias or sentence.")
    ] = BY_BIAS,
    same_words: SameWordsOption = False,
    seed: Annotated[int, typer.Option(help="Of the words split, permutations and intervals.")] = 0,
    save: Annotated[
        str,
        typer.Option("--save-mask", help="Write the first --top-k as a mask file."),
        Fact.ELSEWHERE,
    ] = "",
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Which heads should weaken the association when switched off, and what masking them does."""
    sizes = {"top": _counts(top_k, "--top-k"), "bottom": _counts(bottom_k, "--bottom-k")}
    if save and not sizes["top"]:
        raise InputTextError("--save-mask needs --top-k, the number of heads to save.")
    if rank_by not in (BY_BIAS, BY_SENTENCE):
        raise InputTextError(f"--rank-by takes {BY_BIAS} or {BY_SENTENCE}; got {rank_by!r}.")
    if rank_by == BY_SENTENCE and not sentence:
        raise InputTextError("--rank-by sentence needs --sentence, the sentence to rank heads by.")
    if not sentence:
        check_used("--sentence", "--sentence-words")
    if not (sizes["top"] or sizes["bottom"] or all_positive):
        check_used("--top-k, --bottom-k or --all-positive", "--random-seeds")
    own = sentence_item(sentence, split_words(sentence_words)) if sentence else None
    check_folder(save)
    test, most = association_test(seat, asked), asked.max_contexts
    split = halves(test, seed, same_words)
    item = split.choosing.item()
    used = pooling or default_pooling(item, subject.facts.kind, subject.facts.pooling)
    found = subject.measure("head_bias", [item], bias_params(used, most))
    value: dict[str, Any] = {**found.values[0], "pooling": used, "notes": list(test.notes)}
    value |= {"chosen_on": split.note(), "tested_words": list(split.targets), "seed": seed}
    if value["gradient"] is None:
        raise BiascopeError(value["problem"])
    if ablate:
        value["ablated_effect_size"] = _ablated(subject, item, used, most, value)
    if own is not None:
        value["sentence"] = _in_sentence(subject, own)
    runs = head_runs(
        value["sentence"]["effect"] if rank_by == BY_SENTENCE else value["gradient"],
        sizes["top"],
        sizes["bottom"],
        all_positive,
        range(random_seeds),
        subject.spec.masked_heads,
    )
    if len(runs) > 1:
        judged = Judged(test.item(), used, subject.facts.kind, most, split.targets, seed=seed)
        value["runs"] = counted_runs(subject, runs, judged)
    if save:
        words = f" on half of the target words (seed {seed})" if split.targets else ""
        ranking = _RANKINGS[rank_by] + (words if rank_by == BY_BIAS else "")
        value["saved"] = _saved(subject, runs, save, ranking)
    if json_:
        sets = dict(zip("xyab", test.names, strict=True))
        write_json({**value, "sets": sets, "manifest": found.manifest})
        return
    _show(test, value, most, model_in_words(found.manifest["spec"]))


def _counts(text: str, option: str) -> list[int]:
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not all(map(is_count, parts)):
        raise InputTextError(f"{option} takes numbers of heads, as 3 or 1,3,10; got {text!r}.")
    return [int(part) for part in parts]


def _ablated(
    subject: Subject, item: dict[str, Any], pooling: str, max_contexts: int, value: dict[str, Any]
) -> list[list[float | None]]:
    layers, width = len(value["gradient"]), len(value["gradient"][0])
    params = ablation_params(item, pooling, max_contexts)
    found = subject.measure("head_ablation", ablation_items(layers, width), params)
    return as_grid([entry["effect_size"] for entry in found.values], layers)


def _in_sentence(subject: Subject, asked: dict[str, str]) -> dict[str, Any]:
    """Two words in one sentence, and what masking each head does to them."""
    found = subject.ask("head_sentence", subject.spec, [asked], {}).values[0]
    (unread,) = unread_of(subject, [asked["text"]])
    return {
        "text": asked["text"],
        "words": [asked["first"], asked["second"]],
        "share": first_word_share(found["gap"]),
        "gap": found["gap"],
        "gap_masked": found["ablated"],
        "effect": equal_odds_gain(found),
        "pieces": found["pieces"],
        **({"unread_words": unread} if unread else {}),
    }


def _saved(subject: Subject, runs: list[Run], path: str, ranking: str) -> dict[str, str]:
    heads_ = next(run.heads for run in runs if run.kind == TOP)
    facts = subject.facts
    spec = subject.spec.with_masked((*subject.spec.masked_heads, *heads_))
    note = f"The {counted(len(heads_), 'head')} with the largest {ranking}."
    saved = HeadMask.of(spec, facts.family, facts.layers, facts.heads, note)
    save_mask(path, saved)
    return {"file": path, "heads": ", ".join(map(str, saved.masked_heads))}


def _show(test: AssociationTest, value: dict[str, Any], max_contexts: int, model: str) -> None:
    gradient = value["gradient"]
    order, d = ranked(gradient), figure_text(value["effect_size"], "+.3f")
    rows = [
        ["effect size d" + (", choosing words" if value["tested_words"] else ""), d],
        ["pooling", value["pooling"]],
        texts_read(test, value, max_contexts),
        ["biased heads", f"{sum(score > 0 for row in gradient for score in row)} of {len(order)}"],
        *[["note", text] for text in (*value["warnings"], *value["notes"])],
    ]
    if test.missing():
        rows.append(["not in any context", ", ".join(test.missing())])
    write_table(f"Bias scores of attention heads; {model}", ["", ""], rows)
    ablated = value.get("ablated_effect_size")
    chosen = [*top_heads(gradient, 5), *bottom_heads(gradient, 5)]
    write_table(
        "Largest and most negative bias scores (first order; --ablate masks each head)",
        ["head", "d|d| by its gate", "d with it masked" if ablated else ""],
        [
            [
                str(ref),
                figure_text(gradient[ref.layer][ref.head], "+.4f"),
                number_text(ablated[ref.layer][ref.head], "+.3f") if ablated else "",
            ]
            for ref in sorted(set(chosen), key=order.index)
        ],
    )
    if "sentence" in value:
        _show_sentence(value["sentence"])
    if "runs" in value:
        show_runs(value["runs"])
    typer.echo(value["chosen_on"])


def _show_sentence(found: dict[str, Any]) -> None:
    """The heads that move two words most in one sentence."""
    effect, (first, second) = found["effect"], found["words"]
    order = ranked(effect)
    write_table(
        f"{found['text']} {first} rather than {second}: {found['share']:.1f}% (50%: equal odds)",
        ["head", f"{first} rather than {second}, masked", "points nearer to 50%"],
        [
            [
                str(ref),
                f"{first_word_share(found['gap_masked'][ref.layer][ref.head]):.1f}%",
                figure_text(effect[ref.layer][ref.head], "+.1f"),
            ]
            for ref in dict.fromkeys((*order[:5], *order[-3:]))
        ],
    )
    if note := unread_note([found.get("unread_words", [])]):
        typer.echo(note)
