"""The tabs of the Annotators page: sentences, people, two models, map and table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.annotators import sentence
from components.annotators.charts import cells
from components.annotators.charts.rows import (
    changes,
    is_clear,
    is_share,
    language_map,
    scaled,
    signed,
)
from components.annotators.controls import MEANINGS, SCORES
from components.annotators.export import Exporter
from components.annotators.results import in_language
from components.annotators.scoring import Scored
from components.frame import session
from components.frame.present import explain, in_words, plot
from components.frame.present.numbers import bracketed, interval_text, percent, whole_percent
from components.frame.widgets import export
from components.frame.widgets.export import Result
from components.frame.widgets.items import Items
from components.frame.widgets.tabs import opened_tab
from engine.core.languages import language_name
from engine.core.wording import counted
from engine.flow.packing import unpacked
from engine.measures.agreement.figures import differences, withheld
from engine.measures.agreement.people import group_against_group
from engine.statistics.projection import FEWEST, TSNE, UMAP, principal_plane

if TYPE_CHECKING:
    import numpy as np


_PEOPLE = (
    "How often two different people, one from each group, give the same answer. A model can hardly "
    "agree with a group that does not agree with itself. Below each share, in brackets, its 95% "
    "confidence interval (CI) in %."
)
_ALPHA = (
    "Agreement within a group: 1 where all agree, 0 where they agree no more than by chance; "
    "undefined where no two answers can be compared, or all are the same. The interval resamples "
    "sentences."
)
_CHANGES = (
    "Each row is a group: the change in its score from the first model to the second, with a 95% "
    "confidence interval paired by annotators and sentences. Right of the line, the second model "
    "agrees more with the group; left, less. Pale: the interval crosses the line, so the change is "
    "not clear, which does not show that there is none."
)

_COLUMNS = {
    **SCORES,
    "spearman_per_sentence": "Spearman ρ within sentences",
    "kendall_per_sentence": "Kendall τ-b within sentences",
    "coverage": "coverage",
    "human_p_at_1": "people P@1",
}
_TABLE = (
    "P: precision, the share of the model's first words that are among the answers. MRR: mean "
    "reciprocal rank. Pooled: over the words of all sentences at once; within sentences: the mean "
    "of the sentences' own correlations."
)
_HELP = {
    **{SCORES[key]: f"{text[0].upper()}{text[1:]}." for key, text in MEANINGS.items()},
    "coverage": "Share of the group's answers that the model could produce.",
    "people P@1": "The human ceiling: how often one person's answer is among those of the rest of "
    "the group.",
}


def draw_annotators_tabs(exporter: Exporter, before: Scored | None, language: str) -> None:
    """Draw the tabs; only the open one is computed."""
    scored = exporter.scored
    tabs: dict[str, Callable[[], None]] = {
        "Sentences": lambda: sentence.browser(exporter, before, language),
        "People": lambda: people(exporter, language),
    }
    if before is not None:
        tabs["Two models"] = lambda: two_models(exporter, before)
    tabs["Language map"] = lambda: draw_map(exporter, before)
    tabs["Table"] = lambda: scores_table(scored)
    name, panel = opened_tab([*tabs], "show")
    with panel, explain.errors(ends_page=False):
        tabs[name]()


def _card(line: str) -> DeltaGenerator:
    """Draw a line on what a figure shows, and the card for the figure below it."""
    st.markdown(f":gray[{line}]")
    return st.container(border=True)


def people(exporter: Exporter, language: str) -> None:
    """Draw agreement between groups, and Krippendorff's alpha within each."""
    scored = exporter.scored
    pairs = group_against_group(scored.agreement, language)
    drawn = cells.group_against_group(pairs)
    with _card(f"How much do people agree with each other{in_language(language)}?"):
        plot.draw_figure(
            drawn,
            key="people",
            title="Share of identical answers by pair of groups",
            says=in_words.listed(
                [
                    (f"{row['group']} and {row['other']}", row["share"])
                    for row in pairs.to_dict("records")
                ],
                percent,
            ),
        )
        st.caption(_PEOPLE)
        title = f"Identical answers of two people, {language_name(language)}"
        export.section("people", [exporter.result("people", pairs, drawn, title)])
    st.markdown("**Krippendorff's α**")
    st.dataframe(
        pd.DataFrame([_alpha(entry) for entry in scored.alphas if entry["language"] == language]),
        hide_index=True,
        placeholder="–",
    )
    st.caption(_ALPHA)


