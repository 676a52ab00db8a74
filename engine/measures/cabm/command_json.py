"""What `cabm --json` writes: one JSON object."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from engine.measures.cabm import FEATURES
from engine.measures.cabm.data.sets import THESIS
from engine.measures.cabm.density import distributions
from engine.measures.cabm.employment import employment
from engine.measures.cabm.features import COLUMNS
from engine.measures.cabm.reliability import reliability_text
from engine.measures.cabm.scores import known
from engine.measures.cabm.studied import CabmStudy
from engine.measures.cabm.unmasking import has_bundled_only
from engine.measures.cabm.variance import explained_by_pmi
from engine.measures.cabm.weighting import AUTOMATIC


def as_json(found: CabmStudy, weighed: dict[str, Any]) -> dict[str, Any]:
    """The report of one study under one weighting, JSON-ready.

    Args:
        weighed: of `found.weigh`.
    """
    settings, weighting = found.settings, found.weighting
    frame = found.scored(weighed["weights"])
    repeats = found.reliability(weighed["weights"])
    learned = found.weighed if weighting == AUTOMATIC else found.names
    data, shap, frames = found.data, weighed.get("shap"), found.frames(frame)
    return {
        "weighting": weighting,
        "weighting_rule": {
            name: getattr(found.rule, name) for name in ("asked", "reason", "forest", "from_lists")
        },
        "reliability": {name: each.as_json() for name, each in repeats.items()},
        "reliability_text": reliability_text(repeats),
        "scale": settings.scale,
        "published": settings.published,
        "categories_by": "score" if settings.published else "interval and Holm",
        "weights": {name: weighed["weights"][name] for name in FEATURES},
        "intervals": weighed["intervals"]
        and {name: bounds for name, bounds in weighed["intervals"].items() if name in found.names},
        "variance_shares": found.variance(weighed["weights"]),
        "variance_explained_by_pmi": explained_by_pmi(
            frame["score"].tolist(), frame["pmi_bias"].tolist()
        ),
        "draws": weighed["draws"],
        "forest": weighed.get("forest"),
        "shap": shap and {"base": shap["base"], "mean": _by_feature(shap["mean"], learned)},
        "occupations": [
            _occupation(row, found)
            | {"opposed": word or None}
            | ({"shap": _by_feature(shap["values"][place], learned)} if shap else {})
            for place, (row, word) in enumerate(
                zip(frame.to_dict("records"), found.opposed(frame), strict=True)
            )
        ],
        "distributions": distributions(
            {name: each["score"].tolist() for name, each in frames.items()}
        ),
        "validation": found.validated(frames, weighting) | {"employment": employment(found, frame)},
        "groups": dict(zip(data.groups.names, map(list, data.groups.words), strict=True)),
        "sentences": {
            "name": data.name,
            **data.counts(),
            **data.source,
            "left_out": len(data.left_out),
            **({"thesis": THESIS} if data.name == "winobias" else {}),
        },
        "templates": {
            "texts": [*settings.templates],
            "bundled_only": has_bundled_only(data, settings.templates),
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
        "threshold": settings.limit,
        "threshold_of_score": found.limit(frame),
        "seed": settings.seed,
        "excluded": found.table.excluded,
        "warnings": [*found.warnings, *found.remarks],
        "manifest": found.manifest,
    }


def _by_feature(values: list[float], names: Sequence[str]) -> dict[str, float]:
    return dict(zip(names, values, strict=True))


def _occupation(row: dict[Any, Any], found: CabmStudy) -> dict[str, Any]:
    """One target, with `first` and `second` under the groups' names."""
    names = found.data.groups.names
    return {
        "occupation": row["occupation"],
        "list": row["list"] or None,
        **{name: row[name] if name in found.columns else None for name in COLUMNS},
        "score": row["score"],
        "interval": known([row["score_low"], row["score_high"]]),
        "p_holm": None if math.isnan(row["p_holm"]) else row["p_holm"],
        "category": row["category"],
        "pmi_interval": [row["pmi_low"], row["pmi_high"]],
        **{
            f"{name}_interval": known([row[f"{name}_low"], row[f"{name}_high"]])
            if name in found.names
            else None
            for name in ("cosine", "context")
        },
        **{part: _of_both(row, part, names) for part in ("pmi", "cosine", "n")},
        "corpus": {"sentences": row["corpus_sentences"]} | _of_both(row, "corpus", names),
        **{name: row[name] for name in ("weat", "mac", "same")},
        "unmasking": _unmasking(row["occupation"], found),
    }


def _of_both(row: Mapping[Any, Any], part: str, names: Sequence[str]) -> dict[str, Any]:
    """A number of either group, under the groups' names."""
    return {
        name: row[f"{part}_{side}"] for name, side in zip(names, ("first", "second"), strict=True)
    }


def _unmasking(occupation: str, found: CabmStudy) -> dict[str, Any] | None:
    """The probability gap, and the two words that the model puts first in each template."""
    if found.unmasked is None or found.first_words is None:
        return None
    gap, words = (
        table[table["occupation"] == occupation].to_dict("records")
        for table in (found.unmasked, found.first_words)
    )
    return {
        "difference": gap[0]["unmasking"],
        "interval": known([gap[0]["low"], gap[0]["high"]]),
        "p_holm": None if math.isnan(gap[0]["gap_p_holm"]) else gap[0]["gap_p_holm"],
        **_of_both(gap[0], "p", found.data.groups.names),
        "first_words": [
            {
                "template": row["template"],
                "words": [row["word_1"], row["word_2"]],
                "probabilities": [row["probability_1"], row["probability_2"]],
            }
            for row in words
        ],
    }
