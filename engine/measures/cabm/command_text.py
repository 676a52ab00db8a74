"""What `cabm` writes for people: what the model fills in first, then CABM and its checks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import typer

from engine.command_line.output import write_table
from engine.command_line.subject import model_in_words
from engine.core.intervention_text import done_in_words
from engine.core.table import TextColumn, bounds, field, figure, texts
from engine.core.wording import bounds_text, counted, figure_text, interval_text, p_equals, p_text
from engine.measures.cabm import FEATURES
from engine.measures.cabm.reliability import SCORE
from engine.measures.cabm.scores import NOT_SETTLED, NOT_SETTLED_TEXT, RAW, opposed_text
from engine.measures.cabm.unmasking import OURS
from engine.measures.cabm.variance import variance_text
from engine.measures.cabm.weighting import AUTOMATIC, NAMES

_PLANTED = (
    "On five models with a known plant, this gap finds it every time (Spearman .92 to .97) and "
    "CABM in four of the five (.04 to .86; docs/methods/cabm.md). The two were not tested against "
    "each other. The plant is itself a share of pronouns, which is what the gap asks for, and the "
    "five models are five shuffles of one model, so nothing follows for another bias or another "
    "model."
)


def show_cabm(report: dict[str, Any]) -> None:
    """Tables of a report; unmasking first, as it is what finds a planted bias."""
    if report["validation"]["unmasking"]:
        _unmasking(report)
        typer.echo(_PLANTED)
    _occupations(report)
    _weights(report)
    _distributions(report)
    if "over_models" in report:
        _over_models(report["over_models"])
    if "comparison" in report:
        _comparison(report["comparison"])
    for line in _checks(report):
        typer.echo(line)


def _unmasking(report: dict[str, Any]) -> None:
    first, second = report["groups"]
    words = [listed[0] for listed in report["groups"].values()]
    one = all(len(row["unmasking"]["first_words"]) == 1 for row in report["occupations"])
    rows = [
        [
            row["occupation"],
            row["list"] or "",
            f"{row['unmasking'][first]:.3f}",
            f"{row['unmasking'][second]:.3f}",
            figure_text(row["unmasking"]["difference"], "+.3f"),
            bounds_text(row["unmasking"]["interval"], "+.3f") or "none",
            "" if row["unmasking"]["p_holm"] is None else f"{row['unmasking']['p_holm']:.3f}",
            *(_first_words(row["unmasking"]["first_words"][0]) if one else []),
        ]
        for row in sorted(report["occupations"], key=lambda row: row["unmasking"]["difference"])
    ]
    titles = ["occupation", "list", f"P({words[0]})", f"P({words[1]})", "gap", "95% CI", "p (Holm)"]
    asked = counted(len(report["templates"]["texts"]), "sentence")
    whose = f" {OURS}" * report["templates"]["bundled_only"]
    write_table(
        f"Unmasking: P({words[0]}) - P({words[1]}) at the mask in {asked}{whose}; p corrected for "
        f"all {counted(len(rows), 'occupation')}; {_model(report)}",
        [*titles, *["first word", "second word"] * one],
        rows,
    )


def _model(report: Mapping[str, Any]) -> str:
    return model_in_words(report["manifest"]["spec"])


def _first_words(found: dict[str, Any]) -> list[str]:
    pairs = zip(found["words"], found["probabilities"], strict=True)
    return [f"{word} {probability:.2f}" for word, probability in pairs]


_COLUMNS = (
    field("occupation"),
    field("list"),
    figure("pmi_bias", "PMI", "+.2f"),
    figure("cosine_bias", "cosine", "+.3f"),
    figure("context_bias", "context", ".3f"),
    figure("score", "CABM", "+.2f"),
    bounds("interval", "+.1f"),
    figure("p_holm", "p (Holm)", ".3f"),
    TextColumn("leans", lambda row: _leans(row)),
)


def _leans(row: Mapping[str, Any]) -> str:
    """The category, and the word that the model fills in where it is of the other side."""
    differs = f", but fills in {row['opposed']}" if row["opposed"] else ""
    return row["category"].removesuffix("-biased") + differs


def _occupations(report: dict[str, Any]) -> None:
    name, found = NAMES[report["weighting"]], report["occupations"]
    shown = ", as published" if report["published"] else ", raw" * (report["scale"] == RAW)
    ordered = sorted(found, key=lambda row: row["score"])
    title = f"CABM, {name}, {counted(len(found), 'occupation')}{shown}; {_model(report)}"
    write_table(title, *texts(_COLUMNS, ordered))


def _weights(report: dict[str, Any]) -> None:
    intervals = report["intervals"] or {}
    repeats = report["reliability"]
    write_table(
        "Weights, with bootstrap intervals over occupations, and split-half reliability",
        ["feature", "weight", "95% CI", "reliability", "95% CI"],
        [
            [
                name,
                f"{report['weights'][name]:.3f}" if name in FEATURES else "",
                bounds_text(intervals.get(name), ".3f") or "none",
                *_repeats(repeats.get(name)),
            ]
            for name in (*FEATURES, SCORE)
        ],
    )


def _repeats(found: dict[str, Any] | None) -> list[str]:
    """A split-half reliability and its interval."""
    if not found or found["reliability"] is None:
        return ["none", "none"]
    return [f"{found['reliability']:.2f}", bounds_text(found["interval"], ".2f") or "none"]


_LIES = (
    field("weighting"),
    figure("standard_deviation", "SD", ".3f"),
    figure("iqr", "IQR", ".3f"),
    figure("mean", "mean", "+.3f"),
    figure("minimum", "lowest", "+.2f"),
    figure("maximum", "highest", "+.2f"),
    TextColumn("bandwidth", lambda row: _bandwidth(row["density"]["bandwidth"])),
)


def _bandwidth(width: float | None) -> str:
    """Of the density; too few scores have none."""
    return "" if width is None else f"{width:.3f}"


def _distributions(report: dict[str, Any]) -> None:
    rows = [{**found, "weighting": NAMES[name]} for name, found in report["distributions"].items()]
    title = "Scores by weighting (densities of figure 11 are in --json)"
    write_table(title, *texts(_LIES, rows))


_DEVIATIONS = (
    field("measure"),
    figure("mean", "mean SD", ".4f"),
    bounds("interval", ".4f"),
    figure("published", "published", ".4f"),
)


def _comparison(found: dict[str, Any]) -> None:
    """What both models have in common, and what this one's means are less the other's."""
    spec = found["manifest"]["spec"]
    done = done_in_words(spec, off="masked") or "no head masked"
    write_table(
        f"This model less the one compared with ({spec['checkpoint']}, {done}): means "
        f"over {counted(found['n'], 'occupation')}, on the {RAW} scale with this model's weights",
        *texts(
            (
                field("measure", "measure"),
                figure("mean", "this model", "+.4f"),
                figure("compared", "compared with", "+.4f"),
                figure("change", "change", "+.4f", "none"),
                bounds("interval", "+.4f"),
            ),
            found["means"],
        ),
    )
    if likelier := found["unmasking"]:
        own, other = (
            ", ".join(f"{name} {count}" for name, count in likelier[side].items())
            for side in ("this", "compared")
        )
        typer.echo(f"Occupations for which a group's word is likelier: {own} (compared: {other}).")
    agreement = found["agreement"]
    rho = "none" if agreement["spearman"] is None else figure_text(agreement["spearman"], "+.2f")
    interval = interval_text(agreement["spearman_interval"], "+.2f") or "no interval"
    typer.echo(
        f"Spearman of the scores: {rho} ({interval}). {found['changed']} of "
        f"{counted(found['settled'], 'occupation')} settled in both change category."
    )


def _over_models(found: dict[str, Any]) -> None:
    models, occupations = counted(len(found["models"]), "model"), counted(found["n"], "occupation")
    title = f"Standard deviation over {models}, {occupations}, raw"
    write_table(title, *texts(_DEVIATIONS, found["rows"]))
    typer.echo(f"Models: {', '.join(found['models'])}.")
    typer.echo(OVER_MODELS)


OVER_MODELS = (
    "Published: one checkpoint as it is, and trained on biased and on balanced sentences. Smaller "
    "is no merit: models that differ should score differently, and PMI, which is the same for all, "
    "adds nothing. Measures have scales of their own, so their deviations are not compared."
)
_TITLES = {
    "mann_whitney_lists": "Difference between the lists not tested",
    "mann_whitney_categories": "Difference between the bias categories not tested",
    "chi_square": "Bias category by list not tested",
}


def _checks(report: dict[str, Any]) -> list[str]:
    """The validation panel in sentences."""
    found = report["validation"]
    counts = found["categories"][report["weighting"]]
    lines = [
        variance_text(
            report["variance_shares"],
            len(report["occupations"]),
            report["variance_explained_by_pmi"],
        ),
        report["reliability_text"],
        ", ".join(f"{number} {name}" for name, number in counts.items()) + ".",
    ]
    if differ := opposed_text(
        [row["occupation"] for row in report["occupations"]],
        [row["opposed"] or "" for row in report["occupations"]],
    ):
        lines.append(differ)
    if counts[NOT_SETTLED]:
        lines.append(NOT_SETTLED_TEXT)
    if report["weighting_rule"]["asked"] == AUTOMATIC:
        lines.append(report["weighting_rule"]["reason"])
    if report["forest"]:
        forest = report["forest"]
        lines.append(
            f"Out of bag the forest puts {forest['right']} of {forest['n']} occupations on the "
            f"correct list ({interval_text(forest['interval'], '.0%')}). These are the lists it "
            "learned its weights from, so this is no validation of the scores."
        )
    if found["mann_whitney_lists"]:
        test = found["mann_whitney_lists"]
        lines.append(
            f"Difference between the lists: U = {test['u']:.1f}, {p_equals(test['p'])} (Holm "
            f"{p_text(found['holm']['mann_whitney_lists'])}), n {test['n'][0]} and {test['n'][1]}."
        )
    lines += [
        f"{title}: {found['problems'][name]}"
        for name, title in _TITLES.items()
        if found["problems"][name]
    ]
    if found["unmasking"]:
        lines.append(_agreed(found["unmasking"][report["weighting"]]))
    lines.append(employment_text(found["employment"]))
    sizes = report["sentences"]
    if "thesis" in sizes:
        thesis = sizes["thesis"]
        sides = ", ".join(f"{sizes[name]} {name}" for name in report["groups"])
        lines.append(
            f"Sentences: {sizes['sentences']} on {counted(sizes['occupations'], 'occupation')}, "
            f"{sides}; the "
            f"thesis: {thesis['sentences']} on {thesis['occupations']}, {thesis['male']} male, "
            f"{thesis['female']} female."
        )
    return lines


def _agreed(agreed: dict[str, Any]) -> str:
    """How far CABM agrees with unmasking."""
    related = (
        f"Spearman {figure_text(agreed['spearman'], '+.2f')}"
        if agreed["spearman"] is not None
        else "no Spearman"
    )
    if agreed["agreement"] is None:
        return f"Pronoun probability gap: no occupation is settled to be compared; {related}."
    return (
        f"Pronoun probability gap: same category for {agreed['agreement']:.1f}% of {agreed['n']} "
        f"settled, {related} over {agreed['n_scores']}."
    )


def employment_text(found: dict[str, Any]) -> str:
    """How a figure follows the shares of women employed, in one sentence."""
    if found["rho"] is None:
        return f"Shares of women employed: {found['problem'] or 'the figure does not vary.'}"
    interval = interval_text(found["interval"], "+.2f") or "no interval"
    return (
        f"Against the share of women employed ({found['year']}): Spearman "
        f"{figure_text(found['rho'], '+.2f')} ({interval}, n {found['n']}); below 0, "
        "the more women work in it, the less male."
    )
