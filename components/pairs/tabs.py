"""The tabs below the pairs: distribution, two models, variants, quality."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from components.frame.present import explain, in_words, plot
from components.frame.present.numbers import bracketed, p_cell
from components.frame.shell.model_bar import Subject
from components.frame.widgets import background, export
from components.frame.widgets.background import Work
from components.frame.widgets.blur import Show
from components.frame.widgets.items import Items
from components.frame.widgets.tabs import opened_tab
from components.pairs import data as names
from components.pairs import headline, how_to_read, results, scoring
from components.pairs.charts.differences import two_specs
from components.pairs.charts.shares import by_type
from components.pairs.controls import Choice
from components.pairs.gest import tab as gest
from components.pairs.scored import Scored
from engine.core.wording import counted
from engine.measures.pairs.frame import items_of
from engine.measures.pairs.several import across_variants, agreement_of, smallest_of
from engine.measures.pairs.variants import VARIANTS, variants_for

GEST = "GEST"  # links of other pages open this tab


def draw_pairs_tabs(
    choice: Choice,
    subject: Subject,
    scored: Scored,
    before: Scored | None,
    show: Show = str,
    other: Subject | None = None,
) -> None:
    """Draw the tabs; what takes long has a button.

    Args:
        other: the model compared with.
        before: the same pairs under the model compared with, where they are scored.
        show: what turns a sentence into the text to show.
    """
    tabs: dict[str, Callable[[], None]] = {
        "Distribution": lambda: results.distribution(scored, before),
    }
    if before is not None:
        tabs["Two models"] = lambda: _two_models(scored, before, show)
    tabs["Variants"] = lambda: draw_variants(choice, subject)
    tabs["Quality"] = lambda: results.flags(scored)
    tabs[GEST] = lambda: gest.draw_gest(subject, other)
    _draw(tabs)


def asked_alone(subject: Subject, other: Subject | None) -> None:
    """Draw the tab that does not rest on the pairs, if it is the open one; these are not scored."""
    if GEST in (st.query_params.get("tab"), st.session_state.get("tab")):
        _draw({GEST: lambda: gest.draw_gest(subject, other)})


def _draw(tabs: dict[str, Callable[[], None]]) -> None:
    name, container = opened_tab([*tabs], "tab")
    with container, explain.errors(ends_page=False):
        tabs[name]()


def _two_models(scored: Scored, before: Scored, show: Show) -> None:
    frame = scored.comparison(before)
    frame = frame.assign(sent_more=frame["sent_more"].map(show))
    plot.draw_figure(
        two_specs(frame, before.label, scored.label),
        key="two_specs",
        title="Differences of the same pairs in both models",
        says=in_words.points(
            frame["sent_more"],
            (before.label, frame["difference_first"]),
            (scored.label, frame["difference_second"]),
        ),
    )
    explain.reading(how_to_read.TWO_MODELS)


# --- variants tab -------------------------------------------------------------------------
# The Variants tab of the Pairs page: does another scoring method give the same conclusion?


def draw_variants(choice: Choice, subject: Subject) -> None:
    """Scores of the same pairs under every variant, and whether they agree."""
    choice = replace(choice, guarded=False)  # each variant would have its own pairs near a tie
    variants = [entry.name for entry in variants_for(VARIANTS[choice.variant].kind)]
    st.markdown(":gray[Does the conclusion hold under other scoring methods?]")
    items = items_of(choice.pairs)
    asked = {name: Items("pairs", subject.spec, items, {"variant": name}) for name in variants}
    missing = [name for name in variants if len(asked[name].known()) < len(items)]
    if missing and not _are_wanted({name: asked[name] for name in missing}, choice, subject):
        variants = [name for name in variants if name not in missing]
    summaries = {}
    for name in variants:
        other = replace(choice, variant=name, mode="own")
        scored = scoring.scored_pairs(other, subject, f"variant_{name}")
        if scored is not None and len(scored.pairs) == len(choice.pairs):
            summaries[name] = scored.summary
    if not summaries:
        return
    entries = across_variants(summaries)
    said = agreement_of(entries, names.MEASURES)
    st.markdown(f"**{said}**")
    if words := smallest_of(entries, "variant"):
        st.markdown(f":gray[{words}]")
    named = [{**entry, "bias_type": names.measure(entry["variant"])} for entry in entries]
    figure = by_type(named)
    plot.draw_figure(
        figure,
        key="variants",
        title="Pairs that prefer the stereotype, by measure",
        says=headline.shares_in_words(named),
    )
    explain.reading(how_to_read.VARIANTS)
    st.dataframe(_table(entries), hide_index=True, width="content", key="variants_table")
    command = replace(choice, mode="own").command()
    export.row(
        "variants",
        pd.DataFrame(entries),
        figure,
        replace(command, words=(*command.words, "--variants")).for_model(subject.spec).line(),
        asked[choice.variant].manifest(),
        f"{choice.data.title} by {counted(len(entries), 'measure')} · {subject.label}",
        claim=said,
    )


def _table(entries: list[dict[str, Any]]) -> pd.DataFrame:
    """The figures of the variants; the raw p-value is in the data."""
    return pd.DataFrame(
        [
            {
                "measure": names.measure(entry["variant"]),
                "score": f"{entry['score']:.1f}%",
                "95% CI": bracketed(entry["interval"], ".1f"),
                "p (Holm)": p_cell(entry["p_holm"]),
            }
            for entry in entries
        ]
    )


def _are_wanted(missing: dict[str, Items], choice: Choice, subject: Subject) -> bool:
    """Whether to score these variants now; those that take long become jobs."""
    label = counted(len(missing), "more measure")
    if not any(scoring.takes_long(name, asked.items, set()) for name, asked in missing.items()):
        slot = st.empty()
        pressed = slot.button(f"Score {label}", key="score_variants")
        if pressed:
            slot.empty()  # it has done its work once they are scored
        return pressed

    def known() -> int:
        return sum(len(asked.known()) for asked in missing.values())

    jobs, total = scoring.jobs_of([*missing], choice, subject), sum(map(len, missing.values()))
    background.offer(
        Work(jobs, total, known(), known),
        f"Not scored yet: {', '.join(map(names.measure, missing))}.",
        f"Score {label} in the background",
        "job_variants",
    )
    return False
