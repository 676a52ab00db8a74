"""One model on a set of sentences: scores by template, and every figure worked out of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

from engine.core.wording import counted, listed
from engine.measures.gest.data.file import NUMBERS, name_of
from engine.measures.gest.levels import Levels, Score, levels, shares
from engine.measures.gest.scoring import ALL, template_text, wording_notes
from engine.measures.gest.verdict import VARIANTS, natural, rates
from engine.statistics import DRAWS, rank_correlation
from engine.statistics.correlation import ONE_ORDER

if TYPE_CHECKING:
    from engine.flow.shapes import Problem
    from engine.measures.gest.value import GestValue


Key = int | str  # a template, or ALL


def items_of(sentences: Sequence[str], templates: Sequence[int]) -> list[dict[str, Any]]:
    """What is measured, template by template.

    Short sentences come first: rows of one length share their batches, and a chunk of sentences
    of every length would leave most of its batches nearly empty.
    """
    return [
        {"sentence": sentences[row], "template": template}
        for template in templates
        for row in _by_length(sentences)
    ]


@dataclass(frozen=True, eq=False)
class Study:
    """One model on a set of sentences.

    Args:
        stereotypes: [sentence] 1 to 16.
        scores: template -> [sentence] log10; None where a sentence has none.
        problems: (template, place of the sentence, why it has no score).
        whole_words: scores for which one side had no token of its own.
        seed: of the intervals.
    """

    stereotypes: tuple[int, ...]
    scores: dict[int, list[Score]]
    problems: tuple[tuple[int, int, str], ...] = ()
    whole_words: int = 0
    seed: int = 0

    @property
    def templates(self) -> tuple[int, ...]:
        """The templates that were measured."""
        return tuple(self.scores)

    @property
    def key(self) -> Key:
        """The template, or `all` where several were measured."""
        return next(iter(self.scores)) if len(self.scores) == 1 else ALL

    @cached_property
    def by_key(self) -> dict[Key, list[Score]]:
        """Scores by template; of several also their mean, where a sentence has all of them."""
        found: dict[Key, list[Score]] = dict(self.scores.items())
        if len(self.scores) > 1:
            found[ALL] = [_mean(scores) for scores in zip(*self.scores.values(), strict=True)]
        return found

    @cached_property
    def levels(self) -> dict[Key, Levels]:
        """Mean scores of the stereotypes, by template."""
        alike: dict[tuple[bool, ...], list[Key]] = {}
        for key, scores in self.by_key.items():
            alike.setdefault(tuple(score is not None for score in scores), []).append(key)
        found: dict[Key, Levels] = {}
        for scored, keys in alike.items():  # drawn together, which is faster
            rows = [row for row, there in enumerate(scored) if there]
            columns = [[self.by_key[key][row] for row in rows] for key in keys]
            numbers = [self.stereotypes[row] for row in rows]
            found.update(zip(keys, levels(columns, numbers, self.seed), strict=True))
        return {key: found[key] for key in self.by_key}

    def rates(self, reading: str) -> dict[Key, dict[str, Any]]:
        """Figures by template, see `rates`."""
        return {key: rates(found, reading) for key, found in self.levels.items()}

    def parts(self, reading: str) -> list[Score]:
        """What each sentence adds to ln g_s; exp of their mean is g_s. Empty without a g_s."""
        found = shares(self.by_key[self.key], self.stereotypes)
        return [None if part is None else natural(part, reading) for part in found]

    def agreement(self, reading: str) -> dict[str, Any]:
        """Correlations of r_i between templates."""
        found = self.rates(reading)
        return template_agreement(
            {template: found[template]["r"] for template in self.scores}, self.seed
        )


def study_of(
    sentences: Sequence[str],
    stereotypes: Sequence[int],
    values: Sequence[GestValue | Problem],
    templates: Sequence[int],
    seed: int = 0,
) -> Study:
    """Values of `items_of` in the order of the sentences again.

    Args:
        values: one an item.
        seed: of the intervals.
    """
    order = _by_length(sentences)
    scores: dict[int, list[Score]] = {template: [None] * len(sentences) for template in templates}
    problems, whole_words = [], 0
    places = [(template, row) for template in templates for row in order]
    for (template, row), value in zip(places, values, strict=True):
        if "problem" in value:
            problems.append((template, row, str(value["problem"])))
        else:
            scores[template][row] = value["score"]
            whole_words += value["whole_words"]
    return Study(tuple(stereotypes), scores, tuple(sorted(problems)), whole_words, seed)


def gest_report(study: Study, reading: str) -> dict[str, Any]:
    """All figures as one JSON-ready object.

    Returns:
        `value` (the stereotype rate g_s), its 95% `interval` over sentences, `n` scored
        sentences, `parts` [sentence] (exp of their mean is the value), `template`, `reading`,
        `variant`, `templates` (figures of each, and of their mean under `all`), `agreement`
        between templates, `stereotypes` (number and name), `problems` and `notes`.

    Source: Pikuliak et al. 2024.
    """
    found = study.rates(reading)
    main = found[study.key]
    return {
        "value": main["g_s"],
        "interval": main["g_s_interval"],
        "n": main["n"],
        "neutral": 1.0,
        "reading": reading,
        "variant": VARIANTS[reading],
        "template": str(study.key),
        "templates": [
            {"template": str(key), "text": ALL if key == ALL else template_text(int(key)), **entry}
            for key, entry in found.items()
        ],
        "agreement": study.agreement(reading),
        "stereotypes": [{"number": number, "name": name_of(number)} for number in NUMBERS],
        "parts": study.parts(reading),
        "problems": [
            {"template": template, "sentence": place + 1, "problem": text}
            for template, place, text in study.problems
        ],
        "notes": [*notes(study, reading), *wording_notes(study.templates)],
        "seed": study.seed,
    }


def notes(study: Study, reading: str) -> list[str]:
    """What to know about the figures, one sentence each."""
    rates = study.rates(reading)[study.key]
    found = list(rates["problems"])
    alike = [
        name_of(number)
        for number, count, interval in zip(
            NUMBERS, rates["counts"], rates["r_intervals"], strict=True
        )
        if count > 1 and interval is None
    ]
    if alike:
        found.append(
            f"All sentences of {listed(alike)} have the same score, so "
            f"{'it has' if len(alike) == 1 else 'they have'} no interval."
        )
    if study.problems:
        missing = len({place for _, place, _ in study.problems})
        found.append(f"{missing:,} of {len(study.stereotypes):,} sentences could not be scored.")
    if study.whole_words:
        found.append(
            f"In {counted(study.whole_words, 'score')} one of the two words has no token of its "
            "own, so "
            "all tokens of both words were read."
        )
    return found


def _by_length(sentences: Sequence[str]) -> list[int]:
    return sorted(range(len(sentences)), key=lambda row: len(sentences[row]))


def _mean(scores: Sequence[Score]) -> Score:
    known = [score for score in scores if score is not None]
    return sum(known) / len(known) if len(known) == len(scores) else None


# --- agreement ----------------------------------------------------------------------------
# Whether the templates agree: correlations of r_i over the stereotypes, template by template.

_LEAST = 3  # stereotypes that a correlation needs; its interval needs more
_ALONE = "One template was measured; at least two are needed to compare them."
_UNDEFINED = (
    "The templates cannot be compared: fewer than three stereotypes have a value under both, or "
    "their values do not vary."
)


def template_agreement(
    rates: Mapping[int, Sequence[float | None]], seed: int = 0, draws: int = DRAWS
) -> dict[str, Any]:
    """Correlations of r_i between templates.

    Args:
        rates: template -> [stereotype] r_i; None where a stereotype has no sentence.
        seed: of the bootstrap of Spearman's correlation.

    Returns:
        `pairs`: entries of `first`, `second`, `pearson`, `pearson_interval` (Fisher's z),
        `spearman`, `spearman_interval` (bootstrap over stereotypes) and `n` stereotypes;
        `pearson` and `spearman`: their means over the pairs; `problem` where there is none.
        None where a correlation is not defined.
    """
    if len(rates) < 2:
        return {"pairs": [], "pearson": None, "spearman": None, "problem": _ALONE}
    pairs = [
        {"first": first, "second": second, **_correlated(rates[first], rates[second], seed, draws)}
        for first, second in combinations(rates, 2)
    ]
    means = {
        name: _template_mean([pair[name] for pair in pairs]) for name in ("pearson", "spearman")
    }
    return {"pairs": pairs, **means, "problem": _UNDEFINED if means["pearson"] is None else ""}


def _correlated(
    first: Sequence[float | None], second: Sequence[float | None], seed: int, draws: int
) -> dict[str, Any]:
    from scipy.stats import pearsonr

    pairs = zip(first, second, strict=True)
    both = [(one, other) for one, other in pairs if one is not None and other is not None]
    ones, others = [one for one, _ in both], [other for _, other in both]
    ranks = rank_correlation(ones, others, seed, draws)
    value = interval = None
    if ranks["rho"] is not None:
        pearson = pearsonr(ones, others)
        value = float(pearson.statistic)
        if len(both) > _LEAST and abs(value) < ONE_ORDER:
            interval = [*map(float, pearson.confidence_interval())]
    return {
        "pearson": value,
        "pearson_interval": interval,
        "spearman": ranks["rho"],
        "spearman_interval": ranks["interval"],
        "n": len(both),
    }


def _template_mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
