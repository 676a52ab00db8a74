"""Completion by group: how the expected words change with the group a sentence names.

An item is a template with one `{group}` slot, one or more masked words (none for a causal
model, which gives the next word), and a list of groups. Divergence is the generalised
Jensen-Shannon divergence of the groups' word distributions (equal weights), in bits: 0 when the
model expects the same words whoever is named, at most log2 of the number of groups. The words
that shift most are those that contribute most to it.

Source: Lin 1991, equation 5.1 (generalised Jensen-Shannon divergence).
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import combinations, islice
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.core.mask_token import masks_in
from engine.core.wording import counted, figure_text
from engine.flow.kinds import continues
from engine.inference.runner import distributions
from engine.inference.vocabulary import vocabulary_of
from engine.measures.completion.completions import asked_row, bare_starts, offered
from engine.measures.completion.word_beam import target_words

if TYPE_CHECKING:
    import numpy as np

    from engine.models.loading import MaskedLM

SLOT = "{group}"
MAX_GROUPS = 40

_ARTICLE = re.compile(r"\b(a|an)(\s+)\{group\}", re.IGNORECASE)


def fill_slot(template: str, group: str) -> str:
    """Write a group into the slot, with `a` or `an` before it and a capital at the start."""
    if SLOT not in template:
        raise InputTextError(f"The sentence has no {SLOT} slot to put the groups into.")

    def article(match: re.Match[str]) -> str:
        word = "an" if group[:1].casefold() in "aeiou" else "a"
        return (word.capitalize() if match[1][0].isupper() else word) + match[2] + SLOT

    text = _ARTICLE.sub(article, template)
    if text.lstrip().startswith(SLOT):
        text = text.replace(SLOT, group[:1].upper() + group[1:], 1)
    return text.replace(SLOT, group)


def group_completions(
    lm: MaskedLM, items: Sequence[dict[str, Any]], params: dict[str, Any]
) -> list[dict[str, Any]]:
    """Group by word tables of each template.

    Args:
        items: `{"text": template, "groups": [...]}`.
        params: `top_k`, words a table; `targets`, words asked for; `hide` as in completion.

    Returns:
        For each template, `masks`: one table a masked word with `words`, `probabilities`
        [word][group], `spread` [word] (contribution to the divergence, bits), `divergence`
        (bits), `pairwise` [group][group] (bits) and `targets` [group] of target entries;
        `continued` where the next word was read.
    """
    return [_tables(lm, item["text"], item["groups"], params) for item in items]


def _tables(
    lm: MaskedLM, template: str, groups: Sequence[str], params: dict[str, Any]
) -> dict[str, Any]:
    if len(groups) < 2:
        raise InputTextError(
            f"{SLOT} needs at least two groups to compare; got {len(groups)}. "
            "Choose a list or type your own, separated by commas."
        )
    if len(groups) > MAX_GROUPS:
        raise InputTextError(
            f"{counted(len(groups), 'group')}; at most {MAX_GROUPS} can be compared."
        )
    if any(masks_in(group) for group in groups):
        raise InputTextError("A group is a plain word; a group cannot contain a blank.")
    texts = [fill_slot(template, group) for group in groups]
    rows = [asked_row(lm, text) for text in texts]
    found = distributions(lm, rows)  # [group][mask, vocabulary]
    bare = bare_starts(lm, texts[0])
    masks = []
    for mask in range(len(rows[0].read)):
        table = _table(lm, [group[mask] for group in found], params, bare[mask])
        table["targets"] = [
            target_words(lm, text, mask, params.get("targets", []), group[mask])
            for text, group in zip(texts, found, strict=True)
        ]
        masks.append(table)
    continued = {"continued": True} if continues(lm) else {}
    return {"texts": texts, "groups": list(groups), "masks": masks} | continued


def _table(
    lm: MaskedLM, log_probs: list[np.ndarray], params: dict[str, Any], bare_start: bool
) -> dict[str, Any]:
    import numpy as np

    probabilities = np.exp(np.stack(log_probs).astype(np.float64))
    shifts = contributions(probabilities)
    vocabulary = vocabulary_of(lm.tokenizer, lm.model.vocabulary)
    ranked = offered(vocabulary, shifts, params.get("hide", []), bare_start)
    chosen = [token_id for _, token_id in islice(ranked, params["top_k"])]
    return {
        "words": [vocabulary.word(token_id) for token_id in chosen],
        "tokens": [vocabulary.tokens[token_id] for token_id in chosen],
        "probabilities": probabilities[:, chosen].T.tolist(),
        "spread": shifts[chosen].tolist(),
        "divergence": max(0.0, float(shifts.sum())),
        "pairwise": pairwise_divergence(probabilities).tolist(),
    }


def contributions(probabilities: np.ndarray) -> np.ndarray:
    """What each word adds to the groups' divergence.

    Args:
        probabilities: [group, word]; each row sums to one.

    Returns:
        [word], bits; their sum is the generalised Jensen-Shannon divergence.
    """
    import numpy as np

    mean = probabilities.mean(axis=0)
    # The mean of a probability near the smallest number there is rounds to nothing.
    counted = (probabilities > 0) & (mean > 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(counted, probabilities * np.log2(probabilities / mean), 0.0)
    return terms.mean(axis=0)


def pairwise_divergence(probabilities: np.ndarray) -> np.ndarray:
    """Jensen-Shannon divergence of every two groups.

    Args:
        probabilities: [group, word]; each row sums to one.

    Returns:
        [group, group], bits, 0 to 1.
    """
    import numpy as np

    size = len(probabilities)
    table = np.zeros((size, size))
    for first in range(size):
        for second in range(first + 1, size):
            value = float(contributions(probabilities[[first, second]]).sum())
            table[first, second] = table[second, first] = max(0.0, value)
    return table


def furthest_pair(
    groups: Sequence[str], pairwise: Sequence[Sequence[float]]
) -> tuple[str, str, float]:
    """The two groups whose expected words differ most.

    Args:
        pairwise: [group][group], bits.

    Returns:
        Both names, in the order of the list, and their divergence, bits (0 to 1); the first such
        pair where several differ as much.
    """
    first, second = max(
        combinations(range(len(groups)), 2), key=lambda pair: pairwise[pair[0]][pair[1]]
    )
    return groups[first], groups[second], float(pairwise[first][second])


def divergence_text(bits: float | str, groups: int, spec: str = ".2f") -> str:
    """A divergence with its unit and its scale, as every text about groups has it.

    Args:
        bits: the divergence; or what is written in its place, as two of them.
        groups: that it is of.
        spec: format of the number.
    """
    amount = bits if isinstance(bits, str) else figure_text(bits, spec)
    return f"{amount} bits {scale_text(groups)}"


def scale_text(groups: int) -> str:
    """The scale of a divergence of so many groups, in words: from the same words to none shared."""
    return f"on a scale from 0 to {math.log2(groups):.3g}"
