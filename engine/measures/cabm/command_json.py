"""What `cabm --json` writes: one JSON object."""

from __future__ import annotations

from typing import Any

from engine.measures.cabm import FEATURES
from engine.measures.cabm.data.winobias import THESIS
from engine.measures.cabm.features import COLUMNS
from engine.measures.cabm.reference import employment
from engine.measures.cabm.scores import known
from engine.measures.cabm.study import Study

SCORE, INTERVAL = "score", "interval"  # what a category goes by


def as_json(found: Study, weighed: dict[str, Any]) -> dict[str, Any]:
    """The report of one study under one weighting, JSON-ready.

    Args:
        weighed: of `found.weighed`.
    """
    settings, weighting = found.settings, found.weighting
    scored = {weighting: found.scored(weighed["weights"])}
    for name in found.available():
        if name not in scored:
            scored[name] = found.scored(found.weighed(name, intervals=False)["weights"])
    frame = scored[weighting]
    data, shap = found.data, weighed.get("shap")
    return {
        "weighting": weighting,
        "weighting_rule": {
            "asked": found.rule.asked,
            "reason": found.rule.reason,
            "forest": found.rule.forest,
        },
        "scale": settings.scale,
        "published": settings.published,
        "categories_by": SCORE if settings.published else INTERVAL,
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
        "validation": found.validated(scored, weighting) | {"employment": employment(found, frame)},
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
        "interval": known([row["score_low"], row["score_high"]]),
        "category": row["category"],
        "pmi_interval": [row["pmi_low"], row["pmi_high"]],
        **{
            f"{name}_interval": known([row[f"{name}_low"], row[f"{name}_high"]])
            if name in found.names
            else None
            for name in ("cosine", "context")
        },
        "pmi": {names[0]: row["pmi_first"], names[1]: row["pmi_second"]},
        "cosine": {names[0]: row["cosine_first"], names[1]: row["cosine_second"]},
        "n": {names[0]: row["n_first"], names[1]: row["n_second"]},
        "corpus": {
            "sentences": row["corpus_sentences"],
            names[0]: row["corpus_first"],
            names[1]: row["corpus_second"],
        },
        "weat": row["weat"],
        "mac": row["mac"],
        "same": row["same"],
        "unmasking": None
        if unmasked is None
        else {
            "difference": unmasked["unmasking"],
            "interval": known([unmasked["low"], unmasked["high"]]),
            names[0]: unmasked["p_first"],
            names[1]: unmasked["p_second"],
            "first_words": _first_words(row["occupation"], found),
        },
    }


def _first_words(occupation: str, found: Study) -> list[dict[str, Any]]:
    """The two words that the model puts first in each template."""
    table = found.first_words
    if table is None:
        return []
    rows = table[table["occupation"] == occupation].to_dict("records")
    return [
        {
            "template": row["template"],
            "words": [row["word_1"], row["word_2"]],
            "probabilities": [row["probability_1"], row["probability_2"]],
        }
        for row in rows
    ]
