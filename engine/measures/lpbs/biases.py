"""Log-probability bias score: how much more a target draws "he" than "she" (METHODS: Heads).

association(T, he) = ln P(he | "[MASK] is T") - ln P(he | "[MASK] is [MASK]"), where the
prior masks T behind as many masks as it has pieces. LPBS(T) = association(T, he) -
association(T, she), nats: > 0 where the target draws "he" more, 0 is neutral. Over a domain
the effect size is d = (mean over X - mean over Y) / std over both, X being the targets
stereotyped with "he".

Source: Kurita et al. 2019, sections 2 and 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.core.mask_token import MASK
from engine.flow.kinds import named
from engine.flow.registry import suits
from engine.inference.plan import Row
from engine.inference.runner import run_rows, score_rows
from engine.inference.text import encode, span_positions, with_model_masks
from engine.measures.completion.word_beam import pieces_in_context, within_word_rows
from engine.measures.lpbs.sets import SLOT, Domain
from engine.measures.seat.association import (
    detectable_effect,
    effect_interval_over_templates,
    effect_size,
    permutation_test,
)
from engine.statistics import holm

if TYPE_CHECKING:
    import numpy as np

    from engine.models.loading import MaskedLM

UNDEFINED = (
    "All targets draw the two words alike, so the effect size is undefined: the scores do not vary."
)


def log_probability_biases(
    lm: MaskedLM, items: Sequence[dict[str, str]], params: dict[str, Any]
) -> list[dict[str, Any]]:
    """Score each target in each template.

    Args:
        items: `{"template", "target", "first", "second"}`, see `Domain.items`.

    Returns:
        For each item `score` (nats; > 0: drawn to the first person word), `first` and
        `second` (`log_probability` with the target in sight and `log_prior` with it masked,
        nats) and `pieces` of the target; or `problem`, one sentence.

    Source: Kurita et al. 2019, section 2.
    """
    suits("lpbs", named(lm.model), items, params)
    prepared = [_prepared(lm, item) for item in items]
    groups = [[] if isinstance(asked, str) else asked.rows for asked in prepared]
    values: list[dict[str, Any]] = []
    for asked, scores in zip(prepared, run_rows(lm, groups, score_rows), strict=True):
        if isinstance(asked, str):
            values.append({"problem": asked})
            continue
        found = dict.fromkeys(_READINGS, 0.0)
        for owners, score in zip(asked.owners, scores, strict=True):
            for reading, log_prob in zip(owners, score.log_probabilities, strict=True):
                found[reading] += log_prob
        values.append({**_value(found), "pieces": asked.pieces})
    return values


_PERSONS = ("first", "second")
# (person word, whether the target is in sight)
_READINGS = tuple(product(_PERSONS, (True, False)))


@dataclass(frozen=True)
class _Asked:
    """Rows of one item, which reading each of their answers belongs to, pieces of the target."""

    rows: list[Row]
    owners: list[list[tuple[str, bool]]]
    pieces: int


def _prepared(lm: MaskedLM, item: dict[str, str]) -> _Asked | str:
    """The rows to read, or why there are none."""
    reads: dict[tuple[int, ...], list[tuple[int, int, tuple[str, bool]]]] = {}
    pieces = 0
    for person in _PERSONS:
        word = _at_start(item["template"], item[person])
        text = item["template"].replace(SLOT, item["target"])
        parts = pieces_in_context(lm, text, 0, word)
        hidden = _target_positions(lm, item, len(parts))
        if not parts or not set(parts).isdisjoint(lm.tokenizer.all_special_ids):
            return f"The model's vocabulary has no pieces for {word!r}."
        if not hidden:
            return f"The model's vocabulary has no pieces for {item['target']!r}."
        pieces = len(hidden)
        for row in within_word_rows(lm, text, 0, parts):
            masked = tuple(
                lm.tokenizer.mask_token_id if position in hidden else token
                for position, token in enumerate(row.ids)
            )
            for ids, seen in ((row.ids, True), (masked, False)):
                reads.setdefault(ids, []).append((row.read[0], row.targets[0], (person, seen)))
    rows = [
        Row(ids, tuple(position for position, _, _ in asked), tuple(piece for _, piece, _ in asked))
        for ids, asked in reads.items()
    ]
    return _Asked(rows, [[reading for _, _, reading in asked] for asked in reads.values()], pieces)


def _at_start(template: str, word: str) -> str:
    """A person word that begins the sentence has a capital."""
    return word[:1].upper() + word[1:] if MASK.match(template.lstrip()) else word


def _target_positions(lm: MaskedLM, item: dict[str, str], masks: int) -> set[int]:
    """Tokens of the target behind `masks` masks; none where the vocabulary lacks it."""
    masked = with_model_masks(item["template"], lm.tokenizer, [masks])
    start = masked.index(SLOT)
    text = masked.replace(SLOT, item["target"])
    encoded = encode(lm.tokenizer, text, lm.model.max_length)
    found = span_positions(encoded, start, start + len(item["target"]))
    unknown = lm.tokenizer.unk_token_id
    return set() if unknown in [encoded.ids[position] for position in found] else set(found)


def _value(found: dict[tuple[str, bool], float]) -> dict[str, Any]:
    gains = [found[person, True] - found[person, False] for person in _PERSONS]
    return {"score": gains[0] - gains[1]} | {
        person: {"log_probability": found[person, True], "log_prior": found[person, False]}
        for person in _PERSONS
    }


def domain_score(domain: Domain, values: Sequence[dict[str, Any]], seed: int = 0) -> dict[str, Any]:
    """Bias of a domain from the scores of its targets in its templates.

    Args:
        values: of `domain.items()`, in that order.
        seed: of sampled permutations.

    Returns:
        `effect_size` (d over targets, each the mean over its templates; > 0: X is drawn to
        the first person word; None where undefined) with `interval` (95%, over targets and
        templates), `detectable` (smallest |d| that is significant with 80% power), `p_value`
        (two-sided permutation test over targets), `p_one_sided` (toward the first person word),
        `n_permutations`; where the effect size is undefined these are None and 0, and `problem`
        says so; `difference` (mean over X - mean over Y, nats); `by_template`
        (`template`, `effect_size`, `difference`) with `spread` (lowest and highest effect size
        over templates); `targets` (`word`, `set`, `score` nats, `low`, `high` over templates,
        `sd`); `problems`.

    Source: Kurita et al. 2019, section 3; May et al. 2019 for the effect size.
    """
    import numpy as np

    width = len(domain.templates)
    scores = np.array([value.get("score", np.nan) for value in values]).reshape(-1, width)
    words = [word for part in domain.targets for word in part]
    whole = ~np.isnan(scores).any(axis=1)
    in_x = np.arange(len(words)) < len(domain.targets[0])
    size_x = int((whole & in_x).sum())
    if size_x < 2 or int((whole & ~in_x).sum()) < 2:
        raise InputTextError(
            f"{domain.name}: fewer than two targets of a set can be scored by this model."
        )
    scored = scores[whole]
    by_template = [
        {"template": template, **_effect(scored[:, column], size_x)}
        for column, template in enumerate(domain.templates)
    ]
    effects = [entry["effect_size"] for entry in by_template if entry["effect_size"] is not None]
    effect = _effect(scored.mean(axis=1), size_x)
    return {
        "domain": domain.name,
        "x": domain.x,
        "y": domain.y,
        **effect,
        **(_UNTESTED if effect["effect_size"] is None else _tested(scored, size_x, seed)),
        "templates": width,
        "by_template": by_template,
        "spread": [min(effects), max(effects)] if effects else None,
        "targets": [
            {
                "word": word,
                "set": domain.x if x else domain.y,
                "score": float(row.mean()),
                "low": float(row.min()),
                "high": float(row.max()),
                "sd": float(row.std(ddof=1)),
            }
            for word, x, row, ready in zip(words, in_x, scores, whole, strict=True)
            if ready
        ],
        "problems": sorted({value["problem"] for value in values if "problem" in value}),
        "seed": seed,
    }


def _effect(s: np.ndarray, size_x: int) -> dict[str, float | None]:
    import torch

    effect = effect_size(torch.tensor(s, dtype=torch.float64), size_x)
    return {
        "effect_size": None if effect is None else float(effect),
        "difference": float(s[:size_x].mean() - s[size_x:].mean()),
    }


_UNTESTED = {
    "interval": None,
    "detectable": None,
    "p_value": None,
    "p_one_sided": None,
    "n_permutations": 0,
    "problem": UNDEFINED,
}


def _tested(scored: np.ndarray, size_x: int, seed: int) -> dict[str, Any]:
    interval = effect_interval_over_templates(scored, size_x)
    test = permutation_test(scored.mean(axis=1), size_x, seed)
    return {
        "interval": None if interval is None else list(interval),
        "detectable": detectable_effect(size_x, len(scored) - size_x),
        "p_value": test.p_value,
        "p_one_sided": test.p_one_sided,
        "n_permutations": test.n_permutations,
        "problem": None,
    }


def domain_scores(
    domains: Sequence[Domain], values: Sequence[dict[str, Any]], seed: int = 0
) -> list[dict[str, Any]]:
    """Bias of several domains, with p corrected for their number.

    Args:
        values: of the items of all domains, one domain after the other.
        seed: as for `domain_score`.

    Returns:
        What `domain_score` gives for each, and `p_holm`.
    """
    rest = iter(values)
    found = [domain_score(domain, [*islice(rest, len(domain.items()))], seed) for domain in domains]
    corrected = holm([one["p_value"] for one in found])
    return [{**one, "p_holm": p} for one, p in zip(found, corrected, strict=True)]
