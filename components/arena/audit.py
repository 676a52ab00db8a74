"""The audit of the evaluators: their own baseline per group, and how far they agree."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from components.arena.charts.beside import beside_baseline, less_baseline
from components.arena.figures import (
    AnyReport,
    added_text,
    difference_texts,
    draw_figure_table,
    figure_titles,
    interval_texts,
)
from components.frame.present import explain, in_words, plot
from components.frame.present.numbers import bracketed, interval_text, number
from components.frame.widgets.choice_box import choose
from engine.core.wording import counted, listed
from engine.evaluators.suite import LEXICON, VALENCE
from engine.measures.arena.few import flagged_text

_MOST_DRAWN = 40  # groups; the table has all
ALL = "all categories"
_MEANING = (
    "An evaluator may flag a sentence for the group it names, whatever the model wrote. So it also "
    "judges each sentence with a neutral word in place of the model's: that rate is its "
    "**baseline** for the group. What is above the baseline comes from the model's words; what is "
    "in the baseline would be flagged for any model."
)
_ZERO = (
    "By definition, {who}. So a group's name alone is never flagged: the baseline is 0 for every "
    "group, and there is nothing to show or to subtract."
)
_HOW_ZERO = {
    VALENCE: "compares the model's word with a neutral word in the same sentence",
    LEXICON: "looks only at the model's word",
}
_BESIDE = "Dots: the model's completions, with 95% intervals. Rings: neutral words."
_SUBTRACTED = (
    "Completions minus neutral words on the same sentences, in percentage points, with 95% "
    "intervals. Orange: the model's words add flags. Blue: they are flagged less often than "
    "neutral words. Grey: the interval includes 0, so the direction is not clear."
)

_FIGURES = {
    "rate": "completions flagged, %",
    "baseline": "neutral words flagged, %",
    "difference": "difference, points",
}


def draw_audit(report: AnyReport) -> None:
    """Draw the baseline of one evaluator by group, and the agreement of all."""
    st.markdown("**Evaluators' own baseline**")
    st.caption(_MEANING)
    _baseline(report)
    st.markdown("**Agreement between evaluators**")
    st.markdown(agreement_text(report))
    _pairs(report)


def _baseline(report: AnyReport) -> None:
    names = [name for name, entry in report["baseline"].items() if entry["by_group"]]
    if not names:
        st.markdown(
            ":gray[This report has no baseline: its completions were not judged with neutral "
            "words.]"
        )
        return
    zero = [name for name in names if always_zero(report, name)]
    if zero:
        st.markdown(f":gray[{zero_text(report, zero)}]")
    judged = [name for name in names if name not in zero]
    if not judged:
        return
    evaluator, category, subtract = _controls(report, judged)
    rows = baseline_rows(report, evaluator)
    if category != ALL:
        rows = rows[rows["category"] == category]
    value = "difference" if subtract else "rate"
    rows = rows[rows[value].notna()].sort_values(value, ascending=False, kind="stable")
    if rows.empty:
        st.markdown(f":gray[{explain.plain(evaluator)} gave no verdict on these groups.]")
        return
    shown = rows.head(_MOST_DRAWN)
    plot.draw_figure(
        less_baseline(shown) if subtract else beside_baseline(shown),
        key="arena_baseline",
        title=f"Flag rates of groups and the baseline of {evaluator}",
        says=in_words.listed_texts(
            (row["group"], row[value], _written(row, value)) for row in shown.to_dict("records")
        ),
    )
    st.caption(_SUBTRACTED if subtract else _BESIDE)
    if len(rows) > len(shown):
        st.caption(f"The first {_MOST_DRAWN} of {counted(len(rows), 'group')}; the table has all.")
    with st.expander("Table"):
        _table(rows)


def always_zero(report: AnyReport, evaluator: str) -> bool:
    """Whether an evaluator's baseline is 0 by the definition of its kind.

    A neutral word that is on a user's own list is flagged; there is then a baseline to show.
    """
    rates = {entry["flag_rate"] for entry in report["baseline"][evaluator]["by_group"].values()}
    return report["by_evaluator"][evaluator]["kind"] in _HOW_ZERO and rates <= {0, None}


def zero_text(report: AnyReport, evaluators: list[str]) -> str:
    """Why these evaluators have no baseline to show, in one paragraph (markdown)."""
    ways = [
        f"{explain.plain(name)} {_HOW_ZERO[report['by_evaluator'][name]['kind']]}"
        for name in evaluators
    ]
    return _ZERO.format(who=" and ".join(ways))


def _controls(report: AnyReport, names: list[str]) -> tuple[str, str, bool]:
    """Draw evaluator, category, and whether the baseline is subtracted."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        evaluator = choose("Evaluator of the baseline", names, "baseline_evaluator", 240)
        categories = [ALL, *report["by_category"]]
        category = choose("Category of the baseline", categories, "baseline_category", 240)
        subtract = st.toggle(
            "Subtract the baseline",
            key="subtract_baseline",
            bind="query-params",
            persist_state="session",
        )
    return evaluator, category, subtract


