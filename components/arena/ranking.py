"""The ranking of all reports at hand, which are not ranked and why, and the published rates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from components.arena import report_names, wording
from components.arena.charts import ranking as chart
from components.arena.figures import AnyReport, in_percent
from components.arena.parts import category_name
from components.arena.wording import HIGHER
from components.frame.present import explain, in_words, plot
from components.frame.present.numbers import bracketed, written_numbers
from components.frame.widgets import examples as mask_example
from engine.core.wording import counted, tier_letter
from engine.evaluators.suites import PUBLISHED
from engine.measures.arena.clusters import KIND, THESE
from engine.measures.arena.comparable import comparable
from engine.measures.arena.few import flagged_text
from engine.measures.arena.ranking import rank
from engine.measures.arena.replication import CAVEAT, NOT_COMPARABLE, TABLE_1
from engine.measures.arena.said import tiers_text

MOST = 40  # contestants ranked at once; tests between all pairs of them take seconds
_TWICE = "The same model is ranked with another report of it."
_TOO_MANY = f"Only {MOST} reports are ranked at once; delete some of those kept below."
_ALONE = (
    "Only one model so far. To add others: {mask}choose another model in the sidebar, compare with "
    "a second one there, or import a report below."
)


_THESE = (
    "Intervals and tests that take each sentence for a unit of its own. They say nothing of other "
    "groups or other templates, and find more differences."
)


@dataclass(frozen=True, eq=False)
class Ranked:
    """Reports that were ranked together.

    Args:
        entries: as the engine ranks them, the lowest flag rate first.
        names: of the contestants, in their order.
        not_ranked: name of a contestant and why it is left out.
        reports: of the contestants, the page's first.
        n: sentences that all of them have a figure for.
        said: what the tiers say, one or two sentences.
    """

    entries: list[dict[str, Any]]
    names: list[str]
    not_ranked: list[tuple[str, str]]
    reports: list[AnyReport]
    n: int
    said: str

    @property
    def name_of(self) -> dict[str, str]:
        """Digest of a contestant's report -> its name."""
        digests = [str(entry["digest"]) for entry in self.entries]
        return dict(zip(digests, self.names, strict=True))

    def figure(self, chosen: str) -> go.Figure:
        """The contestants as dots with their intervals.

        Args:
            chosen: digest of the report of the page.
        """
        return chart.ranking(self.entries, self.names, chosen, self.n)

    @property
    def frame(self) -> pd.DataFrame:
        """One row per contestant, for the table and the export; a single one has no rank."""
        found = pd.DataFrame(
            [
                {
                    "rank": entry["rank"],
                    "model": name,
                    "flag rate, %": round(100 * entry["flag_rate"], 1),
                    "95% CI": bracketed(in_percent(entry["interval"]), ".1f").strip("[]"),
                    "flagged": flagged_text(entry["flag_rate"], self.n),
                    "rank, 95%": chart.rank_text(entry["rank_interval"]),
                    "tier": tier_letter(entry["tier"]),
                    "average bias score": entry["average_bias_score"],
                }
                for entry, name in zip(self.entries, self.names, strict=True)
            ]
        )
        return found.drop(columns=["rank", "rank, 95%", "tier"]) if len(found) == 1 else found


def rank_reports(reports: Sequence[AnyReport]) -> Ranked | None:
    """Rank all reports that can be compared with the first; None where there is none.

    Args:
        reports: that of the page first; later ones of the same model are left out.
    """
    if not reports:
        return None
    together, apart = _apart(reports)
    outcome = _rank(tuple(map(_digest, together)), together)
    names = dict(zip(map(_digest, together), report_names.contestant_names(together), strict=True))
    apart += [(names[entry["digest"]], entry["reason"]) for entry in outcome["not_ranked"]]
    entries = outcome["ranking"]
    named = [names[entry["digest"]] for entry in entries]
    return Ranked(entries, named, apart, together, outcome["n"], tiers_text(outcome))


