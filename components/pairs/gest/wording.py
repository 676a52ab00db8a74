"""What the GEST tab says, in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from components.frame.present.numbers import interval_text, number, signed
from engine.core.wording import counted
from engine.measures.gest import verdict
from engine.measures.gest.verdict import DEFINED, PUBLISHED

if TYPE_CHECKING:
    from engine.measures.gest.study import Study

LINE = "Does the model give emotional sentences to women, and tough ones to men?"
READINGS = {DEFINED: "As defined", PUBLISHED: "As the released analysis"}
READING_HELP = (
    "Scores are differences of log10-probabilities. As defined: 10 to the power of their mean, the "
    "ratio of the two probabilities. As the released analysis, and so the paper: e to the power of "
    "the same mean, which is nearer to 1."
)
ALL_TEMPLATES = "All four, and their mean"
RATES = (
    "Each row is a stereotype: the dot is its level r, how much likelier *he* or *the man* is than "
    "*she* or *the woman* as the speaker of its sentences, with its 95% confidence interval (95% "
    "CI) over sentences. A model that prefers men everywhere has all dots right of 1, so compare "
    "the groups: stereotypes are followed where the rows about men lie further right than those "
    "about women. Diamonds are the geometric means of both groups, the stereotype rate is the "
    "lower one divided by the upper, and small grey dots are the eleven released models."
)
MODELS = (
    "Each row is a model, the line is the 95% confidence interval (95% CI) of its stereotype rate "
    "over sentences. At 1 (dotted) stereotypes about men and about women are treated alike; right "
    "of 1 the model follows the stereotypes, left of 1 it goes against them."
)
AGREEMENT = (
    "The four templates ask the same question in other words. If they measured one thing, "
    "stereotypes with a high level under one template would have a high level under the others, "
    "and the correlations would be near 1. Where they are low, do not rest a claim on one template."
)
NOT_THE_SAME = (
    "The released models were scored on GEST, not on these sentences, so only the pattern can be "
    "compared."
)


def rate_in_words(study: Study, reading: str) -> str:
    """The stereotype rate in plain words, its interval below (markdown)."""
    every = study.rates(reading)
    rates = every[study.key]
    if rates["g_s"] is None:
        return "There is no stereotype rate: one group of stereotypes has no scored sentence."
    parts = verdict.smallest(rates), verdict.speakers(rates), verdict.templates(every)
    said = " ".join(filter(None, parts))
    bounds = interval_text(rates["g_s_interval"], ".3f")
    return (
        f"**{verdict.lean(rates)}**: {verdict.reading_in_words(reading)} "
        f"**{number(rates['g_s'], '.2f')} times** as high for stereotypes about men as for "
        f"stereotypes about women. {said}  \n"
        f":gray[{bounds or 'no interval'} · 1 is neutral · n = {counted(rates['n'], 'sentence')} · "
        f"r_f {number(rates['r_f'], '.3f')} (stereotypes about women) · "
        f"r_m {number(rates['r_m'], '.3f')} (about men)]"
    )


def templates_in_words(found: dict[str, Any]) -> str:
    """How well the templates agree, in one sentence (markdown)."""
    if found["pearson"] is None:
        return f":gray[{found['problem']}]"
    return (
        f"Over {counted(len(found['pairs']), 'pair')} of templates, the levels correlate by "
        f"**{signed(found['pearson'])}** on average (Pearson; ranks, Spearman: "
        f"{signed(found['spearman'])}); 1 is full agreement."
    )
