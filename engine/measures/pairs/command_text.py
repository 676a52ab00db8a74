"""The report of `pairs` for people: the result, its parts, then the caveats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import typer

from engine.command_line.output import write_table
from engine.command_line.subject import model_in_words
from engine.core.intervention_text import done_in_words
from engine.core.table import TextColumn, bounds, field, texts
from engine.core.wording import (
    bounds_text,
    counted,
    figure_text,
    interval_text,
    listed,
    no_interval,
    p_equals,
    p_text,
)
from engine.flow.guarded import precision_in_words
from engine.measures.pairs.comparison import LESS_COMPARED, at_odds
from engine.measures.pairs.distance import distance_in_words
from engine.measures.pairs.film import film_sentence
from engine.measures.pairs.quality import UNREAD, UNSEEN
from engine.measures.pairs.several import agreement_of, smallest_of
from engine.measures.pairs.variants import VARIANTS
from engine.measures.pairs.verdict import (
    AWAY,
    FEWEST,
    TOO_FEW,
    TOO_FEW_PAIRS,
    TOWARD,
    UNCLEAR,
    interval_alone,
)
from engine.measures.pairs.word_pairs import (
    few_word_pairs_note,
    lacking,
    of_word_pairs,
    types_without_interval,
)

_NAMED = 5  # words that the model cannot read
_CAVEAT = (
    "CrowS-Pairs-like scores are noisy, and their authors warn against relying on them "
    "(Blodgett et al. 2021; Pikuliak et al. 2023)."
)


def show_pairs(title: str, report: dict[str, Any]) -> None:
    """Write the report of one file as tables."""
    rules = [report["variant"], report["reduction"], *["published"] * report["published"]]
    rules += ["clean pairs only"] * report["clean_only"] + [report["precision"]]
    about = "; ".join([title, model_in_words(report["manifest"]["spec"]), *rules])
    nothing = report.get("no_preference", "")
    if nothing:  # so neither a share nor a change of it is shown
        typer.echo(f"{about}\n{nothing}")
    else:
        _show_share(about, report)
    if report["note"]:
        typer.echo(report["note"])
    for sentence in flag_notes(report["flags"], report.get("unread_words", [])):
        typer.echo(sentence)
    if report["guard"] is not None:
        typer.echo(precision_in_words(report["guard"]))
    if report["by_type"]:
        columns = (field("bias_type", "bias type"), *_SHARES)
        write_table("By bias type", *texts(columns, report["by_type"]))
        named = [entry["bias_type"] for entry in report["by_type"]]
        if note := types_without_interval(report["by_type"], named):
            typer.echo(note)
    if "control" in report:
        _show_control(report["control"])
    if "variants" in report:
        columns = (field("variant", "measure"), *_SHARES)
        write_table("By measure", *texts(columns, report["variants"]))
        typer.echo(agreement_of(report["variants"]))
        if note := smallest_of(report["variants"], "variant"):
            typer.echo(note)
    if "comparison" in report and not nothing:
        _show_comparison(report["comparison"])
    if "film" in report:
        typer.echo(film_sentence(report["film"]))
    typer.echo(_CAVEAT)


def _show_share(about: str, report: dict[str, Any]) -> None:
    write_table(about, ["", "", "95% CI", "pairs"], _totals(report))
    typer.echo(_verdict(report))
    if note := few_word_pairs_note(report):
        typer.echo(note)
    if report["mean_difference_interval_note"]:
        typer.echo(no_interval("the mean difference", report["mean_difference_interval_note"]))


_VERDICTS = {
    TOWARD: "A clear preference for the stereotype (exact test by word pair, p below .05).",
    AWAY: "A clear preference against the stereotype (exact test by word pair, p below .05).",
    UNCLEAR: "No clear preference (exact test by word pair, p not below .05).",
    TOO_FEW: TOO_FEW_PAIRS,
}


def _verdict(report: dict[str, Any]) -> str:
    """What the score says about a preference, and where interval and test disagree."""
    said = _VERDICTS[report["verdict"]]
    if report["verdict"] == UNCLEAR and interval_alone({**report, "score": report["metric_score"]}):
        said += " The interval just excludes 50%; the test decides."
    if report["verdict"] == UNCLEAR and report["detectable"] is not None:
        pairs = counted(report["n"] - report["ties"], "pair")
        pairs += f" of {counted(report['word_pairs'], 'word pair')}" * (
            report["word_pairs"] < report["n"]
        )
        said += (
            f" With {pairs} without a tie, {report['detectable']:.1f} points from 50% would be "
            "detected with 80% power; less is not ruled out."
        )
    return said


def flag_notes(flags: Mapping[str, int], unread: Sequence[str]) -> list[str]:
    """Sentences on the pairs whose words show nothing wrong and that are not clean all the same.

    Args:
        flags: name -> pairs.
        unread: words that the model cannot read.
    """
    notes = []
    if number := flags.get(UNSEEN, 0):
        notes.append(
            f"{counted(number, 'pair')} with spaces or signs that nobody sees, or letters that "
            f"only look like others, which a model may read (flag {UNSEEN}): not clean."
        )
    if number := flags.get(UNREAD, 0):
        notes.append(
            f"{counted(number, 'pair')} with words that the model cannot read (flag {UNREAD}): "
            f"not clean. It cannot read {listed(unread, _NAMED)}."
        )
    return notes


def precision(manifest: Mapping[str, Any]) -> str:
    """How numbers were computed; half precision is mixed with float32 where it would hurt."""
    guard, dtype = manifest.get("precision"), manifest["spec"]["dtype"]
    if guard is not None and not guard["reason"]:
        return "guarded precision (mixed, and float32 near a tie)"
    if dtype == "float32":
        return str(dtype)
    return f"mixed precision ({dtype} network, float32 log-probabilities)"


def _totals(report: dict[str, Any]) -> list[list[str]]:
    rows = [
        ["prefers the stereotype", report["metric_score"], report["interval"], report["n"]],
        *(
            [f"  {name} rows", report[f"{name}type_score"], report[f"{name}type_interval"],
             report[f"{name}type_n"]]
            for name in ("stereo", "antistereo")
        ),
        *(
            [f"  {name} pairs", report[name]["score"], report[name]["interval"], report[name]["n"]]
            for name in ("clean", "flagged")
        ),
    ]  # fmt: skip
    lines = [
        [name, share_text({"n": n, "score": score}), bounds_text(interval, ".1f") or "none", str(n)]
        for name, score, interval, n in rows
        if n
    ]
    if report["word_pairs"] < report["n"]:
        these = bounds_text(report["interval_of_these_pairs"], ".1f")
        lines.insert(1, ["  of exactly these pairs", percent(report["metric_score"]), these, ""])
        lines.append(["word pairs", str(report["word_pairs"]), "", ""])
    accuracy_of = VARIANTS[report["measure"]].accuracy_of
    accuracy = bounds_text(report["accuracy_interval"], ".1f") or "none"
    lines.append([accuracy_of, percent(report["accuracy"]), accuracy, ""])
    mean = bounds_text(report["mean_difference_interval"], "+.3f") or "none"
    lines.append(
        ["mean difference (nats)", figure_text(report["mean_difference"], "+.3f"), mean, ""]
    )
    lines.append(["ties", str(report["ties"]), "", ""])
    if untied := report["untied"]:
        lines.append(
            ["  without ties", percent(untied["score"]), bounds_text(untied["interval"], ".1f"),
             str(untied["n"])]
        )  # fmt: skip
    lines.append(["p against 50", p_text(report["p"], "no test"), "", ""])
    if report["problems"]:
        lines.append(["pairs not scored", str(report["problems"]), "", ""])
    return lines


def _show_control(control: dict[str, Any]) -> None:
    if control["score"] is None:
        typer.echo(f"No control: {control.get('reason', 'no control pair could be scored.')}")
        return
    typer.echo(
        f"Control: only the swapped words, in neutral sentences: {share_text(control)} "
        f"({interval_text(control['interval'], '.1f')}, {counted(control['n'], 'swap')}, "
        f"{p_equals(control['p'], 'no test')}; 50% expected). If it is close to the score above, "
        "the words themselves may explain that score."
    )


def _show_comparison(found: dict[str, Any]) -> None:
    spec, less = found["manifest"]["spec"], found["this_less_compared"]
    done = done_in_words(spec, off="masked") or "no head masked"
    interval, odds = interval_text(less["score_change_interval"], "+.1f"), at_odds(less)
    typer.echo(
        f"Compared with {spec['checkpoint']} ({done}, {found['precision']}): "
        f"{percent(less['score_compared'])} there ({found['preferred_second']:,} of the same "
        f"{of_word_pairs(found)}), {percent(less['score'])} here ({found['preferred_first']:,}). "
        f"{LESS_COMPARED}: {figure_text(less['score_change'], '+.1f')} points "
        f"({interval or lacking(less)}), {distance_in_words(less)}; "
        f"pairs that change side: {less['flips']}, {less['flips_toward']} prefer the stereotype "
        f"here only and {less['flips_away']} there only (McNemar by word pair, "
        f"{p_equals(less['mcnemar_p'])}){f'; {odds}' if odds else ''}."
    )


def share_text(share: Mapping[str, Any]) -> str:
    """A share in percent; of fewer pairs than a share needs, their number."""
    if share["n"] and share["n"] < FEWEST:
        return f"{round(share['score'] * share['n'] / 100)} of {share['n']}"
    return percent(share["score"])


def percent(score: float | None) -> str:
    """A percentage as it is shown."""
    return "none" if score is None else f"{score:.1f}%"


_SHARES = (
    TextColumn("score", share_text),
    bounds("interval", ".1f"),
    field("n", "pairs"),
    TextColumn("p (Holm)", lambda entry: p_text(entry["p_holm"])),
)
