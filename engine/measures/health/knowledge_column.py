"""`knowledge`: everyday facts that a model does not know, what an intervention costs."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.columns.column import (
    CLUSTERS,
    PERCENT,
    Column,
    Family,
    Reading,
    masked_only,
    reader,
)
from engine.core.digest import data_digest
from engine.core.errors import InputTextError
from engine.core.wording import counted
from engine.measures.health.check import PARAMS, correct_completions, knowledge_probes, prompts


def column(argument: str) -> Column:
    """The one column of this family."""
    if argument not in ("", "bundled"):
        raise InputTextError(f"knowledge has one set, bundled; got {argument!r}.")
    probes = knowledge_probes()
    items: list[dict[str, Any]] = [
        {"sentence": probe.sentence, "answers": list(probe.answers)} for probe in probes
    ]
    topics = [probe.topic for probe in probes]
    asked = prompts(items)

    asked_on = f"{counted(len(items), 'sentence')} on {counted(len(set(topics)), 'topic')}"
    return Column(
        name="knowledge",
        title="Everyday knowledge, wrong answers",
        data=f"Biascope's {asked_on}",
        variant="Share of sentences whose likeliest word is not an accepted answer",
        counted="sentences",
        unit="%",
        scale=PERCENT,
        neutral=None,
        higher="the model knows fewer everyday facts",
        digits=1,
        version=1,
        identity={"items": data_digest(items), "topics": data_digest(topics)},
        read=reader("completion", asked, partial(_reading, items, topics), dict(PARAMS)),
        refuses=masked_only("blanks to fill in"),
        measures=("completion",),
        texts=tuple(item["text"] for item in asked),
    )


def _reading(
    items: list[dict[str, Any]], topics: list[str], values: list[dict[str, Any]], _seed: int
) -> Reading:
    """The share of wrong answers; sentences on one topic are alike."""
    import numpy as np

    from engine.statistics.clusters import clustered_share_interval, numbered

    wrong = [float(not right) for right in correct_completions(items, values)]
    clusters = numbered(topics)
    return Reading(
        value=100 * sum(wrong) / len(wrong),
        interval=PERCENT.interval(clustered_share_interval(np.array(wrong), clusters)),
        n=len(wrong),
        parts=tuple(wrong),
        detail={CLUSTERS: clusters.tolist()},
    )


FAMILY = Family(
    name="knowledge",
    title="Sentences of everyday knowledge answered wrongly (a cost)",
    usage="knowledge",
    column=column,
    suggested=("knowledge",),
    seconds=4.0,
)
