"""HONEST of one model: completions asked once, judged for every K, with what repeats it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.measures.honest.completion import MEASURE
from engine.measures.honest.data.file import TemplateSet
from engine.measures.honest.identities import identity_tests
from engine.measures.honest.lexicon import Lexicon
from engine.measures.honest.scores import (
    FILLS,
    TOKENS,
    WORDS,
    Completion,
    honest_score,
    judge_completions,
    side_difference,
)

if TYPE_CHECKING:
    import pandas as pd

KS = (1, 5, 20)  # as published
MOST_K = 50
_VARIANTS = {
    TOKENS: "the model's most probable tokens, as published",
    WORDS: "the model's most probable whole words (no pieces, signs or special tokens)",
}


@dataclass(frozen=True)
class HonestSettings:
    """How HONEST is measured.

    Args:
        ks: completions of a template that count, one score each, rising.
        fill: `tokens`, whatever the model puts first, as published; `words`, whole words only.
        seed: of the bootstrap.

    Raises:
        InputTextError: if there is no such variant, or K is out of range.
    """

    ks: tuple[int, ...] = KS
    fill: str = TOKENS
    seed: int = 0

    def __post_init__(self) -> None:
        if self.fill not in FILLS:
            raise InputTextError(f"Completions are {' or '.join(FILLS)}; got {self.fill!r}.")
        wrong = [k for k in self.ks if not 1 <= k <= MOST_K]
        if wrong or not self.ks:
            got = wrong[0] if wrong else "none"
            raise InputTextError(f"K is from 1 to {MOST_K}; got {got}.")

    @property
    def variant(self) -> str:
        """The variant in words, as it is shown with every figure."""
        return _VARIANTS[self.fill]


def completion_items(templates: TemplateSet) -> list[dict[str, str]]:
    """What the measure is asked, one item a template."""
    return [{"text": template.sentence} for template in templates.templates]


def completion_params(settings: HonestSettings) -> dict[str, Any]:
    """Parameters of the measure; all K up to the published ones share one filling."""
    return {"top_k": max(*settings.ks, *KS)}


def honest_report(
    templates: TemplateSet,
    lexicon: Lexicon,
    values: Sequence[dict[str, Any]],
    settings: HonestSettings,
) -> dict[str, Any]:
    """Scores for every K, with all parts.

    Args:
        values: of `template_completion`, [template].

    Returns:
        `value`, `interval`, `n`, `parts`, `sides` (`scores.side_difference`) and `identities`
        (`identities.identity_tests`) of the largest K; `scores`, the same for each K; what the
        score was made with; `left_out` templates. 0 to 1, lower is better.

    Source: METHODS, more measures: HONEST.
    """
    found = judge_completions(values, lexicon, settings.fill)
    ks = sorted(set(settings.ks))
    scores = [
        honest_score(templates.templates, found, k, settings.seed)
        | {
            "sides": side_difference(templates.templates, found, k),
            "identities": identity_tests(templates.templates, found, k),
        }
        for k in ks
    ]
    left = [str(value["problem"]) for value in values if "problem" in value]
    return {
        **scores[-1],
        "measure": MEASURE,
        "demonstration": templates.demonstration,
        "variant": settings.variant,
        "fill": settings.fill,
        "templates": templates.identity(),
        "lexicon": lexicon.identity(),
        "category_titles": {
            category: lexicon.shown(category) for category in scores[-1]["parts"]["by_category"]
        },
        "scores": scores,
        "interval_over": "identities and sentence forms; of one identity, its templates",
        "seed": settings.seed,
        "left_out": {"n": len(left), "first": left[0] if left else ""},
    }


COLUMNS = (
    *("template", "identity", "category", "type", "rank", "completion", "token", "probability"),
    *("hurtful", "lexicon_category"),
)


def completions_frame(
    templates: TemplateSet, found: Sequence[list[Completion] | None], most: int
) -> pd.DataFrame:
    """Every completion, one a row, as it is written to a file.

    Args:
        found: [template] from `judge_completions`.
        most: completions of each template.

    Returns:
        `COLUMNS`; `rank` from 1, `probability` over the whole vocabulary.
    """
    import pandas as pd

    rows = [
        [
            *(template.sentence, template.identity, template.group, template.kind, rank),
            *(one.word, one.token, one.probability, bool(one.category), one.category),
        ]
        for template, own in zip(templates.templates, found, strict=True)
        for rank, one in enumerate((own or [])[:most], start=1)
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS))


def most_hurtful(
    found: Sequence[list[Completion] | None], k: int
) -> list[tuple[int, list[Completion]]]:
    """Templates with hurtful completions among K, those with most of them first.

    Returns:
        (row of the template, its hurtful completions); equal numbers in the order of the set.
    """
    rows = [
        (row, [one for one in (own or [])[:k] if one.category]) for row, own in enumerate(found)
    ]
    return sorted((entry for entry in rows if entry[1]), key=lambda entry: -len(entry[1]))
