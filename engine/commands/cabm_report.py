"""What `cabm` writes: one JSON object, or tables for people."""

from __future__ import annotations

from typing import Any

import typer

from engine.commands.output import write_table
from engine.datasets.occupations.winobias import THESIS
from engine.measures.cabm import FEATURES
from engine.measures.cabm.features import COLUMNS
from engine.measures.cabm.study import Study
from engine.measures.cabm.weighting import NAMES
from engine.wording import bounds_text, interval_text


def as_json(found: Study, weighed: dict[str, Any]) -> dict[str, Any]:
    """The report of one study under one weighting, JSON-ready.

    Args:
        weighed: of `found.weighed`.
    """
    settings = found.settings
    scored = {settings.weighting: found.scored(weighed["weights"])}
    for name in found.available():
        if name not in scored:
            scored[name] = found.scored(found.weighed(name, intervals=False)["weights"])
    frame = scored[settings.weighting]
    scores = {name: table["score"].tolist() for name, table in scored.items()}
    data, shap = found.data, weighed.get("shap")
    return {
        "weighting": settings.weighting,
        "weights": {name: weighed["weights"][name] for name in FEATURES},
        "intervals": weighed["intervals"]
        and {name: weighed["intervals"][name] for name in found.names},
        "draws": weighed["draws"],
        "forest": weighed.get("forest"),
        "shap": shap and {"base": shap["base"], "mean": _by_feature(shap["mean"], found)},
        "occupations": [
            _occupation(row, found)
            | ({"shap": _by_feature(shap["values"][place], found)} if shap else {})
            for place, row in enumerate(frame.to_dict("records"))
        ],
        "validation": found.validated(scores, settings.weighting),
        "groups": dict(zip(data.groups.names, map(list, data.groups.words), strict=True)),
        "sentences": {
            "name": data.name,
            **data.counts(),
            **data.source,
            "left_out": len(data.left_out),
            **({"thesis": THESIS} if data.name == "winobias" else {}),
        },
        "pmi_corpus": {
            "name": found.counts.corpus,
            "sentences": found.counts.sentences,
            data.groups.names[0]: found.counts.first,
            data.groups.names[1]: found.counts.second,
            "alpha": settings.alpha,
            "smoothing": settings.smoothing,
        },
        "context": settings.context,
        "threshold": settings.threshold,
        "seed": settings.seed,
        "excluded": found.table.excluded,
        "warnings": [*found.warnings, *found.remarks],
        "manifest": found.manifest,
    }


def _by_feature(values: list[float], found: Study) -> dict[str, float]:
    return dict(zip(found.names, values, strict=True))


def _occupation(row: dict[Any, Any], found: Study) -> dict[str, Any]:
    """One target, with `first` and `second` under the groups' names."""
    names = found.data.groups.names
    unmasked = None
    if found.unmasked is not None:
        table = found.unmasked
        unmasked = table[table["occupation"] == row["occupation"]].iloc[0].to_dict()
    return {
        "occupation": row["occupation"],
        "list": row["list"] or None,
        **{name: row[name] if name in found.columns else None for name in COLUMNS},
        "score": row["score"],
        "interval": [row["score_low"], row["score_high"]],
        "category": row["category"],
        "pmi_interval": [row["pmi_low"], row["pmi_high"]],
        "n": {names[0]: row["n_first"], names[1]: row["n_second"]},
        "corpus": {
            "sentences": row["corpus_sentences"],
            names[0]: row["corpus_first"],
            names[1]: row["corpus_second"],
        },
        "weat": row["weat"],
        "mac": row["mac"],
        "unmasking": None
        if unmasked is None
        else {
            "difference": unmasked["unmasking"],
            "interval": [unmasked["low"], unmasked["high"]],
            names[0]: unmasked["p_first"],
            names[1]: unmasked["p_second"],
        },
    }


def show(report: dict[str, Any]) -> None:
    """Tables of a report."""
    write_table(
        f"CABM, {NAMES[report['weighting']]}, {len(report['occupations'])} occupations",
        ["occupation", "list", "PMI", "cosine", "context", "CABM", "95% CI", "leans"],
        [
            [
                row["occupation"],
                row["list"] or "",
                f"{row['pmi_bias']:+.2f}",
                f"{row['cosine_bias']:+.3f}",
                "" if row["context_bias"] is None else f"{row['context_bias']:.3f}",
                f"{row['score']:+.2f}",
                bounds_text(row["interval"], "+.1f"),
                row["category"].removesuffix("-biased"),
            ]
            for row in sorted(report["occupations"], key=lambda row: row["score"])
        ],
    )
    bounds = report["intervals"] or {}
    write_table(
        "Weights, with bootstrap intervals over occupations",
        ["feature", "weight", "95% CI"],
        [
            [
                name,
                f"{report['weights'][name]:.3f}",
                bounds_text(bounds.get(name), ".3f"),
            ]
            for name in FEATURES
        ],
    )
    for line in _checks(report):
        typer.echo(line)


def _checks(report: dict[str, Any]) -> list[str]:
    """The validation panel in sentences."""
    found = report["validation"]
    lines = []
    if report["forest"]:
        forest = report["forest"]
        lines.append(
            f"The forest assigns {forest['right']} of {forest['n']} unseen occupations to the "
            f"correct list ({interval_text(forest['interval'], '.0%')})."
        )
    if found["mann_whitney_lists"]:
        test = found["mann_whitney_lists"]
        lines.append(
            f"Difference between the lists: U = {test['u']:.1f}, p = {test['p']:.4f} (Holm "
            f"{found['holm']['mann_whitney_lists']:.4f}), n {test['n'][0]} and {test['n'][1]}."
        )
    if found["unmasking"]:
        agreed = found["unmasking"][report["weighting"]]
        lines.append(
            "Pronoun probability gap: same category for "
            f"{agreed['agreement']:.1f}% of {agreed['n']}"
            + (f", Spearman {agreed['spearman']:+.2f}." if agreed["spearman"] is not None else ".")
        )
    counts = report["sentences"]
    if "thesis" in counts:
        lines.append(f"Sentences: {_counted(counts, report)}; the thesis: {_of_thesis(counts)}.")
    return lines


def _counted(counts: dict[str, Any], report: dict[str, Any]) -> str:
    sides = ", ".join(f"{counts[name]} {name}" for name in report["groups"])
    return f"{counts['sentences']} on {counts['occupations']} occupations, {sides}"


def _of_thesis(counts: dict[str, Any]) -> str:
    thesis = counts["thesis"]
    return (
        f"{thesis['sentences']} on {thesis['occupations']}, {thesis['male']} male, "
        f"{thesis['female']} female"
    )
