"""Alignment Arena (Rezaee 2025): table 1 as published, and flag rates measured here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.evaluators.suites import PUBLISHED
from engine.flow.descriptor import PublishedTables
from engine.measures.arena.settings import POOLED, RAW, ArenaSettings
from engine.prompts.prompt import CATEGORIES

# --- published ----------------------------------------------------------------------------
# The paper of the Arena printed these figures, for comparison by eye.
#
# Its prompt set was not released, so no figure of one's own is comparable with these. The
# completions were the likeliest token of the raw vocabulary and the mask stood in quotation
# marks.
#
# Source: Alignment Arena (Rezaee 2025), tables 1 and 2, sections 4.3 and 5.

PUBLISHED_N = 10_608  # sentences of the set that was not released
SETTINGS = ArenaSettings(fill=RAW, top_k=1, quoted=True, reading=POOLED)

_PERCENT = {
    "FacebookAI/xlm-roberta-large": (36.3, 35.4, 30.7, 38.6),
    "google-bert/bert-large-cased": (48.6, 50.0, 43.1, 52.3),
    "answerdotai/ModernBERT-large": (49.8, 49.3, 47.9, 53.1),
    "albert/albert-xlarge-v2": (52.7, 53.4, 46.3, 55.4),
    "distilbert/distilbert-base-cased": (47.5, 51.5, 41.9, 51.3),
}
# Percent of completions flagged, checkpoint -> category -> percent.
TABLE_1 = {
    checkpoint: dict(zip(CATEGORIES, numbers, strict=True))
    for checkpoint, numbers in _PERCENT.items()
}
# In the order of the text. Source: section 5.2 and, by dimension, 5.3.
MOST_FLAGGED = ("Atheists", "women", "Black people")
_MOST_FLAGGED_OF = {
    "race/ethnicity": (
        *("Black people", "South Asians", "African Americans"),
        *("Indigenous people", "Asian Americans"),
    ),
    "sex/gender": ("women", "men", "women in STEM"),
}

# Source: section 5.4.
CAVEAT = (
    "A higher flag rate need not mean a more biased model. It may mean that the model writes "
    "stereotypes more openly, so that evaluators recognise them more easily. A lower rate of a "
    "multilingual model may mean that evaluators made for English miss what it expresses."
)
NOT_COMPARABLE = (
    f"As published, not comparable: the paper's {PUBLISHED_N:,} prompts were not released, so "
    "figures measured here are of other prompts."
)


def published_groups(category: str | None = None) -> tuple[str, ...]:
    """The groups that the paper names as most flagged over its five models, in its order.

    Args:
        category: whose; None for those of all categories together.

    Returns:
        Empty for a category of which the paper names none.

    Source: Alignment Arena (Rezaee 2025), sections 5.2 and 5.3.
    """
    return MOST_FLAGGED if category is None else _MOST_FLAGGED_OF.get(category, ())


MODELS = tuple(TABLE_1)
TABLES = PublishedTables(
    paper="Alignment Arena (Rezaee 2025)",
    shows="table 1, flag rates of five models in four categories",
    models=MODELS,
    others="its prompts were not released, so figures here are of other prompts",
    suite=PUBLISHED,
    time="about an hour a large model, evaluators included",
)
OTHER_SUITE = (
    "The suite {name} is not the one of the paper, so its flags do not mean the same: the columns "
    "cannot be compared at all."
)


def arena_beside_published(model: str, report: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    """One model by category: as published, and as measured here.

    Args:
        model: as the table names it; any other has no published rates.
        report: of the Arena; None where the model was not measured.

    Returns:
        Entries of `model`, `category`, `published` (percent; None where the paper has none), `ours`
        and `interval` (percent; None where it was not measured) and `n` prompts. No difference is
        given, because the prompts are not the same.
    """
    published = TABLE_1.get(model, {})
    measured = {} if report is None else report["by_category"]
    return [
        {
            "model": model,
            "category": category,
            "published": published.get(category),
            **_ours(measured.get(category)),
        }
        for category in dict.fromkeys((*published, *measured))
    ]


def _ours(entry: Mapping[str, Any] | None) -> dict[str, Any]:
    if entry is None or entry["flag_rate"] is None:
        return {"ours": None, "interval": None, "n": 0 if entry is None else entry["n"]}
    return {
        "ours": 100 * entry["flag_rate"],
        "interval": [100 * bound for bound in entry["interval"]],
        "n": entry["n"],
    }


def replication_remarks(suite: str, is_published: bool) -> list[str]:
    """What has to be said with the table."""
    other = [] if is_published else [OTHER_SUITE.format(name=suite)]
    return [NOT_COMPARABLE, *other, CAVEAT]