def _alpha(entry: dict[str, Any]) -> dict[str, object]:
    return {
        "group": entry["group"] or "everyone",
        "α": "undefined" if entry["alpha"] is None else signed(entry["alpha"]),
        "95% CI": bracketed(entry["interval"], ".2f") or "none",
        "annotators": entry["annotators"],
        "sentences with two or more answers": entry["sentences"],
    }


def two_models(exporter: Exporter, before: Scored) -> None:
    """Draw how each group's score changes from the model compared with to the model."""
    scored, score = exporter.scored, exporter.choice.score
    line = (
        f"For which groups does {SCORES[score]} change from {explain.plain(before.label)} to "
        f"{explain.plain(scored.label)}?"
    )
    entries = [
        {**entry, "name": f"{language_name(entry['language'])}: {entry['group']}"}
        for entry in differences(scored.agreement, before.agreement, score)
    ]
    known = [entry for entry in entries if entry["change"] is not None]
    clear = [explain.plain(entry["name"]) for entry in known if is_clear(entry)]
    with _card(line):
        if not known:
            st.markdown(":gray[No group has this score for both models.]")
            return
        drawn = changes(known, score)
        plot.draw_figure(
            drawn,
            key="changes",
            title=f"Change of {SCORES[score]} by group",
            says=in_words.listed([(entry["name"], entry["change"]) for entry in known], "+.2f"),
        )
        st.caption(
            f"{_CHANGES} Clear changes, not corrected for the number of groups: "
            f"{', '.join(clear) or 'none'}."
        )
        title = f"Change of {SCORES[score]} from {before.label}"
        export.section("changes", [exporter.result("changes", _tidy(known), drawn, title)])


def _tidy(entries: list[dict[str, Any]]) -> pd.DataFrame:
    """One row per group and language, the interval in two columns."""
    rows = []
    for entry in entries:
        low, high = entry["interval"] or (None, None)
        kept = {key: entry[key] for key in ("group", "language", "before", "after", "change")}
        rows.append({**kept, "low": low, "high": high})
    return pd.DataFrame(rows)


def scores_table(scored: Scored) -> None:
    """Show all scores, one row per group and language; shares in percent."""
    rows = [
        {
            "language": language_name(entry["language"]),
            "group": entry["group"],
            "annotators": entry["n_annotators"],
            "sentences": entry["n_sentences"],
            "answers": entry["n_answers"],
            **{
                name: None if entry[key] is None else scaled(entry[key], key)
                for key, name in _COLUMNS.items()
            },
            "words pooled": entry["pooled_n"],
            "sentences with ranks": entry["sentences_with_ranks"],
        }
        for entry in scored.group_scores
    ]
    st.dataframe(
        pd.DataFrame(rows).astype(dict.fromkeys(_COLUMNS.values(), "Float64")),
        hide_index=True,
        placeholder="–",
        column_config={
            name: st.column_config.NumberColumn(
                format="%.1f%%" if is_share(key) else "%.2f", help=_HELP.get(name)
            )
            for key, name in _COLUMNS.items()
        },
    )
    reason = withheld(scored.group_scores)
    st.caption(" ".join(filter(None, [_TABLE, reason])))


# --- map ----------------------------------------------------------------------------------
# The language map: does the model place translations together, or each language apart?

_PCA, _SEED = "PCA", 0
_MEASURE = "cloze_vectors"
_COSTS = {
    _PCA: "PCA is drawn at once.",
    TSNE: "t-SNE takes some seconds the first time; the map is then stored.",
    UMAP: "The first UMAP after a restart takes about ten seconds to compile; the map is then "
    "stored.",
}
_HINT = " It reproduces the scores above, not the map."
_READ = (
    "Each point is a sentence; its vector is the mean of the model's last layer over the "
    "sentence's words. Shapes are languages, and lines connect the translations of one sentence. "
    "Short lines: the model places sentences with the same meaning together. Languages apart: it "
    "separates languages more than meanings, so what it learned in one may not help in another."
)
_NEIGHBOURS = (
    "t-SNE (t-distributed stochastic neighbour embedding) and UMAP (uniform manifold approximation "
    "and projection) keep neighbours together; distances between far points, and the size of gaps, "
    "mean nothing."
)


