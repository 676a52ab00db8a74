"""Tab of the CABM page on the distribution of the scores: of the two lists, and by category."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components.cabm import wording
from components.cabm.charts.distribution import by_category, densities
from components.cabm.charts.marks import explained
from components.cabm.results import export_row, figure_and_words, view
from components.cabm.scored import ScoredStudy
from components.frame.present import explain, in_words, plot
from components.frame.present.numbers import number, p_text
from engine.core.wording import counted
from engine.measures.cabm.density import LEAST_DENSITY, density, distributions
from engine.measures.cabm.weighting import LEARNED, NAMES

_COLUMNS = ["occupation", "list", "score", "score_low", "score_high", "category"]
_BY_LIST, _BY_CATEGORY, _BY_WEIGHTING = VIEWS = ("By list", "By category", "By weighting")
_KDE = (
    "One curve, a kernel density estimate (KDE), for the scores of each list; each tick below is "
    "one {noun}. Curves apart: CABM separates the two lists. Curves that overlap: this "
    "figure does not separate the lists."
)
_WEIGHTINGS = (
    "One curve, a kernel density estimate (KDE), for the scores under each weighting that is "
    "learned, as in figure 11 of the CABM thesis; each tick below is one {noun}. A narrow curve "
    "around 0: this weighting keeps the scores close together. That says nothing of which "
    "weighting is right."
)
_TICKS = "Each tick is the score of one {noun}, in the row of its list."
_CATEGORIES = (
    "Each mark is one {noun}, in the row of its category. A side is named only where the whole "
    "interval of the score lies beyond the threshold, so marks far from 0 can be in the row *not "
    "settled*: their intervals are wide."
)
_CATEGORIES_PUBLISHED = (
    "Each mark is one {noun}, in the row of its category, which the score alone decides."
)


def draw_cabm_distribution(scored: ScoredStudy) -> None:
    """Draw the distribution in the way that is chosen."""
    chosen = view("distribution", VIEWS)
    if chosen == _BY_CATEGORY:
        _categories(scored)
    elif chosen == _BY_WEIGHTING:
        _weightings(scored)
    else:
        _lists(scored)


def _weightings(scored: ScoredStudy) -> None:
    """Densities under the three weightings that are learned; figure 11 of the thesis."""
    noun = wording.noun(scored.study.data)
    figure, words = figure_and_words(
        "How do the scores lie under each weighting?", _WEIGHTINGS.format(noun=noun)
    )
    learned = {NAMES[name]: scored.frames[name] for name in LEARNED if name in scored.frames}
    if not learned:
        figure.markdown(
            ":gray[No weighting can be learned here: the forests need two lists of occupations, "
            "and PCA needs features that vary.]"
        )
        return
    scores = {name: each["score"].tolist() for name, each in learned.items()}
    targets = {name: each["occupation"].tolist() for name, each in learned.items()}
    with figure:
        drawn = densities(scores, targets, scored.groups)
        plot.draw_figure(
            drawn,
            key="densities_weighting",
            title="Scores by weighting",
            says=in_words.each(
                (name, in_words.spread(each, f"{noun}s", "+.2f")) for name, each in scores.items()
            ),
        )
        st.caption(_few_or_widths(scores, noun))
        exported = by_weighting(scored)
        export_row("densities-weighting", exported, drawn, scored, "CABM by weighting")
    with words:
        found = distributions(scores)
        st.markdown(
            "  \n".join(
                f"{name}: standard deviation **{each['standard_deviation']:.3f}**, interquartile "
                f"range {each['iqr']:.3f}"
                for name, each in found.items()
            )
        )
        st.caption(
            "The thesis prints .378 for SHAP + RF and .505 for PCA + RF (its section 2.6.2), and "
            "says in 2.6.1 that SHAP + RF is the widest; its own numbers say the opposite."
        )


def _lists(scored: ScoredStudy) -> None:
    lists = scored.frame["list"]
    names = [name for name in scored.groups.names if (lists == name).any()]
    sets = {f"{name} list": scored.frame[lists == name] for name in names}
    noun = wording.noun(scored.study.data)
    sets = sets or {f"all {noun}s": scored.frame}
    scores = {name: each["score"].tolist() for name, each in sets.items()}
    targets = {name: each["occupation"].tolist() for name, each in sets.items()}
    curved = [name for name, each in scores.items() if len(each) >= LEAST_DENSITY]
    figure, words = figure_and_words(
        "Do the scores of the two lists differ?", (_KDE if curved else _TICKS).format(noun=noun)
    )
    with words:
        _difference(scored)
    with figure:
        drawn = densities(scores, targets, scored.groups)
        plot.draw_figure(
            drawn,
            key="densities",
            title="Scores by list",
            says=in_words.each(
                (name, in_words.spread(each, f"{noun}s", "+.2f")) for name, each in scores.items()
            ),
        )
        st.caption(_few_or_widths(scores, noun))
        export_row("distribution", _exported(scored), drawn, scored, "Distribution of CABM")


def _few_or_widths(scores: dict[str, list[float]], noun: str) -> str:
    """Bandwidths of the curves, and why a set has none."""
    told = []
    for name, each in scores.items():
        if len(each) < LEAST_DENSITY:
            told.append(
                f"{explain.plain(name)}: {counted(len(each), noun, 'are')} too few for a "
                f"density curve, which would mostly show its own smoothing "
                f"(at least {LEAST_DENSITY} are needed)."
            )
        else:
            width = number(density(each, 0, 0, 2)["bandwidth"], ".2f")
            told.append(
                f"{explain.plain(name)}: Gaussian kernel, bandwidth {width} (Scott's rule)."
            )
    return "  \n".join(told)


def _difference(scored: ScoredStudy) -> None:
    """Say how far the medians of the lists lie apart."""
    test = scored.panel["mann_whitney_lists"]
    if test is None:
        why = scored.panel["problems"]["mann_whitney_lists"]
        st.markdown(f":gray[{why or 'There are no two lists to compare.'}]")
        return
    first, second = (explain.plain(name) for name in scored.groups.names)
    apart = test["median_difference"]
    side = "higher" if apart > 0 else "lower"
    st.markdown(
        f"The median of the {first} list is **{abs(apart):.2f} {side}** "
        f"than that of the {second} list.  \n:gray[Mann–Whitney "
        f"{p_text(scored.panel['holm']['mann_whitney_lists'])} (Holm) · Cohen's d "
        f"{number(test['cohens_d'], '+.2f')} · n = {test['n'][0]} and {test['n'][1]}]"
    )


def _categories(scored: ScoredStudy) -> None:
    published = scored.study.settings.published
    noun = wording.noun(scored.study.data)
    figure, _ = figure_and_words(
        "Which scores does each category hold?",
        (_CATEGORIES_PUBLISHED if published else _CATEGORIES).format(noun=noun),
    )
    with figure:
        drawn = by_category(scored.spoken, scored.groups, scored.limit)
        plot.draw_figure(
            drawn,
            key="by_category",
            title="Scores by category",
            says=in_words.each(
                (
                    str(name),
                    in_words.listed(zip(held["occupation"], held["score"], strict=True), "+.2f"),
                )
                for name, held in scored.frame.groupby("category", sort=False)
            ),
        )
        st.caption(explained(scored.frame, scored.groups))
        export_row("categories", _exported(scored), drawn, scored, "CABM by category")


def _exported(scored: ScoredStudy) -> pd.DataFrame:
    return scored.frame[_COLUMNS]


def by_weighting(scored: ScoredStudy) -> pd.DataFrame:
    """One row per occupation and weighting."""
    return pd.concat(
        [frame[_COLUMNS].assign(weighting=name) for name, frame in scored.frames.items()],
        ignore_index=True,
    )
