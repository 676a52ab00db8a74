"""One cell in full: its figure, what it was tested against, its parts, and the way to its page."""

from __future__ import annotations

import streamlit as st

from components.frame.present import explain, in_words, plot
from components.frame.present.numbers import p_text
from components.frame.shell.applied import settings_of
from components.frame.shell.pages import PAGES
from components.frame.shell.subject import MODEL
from components.scorecard.charts.distribution import distribution
from components.scorecard.detectable import detectable_text, narrower_note
from components.scorecard.grid import Grid, choose_cell, is_weak
from components.scorecard.wording import (
    PARTS,
    confidence_text,
    difference_text,
    figure_text,
    listed_once,
    neutral_in_short,
    not_ranked,
    rank_text,
    side_in_words,
)
from engine.core.spec import ModelSpec
from engine.core.wording import listed
from engine.flow.guarded import precision_in_words
from engine.scorecard.words import IMPORTED, MEASURED, NOT_RANKED, PUBLISHED, Entry, tier_letter

_COST = "A cost: it says how well the model works."
_FEWEST = 3  # parts that are a distribution
_FLOAT32 = "float32"


def draw_opened_cell(grid: Grid) -> None:
    """Draw the boxes that choose a cell, and the cell."""
    cell = choose_cell(grid)
    if cell is None:
        st.markdown(":gray[This model was not measured here.]")
        return
    measure, contestant = grid.measure(cell["measure"]), grid.contestant(cell["contestant"])
    if measure is None or contestant is None:
        return
    parts = [part for part in cell["parts"] or () if part is not None]
    left, right = st.columns([3, 2], gap="medium")
    with left:
        _figure(grid, cell, measure)
        _about(cell, measure, contestant)
        draw_page_link(cell, measure, contestant)
    with right:
        if cell["value"] is not None and len(parts) >= _FEWEST:
            st.markdown(f"**What each of the {explain.plain(measure['counted'])} gives**")
            plot.draw_figure(
                distribution(parts, cell, measure),
                key="scorecard_parts",
                title=f"Parts of {grid.titles[measure['name']]}",
                says=in_words.spread(parts, measure["counted"]),
            )
            explain.reading(PARTS)


def _figure(grid: Grid, cell: Entry, measure: Entry) -> None:
    """The figure, or in a sentence why there is none."""
    if cell["value"] is None:
        what = cell["problem"] or "Not measured yet."
        st.warning(explain.plain(what), icon=":material/info:")
        return
    st.metric(
        grid.titles[measure["name"]],
        figure_text(cell, measure),
        label_visibility="collapsed",
    )
    interval = confidence_text(cell["interval"], measure) or "no interval"
    n = f"{cell['n']:,} {measure['counted']}" if cell["n"] else "n not given"
    st.markdown(explain.plain(" · ".join([neutral_in_short(measure), interval, n])))
    st.markdown(_standing(grid, cell, measure))
    if said := side_in_words(cell, measure, is_weak(grid, cell)):
        st.markdown(explain.plain(said))


def _standing(grid: Grid, cell: Entry, measure: Entry) -> str:
    """Rank and tier, and what they were tested against (markdown)."""
    if cell.get("rank") is None:
        return f":gray[{explain.plain(cell['problem'] or not_ranked(cell) or 'Not ranked.')}]"
    text = f"{_capital(rank_text(cell))}, **tier {tier_letter(cell['tier'])}**"
    tied = cell.get("tested_against")
    other = str(tied or _first_above(grid, cell) or "")
    best = "the lowest" if measure["neutral"] is None else "the nearest to neutral"
    if other not in grid.names:
        return f"{text}: {best}{_sharing(grid, cell)}."
    name = explain.plain(grid.names[other])
    text += f": {'not ' if tied else ''}clearly different from {name}"
    above = cell["tier"] - (0 if tied else 1)
    text += f", {best}" if above == 1 else f", the first of tier {tier_letter(above)}"
    found = _comparison(grid, cell["contestant"], other, measure["name"])
    if found is None or found["p_holm"] is None:
        return f"{text}."
    difference, bounds = difference_text(*_less(found, other), measure)
    what = "" if measure["neutral"] is None else " in their distance from neutral"
    ends = f"95% CI {bounds}" if bounds else "no interval"
    tested = f"{ends}, Holm-corrected {p_text(found['p_holm'])}"
    if tied and found.get("detectable") is not None:
        tested += f"; one test of this size would detect {detectable_text(found, measure)}"
    text += f" (difference{what}: {explain.plain(f'{difference}, {tested}')})."
    return f"{text} {explain.plain(narrower_note([found]))}".rstrip() if tied else text


