"""What CABM says, in one sentence, with its statistics and what it does not mean."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

import streamlit as st

from components.cabm import wording
from components.cabm.scored import ScoredStudy
from components.frame.present import explain
from components.frame.present.numbers import number
from engine.core.families import MASKED
from engine.core.wording import agreeing
from engine.measures.cabm.features import UNSIGNED
from engine.measures.cabm.scores import NEUTRAL, NOT_SETTLED, biased, opposed_text
from engine.measures.cabm.variance import explained_by_pmi, variance_text
from engine.statistics import POWER, detectable_correlation, detectable_difference

_RELATIVE = (
    "A score of 0 is the average of these {noun}s, not the absence of bias: in every model about "
    "half of them lie on either side. Use the scores to compare {noun}s, and {other} to compare "
    "models."
)
_RAW = (
    "On the raw scale the features are added up in their own units, so the one with the largest "
    "numbers decides most. A score of 0 means that they cancel out, not that there is no bias."
)
_RAW_CONTEXT = (
    " The shift of context is never below 0, so it moves every score toward {first}; *signed*, "
    "under Options, gives it a direction."
)
_PUBLISHED = " A side is named as the thesis names it: by the score alone, without its interval."


# On a screen of the Stage, where another may say what the other measure says.
FILLED_IN = "By the word that the model itself fills in."
CABM = "Not by the word filled in, but by a score of word counts and the model's vectors."


def of_screen(scored: ScoredStudy, measure: str, statistics: str) -> str:
    """What stands below a claim on a screen of its own (plain text).

    Args:
        measure: what kind of measure it is, in a sentence; empty for nothing.
        statistics: of the claim.
    """
    return " ".join(filter(None, [f"{scored.label}.", measure, statistics]))


def cabm_claim(scored: ScoredStudy) -> str:
    """How many occupations have a side by CABM, in one sentence (plain text)."""
    counts = scored.categories[scored.weighting]
    jobs = wording.jobs(len(scored.frame), scored.study.data)
    sides = [counts[name] for name in biased(scored.groups)]
    clearly = "clearly " * (not scored.study.settings.published)
    if not sum(sides):
        return f"By CABM, none of the {jobs} {clearly}leans to one side."
    each = [
        f"{count} {group}" for count, group in zip(sides, scored.groups.names, strict=True) if count
    ]
    return (
        f"By CABM, {sum(sides)} of {jobs} {clearly}{agreeing(sum(sides), 'lean')} to one side: "
        f"{' and '.join(each)}."
    )


def cabm_statistics(scored: ScoredStudy) -> str:
    """The occupations without a side, and agreement with the words filled in (plain text)."""
    counts = scored.categories[scored.weighting]
    parts = (
        [f"Compared with the average of these {wording.plain_noun(scored.study.data)}s"]
        if scored.relative
        else []
    )
    if counts[NOT_SETTLED]:
        unclear = f"{counts[NOT_SETTLED]} with {wording.NO_CLEAR_LEAN}"
        parts.append(f"{unclear} (95% CI, Holm-corrected p)")
    if counts[NEUTRAL]:
        parts.append(f"{counts[NEUTRAL]} neutral, within ±{scored.limit:.2g}")
    agreement = scored.agreement()
    if agreement is not None and agreement["spearman"] is not None:
        parts.append(
            f"rank correlation with the word filled in {number(agreement['spearman'], '+.2f')}, "
            f"{wording.rho_bounds(agreement)}"
        )
    return " · ".join(parts)


def draw_more(scored: ScoredStudy) -> None:
    """Draw the further statistics of CABM."""
    counts = scored.categories[scored.weighting]
    if others := _others(scored, counts):
        st.markdown(others)
    if differ := opposed_text(scored.frame["occupation"].tolist(), scored.opposed):
        st.markdown(explain.plain(differ))
    _agreement_with_model(scored)
    share = explained_by_pmi(scored.frame["score"].tolist(), scored.frame["pmi_bias"].tolist())
    shares = scored.study.variance(scored.weights)
    st.markdown(explain.plain(variance_text(shares, len(scored.frame), share)))
    st.markdown(f":gray[{explain.plain(scored.named)}]")


def limits_text(scored: ScoredStudy, asked: bool) -> str:
    """What a score of CABM does not mean (markdown).

    Args:
        asked: whether the page also has the words that the model fills in.
    """
    return _note(scored) if asked else f"{_note(scored)}\n\n{_no_gap(scored)}"


def _no_gap(scored: ScoredStudy) -> str:
    """Why the page begins with CABM."""
    if scored.study.settings.kind != MASKED:
        return (
            "This kind of model fills in no blanks, so the page begins with CABM and not "
            "with the words that the model fills in."
        )
    first, second = wording.first_words(scored.groups)
    return (
        f"To see whether the model itself fills in {first} or {second}, write templates of your "
        "own below the file, under *Other groups and targets*; the bundled ones are about gender."
    )


def _others(scored: ScoredStudy, counts: dict[str, int]) -> str:
    """The occupations without a side."""
    told = []
    if counts[NOT_SETTLED]:
        told.append(
            f"**{counts[NOT_SETTLED]}** {agreeing(counts[NOT_SETTLED], 'show')} "
            f"{wording.NO_CLEAR_LEAN}: the interval reaches neutral or the other side, or the "
            f"test is not clear by Holm's correction for all {len(scored.frame)}"
        )
    if counts[NEUTRAL]:
        told.append(
            f"**{counts[NEUTRAL]}** {agreeing(counts[NEUTRAL], 'are')} neutral, within "
            f"±{scored.limit:.2g}"
        )
    said = f"{'; '.join(told)}." if told else ""
    return said + (_settled_from(scored) if counts[NOT_SETTLED] else "")


def _settled_from(scored: ScoredStudy) -> str:
    """How far from 0 a score has to lie to be settled, where some are not."""
    widths = (scored.frame["score_high"] - scored.frame["score_low"]).median()
    if isnan(widths):
        return ""
    needed = detectable_difference(0, float(widths), family=len(scored.frame))
    return (
        f" With intervals this wide, a score has to be about ±{scored.limit + needed:.2f} to be "
        f"settled with {POWER:.0%} power."
    )


def _note(scored: ScoredStudy) -> str:
    settings = scored.study.settings
    if scored.relative:
        other = f"the {scored.gap_name}" if settings.kind == MASKED else "the raw scale"
        return _RELATIVE.format(other=other, noun=wording.noun(scored.study.data))
    told = _RAW
    if "context" in scored.study.names and settings.context == UNSIGNED:
        told += _RAW_CONTEXT.format(first=explain.plain(scored.groups.names[0]))
    return told + _PUBLISHED * settings.published


def _agreement_with_model(scored: ScoredStudy) -> None:
    """Show how well the scores agree with the words the model itself fills in."""
    agreement = scored.agreement()
    if agreement is None or agreement["spearman"] is None:
        return
    statistics = [
        wording.rho_bounds(agreement),
        wording.number_of(len(scored.frame), scored.study.data),
    ]
    st.markdown(
        f":gray[Rank correlation with the {scored.gap_name} (the thesis calls this *unmasking*): "
        f"**{number(agreement['spearman'], '+.2f')}** · {' · '.join(statistics)}."
        f"{_undetected(scored, agreement['spearman_interval'])}]"
    )


def _undetected(scored: ScoredStudy, bounds: Sequence[float] | None) -> str:
    """What these occupations could have shown, where the correlation may be 0."""
    smallest = detectable_correlation(len(scored.frame))
    if bounds is None or smallest is None or bounds[0] > 0 or bounds[1] < 0:
        return ""
    return (
        f" With {wording.number_of(len(scored.frame), scored.study.data)}, a correlation has to be "
        f"at least {smallest:.2f} to be detected with {POWER:.0%} power; smaller ones are not "
        "ruled out."
    )
