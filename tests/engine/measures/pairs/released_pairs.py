"""The published pair scores, worked out the slow way: from whole logits.

Written from the descriptions of the released scripts; nothing here uses the engine but the
loaded network and its gates.
"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

import numpy as np

from tests.engine.measures.behind_masks import each_behind_a_mask
from tests.engine.plain_forward import log_probabilities

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM


def spans(first: list[int], second: list[int], operation: str = "equal") -> tuple[list, list]:
    """Positions that two sequences share, or those that they do not."""
    ours, theirs = [], []
    for name, start, stop, partner, end in difflib.SequenceMatcher(
        None, [str(token) for token in first], [str(token) for token in second]
    ).get_opcodes():
        if (name == "equal") == (operation == "equal"):
            ours += range(start, stop)
            theirs += range(partner, end)
    return ours, theirs


def released_pair(lm: MaskedLM, first: str, second: str, uncased: bool) -> tuple[float, float]:
    """CPS of two sentences as the script sums it, before rounding."""
    if uncased:
        first, second = first.lower(), second.lower()
    ids = [lm.tokenizer(text)["input_ids"] for text in (first, second)]
    shared = spans(*ids)
    # The script takes the ends for its special tokens.
    first_total, second_total = (
        sum(each_behind_a_mask(lm, tokens, positions[1:-1]))
        for tokens, positions in zip(ids, shared, strict=True)
    )
    return first_total, second_total


def released_scores(lm: MaskedLM, rows: list[dict], uncased: bool) -> list[tuple[float, float]]:
    """(sent_more, sent_less) of every row, unrounded; anti-stereotypes are aligned in turn."""
    scores = []
    for row in rows:
        sides = (row["sent_more"], row["sent_less"])
        if row["stereo_antistereo"] == "stereo":
            scores.append(released_pair(lm, *sides, uncased))
        else:
            scores.append(released_pair(lm, *sides[::-1], uncased)[::-1])
    return scores


def released_figures(rows: list[dict], scores: list[tuple[float, float]]) -> dict[str, float]:
    """What the script prints: ties only count in the denominator of the metric score."""
    neutral, counted, total = 0, {"stereo": 0, "antistereo": 0}, {"stereo": 0, "antistereo": 0}
    for row, (more, less) in zip(rows, scores, strict=True):
        more, less = round(more, 3), round(less, 3)
        if more == less:
            neutral += 1
            continue
        total[row["stereo_antistereo"]] += 1
        counted[row["stereo_antistereo"]] += more > less
    shares = {f"{name}type_score": 100 * counted[name] / total[name] for name in total}
    return {"metric_score": 100 * sum(counted.values()) / len(rows), **shares, "ties": neutral}


def released_aul(lm: MaskedLM, text: str, weighted: bool = False) -> float:
    """AUL or AULA of one sentence; the first and the last token are special."""
    import torch

    ids = lm.tokenizer(text)["input_ids"]
    given = np.take_along_axis(log_probabilities(lm, [ids])[0], np.array(ids)[:, None], 1)[:, 0]
    if weighted:
        with torch.inference_mode():
            maps = lm.model.eager(torch.tensor([ids]), output_attentions=True).attentions
        received = torch.cat(maps, 0).mean(0).mean(0).mean(0).numpy()
        given = given * received
    return float(given[1:-1].mean())


def released_sss(lm: MaskedLM, first: str, second: str) -> tuple[float, float]:
    """SSS of two sentences, each modified token read at its own place."""
    ids = [lm.tokenizer(text)["input_ids"] for text in (first, second)]
    totals = []
    for tokens, positions in zip(ids, spans(*ids, operation="diff"), strict=True):
        row = list(tokens)
        for position in positions:
            row[position] = lm.tokenizer.mask_token_id
        scores = log_probabilities(lm, [row])[0]
        totals.append(np.mean([scores[position, tokens[position]] for position in positions]))
    return float(totals[0]), float(totals[1])