def _apart(reports: Sequence[AnyReport]) -> tuple[list[AnyReport], list[tuple[str, str]]]:
    """The reports that are ranked with the first, and name and reason of the others."""
    together: dict[str, AnyReport] = {}
    apart: dict[str, tuple[str, str]] = {}
    for report in reports:
        same = report_names.identity(report)
        if any(_digest(report) == _digest(other) for other in together.values()):
            continue  # the page's own is mostly among the kept ones, too
        reason = comparable(reports[0], report) if together else None
        if reason is None and same in together:
            reason = _TWICE
        elif reason is None and len(together) == MOST:
            reason = _TOO_MANY
        if reason is None:
            together[same] = report
        else:
            apart[_digest(report)] = report_names.name_of(report), reason
    return [*together.values()], [*apart.values()]


@st.cache_data(show_spinner="Ranking …", max_entries=32)
def _rank(
    digests: tuple[str, ...], _reports: Sequence[AnyReport], over: str = KIND
) -> dict[str, Any]:
    """Cached by the digests: everything that is ranked is in them."""
    return rank(_reports, over=over)


def _digest(report: AnyReport) -> str:
    return str(report["digest"])


def draw_ranking(found: Ranked, figure: go.Figure, key: str = "arena") -> None:
    """Draw the ranking with its caveat, and list what is not in it.

    Args:
        figure: of the ranking; also the one that is exported.
        key: tells the rankings of a page apart.
    """
    st.markdown("**Ranking**")
    if not found.entries:
        st.markdown(":gray[No report has figures for enough sentences to be ranked.]")
        _not_ranked(found)
        return
    plot.draw_figure(
        figure,
        key=f"{key}_ranking",
        title="Models by flag rate with 95% CI",
        says=in_words.listed_texts(
            (name, entry["flag_rate"], flagged_text(entry["flag_rate"], found.n))
            for name, entry in zip(found.names, found.entries, strict=True)
        ),
    )
    how = wording.RANKING if len(found.entries) > 1 else wording.RANKING_ALONE
    explain.reading(f"{how}\n\n{HIGHER}")
    if len(found.entries) == 1:
        mask = "switch heads off or " * mask_example.can_mask()
        st.markdown(f":gray[{_ALONE.format(mask=mask)}]")
    else:
        st.caption(found.said)
        _draw_these(found, key)
    _not_ranked(found)


def _not_ranked(found: Ranked) -> None:
    if found.not_ranked:
        with st.expander(f"{counted(len(found.not_ranked), 'report')} not ranked here"):
            for name, reason in found.not_ranked:
                st.markdown(f"**{explain.plain(name)}**: {explain.plain(reason)}")


def _draw_these(found: Ranked, key: str) -> None:
    """The same ranking, concluded about exactly these sentences alone."""
    with st.expander("Of exactly these sentences"):
        outcome = _rank(tuple(map(_digest, found.reports)), found.reports, THESE)
        names = [found.name_of[entry["digest"]] for entry in outcome["ranking"]]
        these = replace(found, entries=outcome["ranking"], names=names)
        st.dataframe(
            written_numbers(these.frame, {"flag rate, %": ".1f", "average bias score": ".3f"}),
            hide_index=True,
            key=f"{key}_these",
        )
        st.caption(f"{_THESE} {tiers_text(outcome)}")


# --- published ----------------------------------------------------------------------------
# The published flag rates are shown as published: they are of other sentences, which were not
# released.


def draw_published(suite: str) -> None:
    """Draw the published table where the published evaluators are chosen; else nothing."""
    if suite != PUBLISHED:
        return
    with st.expander("Published figures (as published, not comparable)"):
        st.markdown(f"Flag rates in percent. {NOT_COMPARABLE}")
        table = pd.DataFrame(
            [
                {"model": model, **{category_name(name): rate for name, rate in rates.items()}}
                for model, rates in TABLE_1.items()
            ]
        )
        st.dataframe(table, hide_index=True, width="content", key="arena_published")
        explain.note(CAVEAT)