def _sharing(grid: Grid, cell: Entry) -> str:
    """The models that share a rank, whose figures tell none of them from the others."""
    names = [
        grid.names[one["contestant"]]
        for one in grid.values(cell["measure"])
        if one.get("rank") == cell["rank"] and one["contestant"] != cell["contestant"]
    ]
    return f", a rank that it shares with {explain.plain(listed(names))}" if names else ""


def _first_above(grid: Grid, cell: Entry) -> str | None:
    """The first of the tier above, which the first of a tier differs from."""
    above = [
        found["contestant"]
        for found in grid.values(cell["measure"])
        if found["tier"] == cell["tier"] - 1 and found.get("tested_against") is None
    ]
    return str(above[0]) if above else None


def _comparison(grid: Grid, one: str, other: str, measure: str) -> Entry | None:
    pair = {one, other}
    return next(
        (
            found
            for found in grid.report["comparisons"]
            if found["measure"] == measure and {found["first"], found["second"]} == pair
        ),
        None,
    )


def _less(comparison: Entry, other: str) -> tuple[float, list[float] | None]:
    """Difference of two models with its interval, that of `other` taken away.

    Args:
        comparison: of a report, where the first is taken away from the second.
        other: id of one of the two.
    """
    difference, interval = comparison["difference"], comparison["interval"]
    if comparison["first"] == other:
        return difference, interval
    return -difference, None if interval is None else [-interval[1], -interval[0]]


def _about(cell: Entry, measure: Entry, contestant: Entry) -> None:
    """Variant, data, meaning of the scale, and where the figure comes from."""
    lines = [
        f"{measure['variant']}. Data: {measure['data']}.",
        f"Higher: {measure['higher']}.",
        _COST * (measure["neutral"] is None),
        _precision(cell, contestant),
        _origin(contestant),
        *(str(note) for note in cell["notes"] if not note.startswith(NOT_RANKED)),
        *(str(reason) for reason in contestant["health_reasons"]),
    ]
    for line in listed_once(lines):
        st.caption(explain.plain(line))


def _precision(cell: Entry, contestant: Entry) -> str:
    """How precisely a figure was computed; empty for float32 throughout."""
    found = cell["detail"].get("precision")
    if found and contestant["origin"] == MEASURED:  # a file's detail may be anything
        return precision_in_words(found)
    precision = str(cell["precision"] or "")
    return "" if precision in ("", _FLOAT32) else f"Precision: {precision}."


def _origin(contestant: Entry) -> str:
    if contestant["origin"] == MEASURED:
        return ""
    what = {IMPORTED: "Imported", PUBLISHED: "Published"}.get(str(contestant["origin"]), "From")
    text = f"{what}: {contestant['source'] or 'source not given'}."
    return f"{text} {contestant['note']}".strip()


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# --- page link ----------------------------------------------------------------------------
# The way from a cell to the page that shows its measure in full.


# What a cell says of how its model was read, which its measure leaves to the kind of model;
# settings of the pages have the same names.
_HANDED_ON = ("pooling",)


def draw_page_link(cell: Entry, measure: Entry, contestant: Entry) -> None:
    """Draw the link, with the model and its masked heads set; only for what was measured here."""
    page = measure.get("page")
    if not page or contestant["origin"] != MEASURED or not contestant["spec"]:
        return
    entry = next((one for one in PAGES if f"/{one.name}" == page["path"]), None)
    if entry is None:
        return
    spec = contestant["spec"]
    settings = {str(key): str(value) for key, value in (page.get("settings") or {}).items()}
    settings |= {name: str(cell["detail"][name]) for name in _HANDED_ON if name in cell["detail"]}
    model = {MODEL: str(spec["checkpoint"]), **settings_of(ModelSpec.of_identity(spec))}
    with st.container(key="next_step_cell", width="content"):
        st.page_link(
            entry.path,
            label=f"Open on {entry.title}",
            icon=":material/arrow_forward:",
            query_params={**settings, **model},
        )