def baseline_rows(report: AnyReport, evaluator: str) -> pd.DataFrame:
    """One evaluator's rate and baseline of every group, in percent and percentage points.

    Returns:
        `group`, `category`, `rate`, `low`, `high`, `baseline`, `difference` (above 0: the
        completions are flagged more often than neutral words), `difference_low`,
        `difference_high`, `n`; missing where there is no figure.
    """
    rates = report["by_evaluator"][evaluator]["by_group"]
    found = []
    for key, entry in report["baseline"][evaluator]["by_group"].items():
        own = rates.get(key, {})
        low, high = own.get("interval") or (None, None)
        difference_low, difference_high = entry.get("difference_interval") or (None, None)
        shares = {
            "rate": own.get("flag_rate"),
            "low": low,
            "high": high,
            "baseline": entry["flag_rate"],
            "difference": entry.get("difference"),
            "difference_low": difference_low,
            "difference_high": difference_high,
        }
        about = {"group": entry.get("group", key), "category": entry.get("category", "")}
        found.append({**about, **shares, "n": own.get("n", 0)})
    frame = pd.DataFrame(found)
    numbers = frame.columns.difference(["group", "category", "n"])
    return frame.assign(**{name: 100 * frame[name].astype(float) for name in numbers})


def _written(row: Mapping[Hashable, Any], value: str) -> str:
    """A rate or a difference of one group as it is written."""
    if value == "difference":
        return " ".join(added_text(row[value] / 100, row["n"]))
    return flagged_text(row[value] / 100, row["n"])


def _rates(rates: pd.Series, sizes: pd.Series) -> list[str]:
    return [
        "" if rate != rate else flagged_text(rate / 100, n)
        for rate, n in zip(rates, sizes, strict=True)
    ]


def _table(rows: pd.DataFrame) -> None:
    sizes = rows["n"]
    texts = {
        "rate_text": _rates(rows["rate"], sizes),
        "baseline_text": _rates(rows["baseline"], sizes),
        "difference_text": difference_texts(rows["difference"], sizes),
        "interval": interval_texts(rows["difference_low"], rows["difference_high"], sizes),
    }
    titles = {
        "group": "group",
        "category": "category",
        **figure_titles(rows, _FIGURES),
        "interval": "95% CI",
        "n": "sentences",
    }
    draw_figure_table(rows, texts, titles, "biascope-arena-baseline.csv", "arena_baseline")


def alpha_text(alpha: float | None) -> str:
    """A value of alpha, or that there is none."""
    return "none" if alpha is None else number(alpha, ".2f")


def _pairs(report: AnyReport) -> None:
    """Agreement of each two evaluators, where there are more than two."""
    pairs = report["agreement"].get("pairwise") or []
    if len(pairs) < 2:
        return
    st.dataframe(
        pd.DataFrame(
            {
                "evaluators": [f"{entry['first']} and {entry['second']}" for entry in pairs],
                "alpha": [alpha_text(entry["alpha"]) for entry in pairs],
                "95% CI": [bracketed(entry["interval"], ".2f") for entry in pairs],
                "completions": [number(entry["n"], ",d") for entry in pairs],
            }
        ),
        hide_index=True,
    )


# Krippendorff, Content Analysis (2004), section 11.4.2.
RELIABLE, TENTATIVE = 0.8, 0.667
_MEANING_OF_ALPHA = (
    "Alpha is 1 if the evaluators flag the same completions and 0 if they agree no more often than "
    "by chance."
)


def agreement_text(report: AnyReport) -> str:
    """Alpha with its interval and reading, or why there is none (markdown)."""
    agreement = report["agreement"]
    alpha = agreement.get("alpha")
    counting = [name for name, entry in report["by_evaluator"].items() if entry["counts"]]
    if len(counting) == 1:
        name = explain.plain(counting[0])
        return (
            f":gray[Only {name} enters the flag rate, so there is no other evaluator to agree "
            "with. Choose evaluators above of which several judge the sentences, such as the "
            "published classifiers.]"
        )
    if alpha is None:
        reason = agreement.get("reason") or "No two evaluators judged the same completions."
        return f":gray[{explain.plain(reason)}]"
    interval = interval_text(agreement.get("interval"), ".2f") or "no interval"
    names = listed([explain.plain(name) for name in agreement.get("evaluators") or counting])
    behind = ", ".join(filter(None, [interval, counted(agreement.get("n") or 0, "completion")]))
    why = explain.plain(agreement.get("reason") or "")
    meaning = " ".join(filter(None, [why, _MEANING_OF_ALPHA, f"Evaluators: {names}."]))
    return (
        f"Krippendorff's alpha of the flags is **{number(alpha, '.2f')}** ({behind}): "
        f"{alpha_reading(alpha, agreement.get('interval'))}  \n:gray[{meaning}]"
    )


def alpha_reading(alpha: float, interval: Sequence[float] | None = None) -> str:
    """What a value of alpha allows to conclude; of these completions alone where its interval
    reaches to values that would allow more or less.

    Args:
        alpha: of these completions.
        interval: 95%, over others of this kind.

    Source: Krippendorff, Content Analysis (2004), section 11.4.2, for the limits.
    """
    said = _alpha_said(alpha)
    if interval is None or {_alpha_said(end) for end in interval} == {said}:
        return said
    return f"in these completions, {said} The interval reaches to values that would say otherwise."


def _alpha_said(alpha: float) -> str:
    if alpha >= RELIABLE:
        return "the evaluators agree well enough to rely on their flags together."
    if alpha >= TENTATIVE:
        return "the evaluators agree well enough for tentative conclusions only."
    if alpha > 0:
        return (
            "the evaluators agree too little to rely on their flags together. They measure "
            "different things, so compare them one by one."
        )
    return (
        "the evaluators agree no more often than by chance. They measure different things, so "
        "compare them one by one."
    )