def draw_map(exporter: Exporter, before: Scored | None) -> None:
    """Draw the map of the model, beside that of the model compared with."""
    scored = exporter.scored
    if len(scored.agreement.languages) < 2:
        st.markdown(
            ":gray[The map compares sentences in several languages; these answers are in one "
            "language only.]"
        )
        return
    method = st.radio(
        "Method",
        [_PCA, TSNE, UMAP],
        horizontal=True,
        key="map_method",
        bind="query-params",
        persist_state="session",
    )
    st.caption(" ".join(text for name, text in _COSTS.items() if name != _PCA))
    shown = [scored] if before is None else [before, scored]
    results = []
    for column, each in zip(st.columns(len(shown), gap="medium"), shown, strict=True):
        with column.container(border=True), explain.errors(ends_page=False):
            if before is not None:
                st.caption(explain.plain(each.label))
            key = "second" if each is before else "first"
            results.append(_draw_one(exporter.for_result(each), method or _PCA, key))
    export.section("map", [result for result in results if result is not None])
    st.caption(f"{_READ} {_NEIGHBOURS}" if method != _PCA else _READ)


def _draw_one(exporter: Exporter, method: str, key: str) -> Result | None:
    """Draw the map of one model; None where it has too few sentences."""
    scored = exporter.scored
    sentences, packed, manifest = _vectors(scored)
    if len(sentences) < FEWEST:
        st.markdown(f":gray[A map needs at least {FEWEST} sentences that the model can read.]")
        return None
    points = unpacked(packed)
    if method == _PCA:
        plane, shares = principal_plane(points)
        positions = plane.tolist()
        axes = (
            f"first component, {whole_percent(shares[0])}",
            f"second component, {whole_percent(shares[1])}",
        )
    else:
        with st.spinner(f"Computing {method} … {_COSTS[method]}"):
            positions = session.cabm.projected(method, points, _SEED)
        axes = (f"{method} 1, no unit", f"{method} 2, seed {_SEED}")
    names = {code: language_name(code) for code in scored.agreement.languages}
    drawn = language_map(sentences, positions, names, axes)
    plot.draw_figure(
        drawn,
        key=f"language_map_{key}",
        title=f"Map of the sentences by their vectors, {scored.label}",
        says=f"{counted(len(sentences), 'sentence')} in {counted(len(names), 'language')}; "
        "lines join translations. " + in_words.unmarked(_translated(sentences, points)),
    )
    st.markdown(_translated(sentences, points))
    frame = sentences.assign(x=[x for x, *_ in positions], y=[y for _, y, *_ in positions])
    title = f"Sentences by language, {method}"
    return exporter.result(f"map-{key}", frame, drawn, title, _HINT, manifest)


def _vectors(scored: Scored) -> tuple[pd.DataFrame, list[str], dict[str, Any]]:
    """The sentences that the model could read, their packed vectors, and the manifest."""
    columns = ["language", "sentence_id", "sentence"]
    sentences = scored.agreement.readable[columns].drop_duplicates().reset_index(drop=True)
    items = [{"text": text} for text in sentences["sentence"]]
    measured = Items(_MEASURE, scored.spec, items, {}).now(
        f"{scored.label}: reading {counted(len(items), 'sentence')} …",
        lambda done, total: f"{done} of {total} sentences",
    )
    explain.warnings(measured.warnings)
    readable = [row for row, value in enumerate(measured.values) if "vector" in value]
    packed = [measured.values[row]["vector"] for row in readable]
    return sentences.iloc[readable].reset_index(drop=True), packed, measured.manifest


def _translated(sentences: pd.DataFrame, points: np.ndarray) -> str:
    """How often the nearest sentence is a translation, from the vectors rather than the map."""
    from engine.measures.agreement.sentence_map import translations
    from engine.statistics import wilson

    nearest = translations(points, sentences)
    if nearest is None:
        return (
            ":gray[No two sentences share a sentence_id, so none is known to be a translation of "
            "another.]"
        )
    interval = [100 * bound for bound in wilson(nearest.found, nearest.sentences)]
    return (
        f"For **{nearest.found} of {nearest.sentences}** sentences, the nearest sentence in "
        f"another language is a translation ({whole_percent(nearest.found / nearest.sentences)}, "
        f"{interval_text(interval, '.0f')}; by chance {whole_percent(nearest.chance)})."
    )
