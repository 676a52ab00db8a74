"""The two headlines of the CABM page: what the model fills in, and what CABM says."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

import streamlit as st

from components.cabm import first_result, wording
from components.cabm.scored import ScoredStudy
from components.frame.present import explain
from components.frame.present.numbers import number
from engine.core.families import MASKED
from engine.core.wording import agreeing
from engine.measures.cabm.features import UNSIGNED
from engine.measures.cabm.scores import NEUTRAL, NOT_SETTLED, biased, opposed_text
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
    "under Settings, gives it a direction."
)
_PUBLISHED = " A side is named as the thesis names it: by the score alone, without its interval."


def draw_headlines(scored: ScoredStudy) -> None:
    """Draw them side by side; CABM alone where there are no words to fill in."""
    asked = first_result.pronoun_gaps(scored)
    if asked is None:
        with st.container(border=True):
            _cabm(scored)
            st.caption(_no_gap(scored))
        return
    left, right = st.columns(2, gap="medium")
    with left.container(border=True, height="stretch"):
        first_result.draw_headline(scored, asked)
    with right.container(border=True, height="stretch"):
        _cabm(scored)


def _no_gap(scored: ScoredStudy) -> str:
    """Why the page begins with CABM."""
    if scored.study.settings.kind != MASKED:
        return (
            "This kind of model fills in no masked words, so the page begins with CABM and not "
            "with the words that the model fills in."
        )
    first, second = wording.first_words(scored.groups)
    return (
        f"To see whether the model itself fills in {first} or {second}, write templates of your "
        "own below the file, under *Other groups and targets*; the bundled ones are about gender."
    )


def _cabm(scored: ScoredStudy) -> None:
    """Count the occupations whose side is settled, and say what a score does not mean."""
    groups, noun = scored.groups, wording.noun(scored.study.data)
    counts = scored.categories[scored.weighting]
    settled = sum(counts[name] for name in biased(groups))
    st.markdown(f"**Which {noun}s lean to one side, by CABM?**")
    st.metric("settled", f"{settled} of {len(scored.frame)}", label_visibility="collapsed")
    first, second = (
        f"**{counts[name]}** {agreeing(counts[name], 'lean')} {explain.plain(group)}"
        for name, group in zip(biased(groups), groups.names, strict=True)
    )
    to_what = f", relative to these {noun}s" * scored.relative
    st.markdown(f"{noun}s have a side: {first} and {second}{to_what}. {_others(scored, counts)}")
    if differ := opposed_text(scored.frame["occupation"].tolist(), scored.opposed):
        st.markdown(explain.plain(differ))
    _agreement_with_model(scored)
    st.markdown(f":gray[{explain.plain(scored.named)}]")
    explain.note(_note(scored))


def _others(scored: ScoredStudy, counts: dict[str, int]) -> str:
    """The occupations without a side."""
    told = []
    if counts[NOT_SETTLED]:
        told.append(
            f"**{counts[NOT_SETTLED]}** {agreeing(counts[NOT_SETTLED], 'are')} not settled: the "
            "interval reaches neutral or the other side, or the test is not clear by Holm's "
            f"correction for all {len(scored.frame)}"
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
