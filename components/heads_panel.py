"""The right half of the Heads page: the same figures before and after, as they arrive.

The sentence and SEAT are measured while the page is drawn. The rest follows after everything
else is on screen, a few items at a time, so that a click in between is heard; it is kept for
the session and in the store, so the second time it is there at once.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from components import explain, heads_export, heads_rows, session
from components.heads_choice import Choice
from components.heads_notes import notes
from components.heads_rows import Figure, Row
from components.model_bar import Subject
from engine.errors import BiascopeError
from engine.measures.head_runs import random_heads
from engine.measures.mask_metrics import CLOZE, PPPL, SEAT, MaskMetric, mask_metrics
from engine.spec import ModelSpec

SENTENCE = "asked"
EXAMPLE = "The nurse said that [MASK] was tired."
_WORDS = {"top_k": 3, "hide": ["piece", "punctuation"]}
_KEPT = "biascope_head_figures"
_MOST = 600
_FAILED = "—"
_SAID = "sentence"  # the line of the likeliest words
_INVITATION = "Click heads in the grid to switch them off; what changes stands beside."
# Items measured before the reader is heard again.
_STEP = {"pairs": 6, "lpbs": 28}


class Panel:
    """The panel, drawn at once and completed by `follow`."""

    def __init__(self, choice: Choice, subject: Subject, facts: session.Facts) -> None:
        self.choice, self.facts = choice, facts
        self.after = subject.spec
        self.specs = list(dict.fromkeys([subject.spec.untouched(), subject.spec]))
        self.rows: dict[str, Row] = {}
        self.problems: list[str] = []
        self.kept: dict[Any, Figure] = st.session_state.setdefault(_KEPT, {})
        self._draw()

    def _draw(self) -> None:
        """Everything that can be said at once."""
        st.markdown("**Before and after**")
        self.text = _sentence()
        self.table = st.empty()
        self.note = st.empty()
        invitation = st.empty()  # emptied at once, also where another click ends this run early
        if len(self.specs) == 1:
            invitation.caption(_INVITATION)
        self.metrics = _metrics(self.choice, self.choice.key, self.facts.kind)
        self._lines()
        if self._awake():
            self._show()  # the former figures stay while the new ones are measured
        with self._waking():
            self._said()
            seat = self._seat()
        self._show()
        with st.empty().container():
            self._told(seat)
        self.exports = st.container()

    def _lines(self) -> None:
        """A line for each figure, with what this session knows of it."""
        if self.facts.kind == "masked":
            self._row(_SAID, "Likeliest words", None, 0)
        self._row(SEAT, f"SEAT d, {explain.plain(self.choice.name)}", 0.0, 2)
        for metric in self.metrics:
            self._row(metric.name, metric.title, metric.neutral, metric.digits)
        for name, row in self.rows.items():
            for spec in self.specs:
                found = self.kept.get(self._key(name, spec))
                if found is not None:
                    row.figures[spec] = found
                else:
                    row.waiting[spec] = "…"

    def _key(self, name: str, spec: ModelSpec) -> Any:
        """What a figure of this session is kept under."""
        of = {_SAID: self.text, SEAT: self.choice.key}
        return (spec, f"{name} shown", of.get(name, self.choice.seed))

    def _awake(self) -> bool:
        """Whether the model has answered before in this session."""
        return any(key[0] == self.specs[0] for key in self.kept)

    def _waking(self) -> AbstractContextManager[None]:
        """A word for the wait before a model's first answer; later ones are too quick for it."""
        if self._awake():
            return nullcontext()
        return self.table.container().spinner("The model is waking up …", show_time=False)

    # --- at once --------------------------------------------------------------------------

    def _said(self) -> None:
        """The likeliest words of the reader's sentence."""
        if _SAID not in self.rows:
            return

        def ask(spec: ModelSpec) -> Figure:
            found = self._measure("completion", spec, [{"text": self.text}], _WORDS)
            return Figure(None, heads_rows.words(found[0]))

        for spec in self.specs:
            self._try(_SAID, spec, partial(ask, spec))

    def _seat(self) -> list[dict[str, Any]]:
        """Effect size and p; gives the values for what has to be said about them."""
        values = []
        for spec in self.specs:
            found = self._measure("seat", spec, self.choice.items, self.choice.seat_params())
            values += found
            self._arrived(SEAT, spec, heads_rows.seat_figure(found[0]))
        return values

    def _told(self, seat: list[dict[str, Any]]) -> None:
        """What the figures stand on, and what a reader must know about them."""
        for text in notes(self.choice, self.facts, len(self.specs) > 1, seat):
            st.caption(text)
        self.remarks = st.empty()
        self._remark()

    # --- as they arrive -------------------------------------------------------------------

    def follow(self) -> None:
        """Measure what is still missing; the last thing the page does."""
        for metric in self.metrics:
            row = self.rows[metric.name]
            for spec in list(row.waiting):
                self._try(metric.name, spec, partial(self._arrive, metric, spec, row))
                self._show()
        self._remark()
        with self.exports:
            heads_export.figures(self.choice, self.rows, self.specs, self.text)
        self._chance()

    def _arrive(self, metric: MaskMetric, spec: ModelSpec, row: Row) -> Figure:
        """One metric of one model: a few items at a time, or beside the script."""
        items, params = list(metric.items), metric.params
        if len(items) == 1:
            row.waiting[spec] = "measuring …"
            self._show()
            pulse = self.note.empty
            found = session.measure_aside(metric.measure, spec, items, params, pulse)
            self.problems += found.warnings
            return heads_rows.metric_figure(metric, metric.read(found.values))
        values: list[Any] = []
        step = _STEP[metric.measure]
        for start in range(0, len(items), step):
            row.waiting[spec] = f"{start} of {len(items)}"
            self._show()
            values += self._measure(metric.measure, spec, items[start : start + step], params)
        return heads_rows.metric_figure(metric, metric.read(values))

    def _chance(self) -> None:
        """d with as many heads masked at random."""
        k = len(self.after.masked_heads)
        shown = self.rows[SEAT].figures
        before, after = shown[self.specs[0]].value, shown[self.after].value
        if not 0 < k < self.facts.layers * self.facts.heads or before is None or after is None:
            return
        drawn: list[float] = []
        seeds = self.choice.seeds
        for number, seed in enumerate(seeds, start=1):
            heads = random_heads(self.facts.layers, self.facts.heads, k, seed)
            spec = replace(self.specs[0], masked_heads=heads)
            key = (spec, SEAT, self.choice.key)
            if key not in self.kept:
                self.note.caption(f"Random heads beside them: set {number} of {len(seeds)} …")
                found = self._measure("seat", spec, self.choice.items, self.choice.seat_params())
                self._keep(key, Figure(found[0]["effect_size"], ""))
            effect = self.kept[key].value
            if effect is not None:
                drawn.append(effect - before)
        if drawn:
            self.note.markdown(f"> :small[{heads_rows.chance(after - before, drawn, k)}]")

    # --- both -----------------------------------------------------------------------------

    def _row(self, name: str, label: str, neutral: float | None, digits: int) -> Row:
        return self.rows.setdefault(name, Row(label, neutral, digits))

    def _measure(
        self, name: str, spec: ModelSpec, items: list[Any], params: dict[str, Any]
    ) -> list[Any]:
        found = session.measure(name, spec, items, params)
        self.problems += found.warnings
        return found.values

    def _try(self, name: str, spec: ModelSpec, ask: Callable[[], Figure]) -> None:
        """A figure, or why there is none; the other rows do not depend on it."""
        try:
            self._arrived(name, spec, ask())
        except BiascopeError as error:
            self.rows[name].figures[spec] = Figure(None, _FAILED)
            self.rows[name].waiting.pop(spec, None)
            self.problems.append(str(error))

    def _arrived(self, name: str, spec: ModelSpec, figure: Figure) -> None:
        self.rows[name].figures[spec] = figure
        self.rows[name].waiting.pop(spec, None)
        self._keep(self._key(name, spec), figure)

    def _keep(self, key: Any, figure: Figure) -> None:
        self.kept[key] = figure
        while len(self.kept) > _MOST:
            self.kept.pop(next(iter(self.kept)))

    def _remark(self) -> None:
        lost = heads_rows.forgotten(self._moved(CLOZE), self._moved(PPPL))
        told = [text for text in (lost, *dict.fromkeys(self.problems)) if text]
        if told:
            self.remarks.caption(":material/info: " + "  \n".join(map(explain.plain, told)))

    def _moved(self, name: str) -> tuple[float | None, float | None]:
        """A figure before and after; None where it is not measured."""
        figures = self.rows[name].figures if name in self.rows else {}
        shown = [figures.get(spec) for spec in (self.specs[0], self.after)]
        before, after = (None if figure is None else figure.value for figure in shown)
        return before, after

    def _show(self) -> None:
        self.table.table(
            heads_rows.table(list(self.rows.values()), self.specs),
            border="horizontal",
            hide_index=True,
        )


def _sentence() -> str:
    text = st.text_input(
        "Your sentence",
        value=EXAMPLE,
        key=SENTENCE,
        bind="query-params",
        persist_state="session",
        max_chars=4000,
        help="Write [MASK] where a word is hidden, then press Enter.",
    )
    return (text or "").strip() or EXAMPLE


@st.cache_resource(show_spinner=False, max_entries=16)
def _metrics(_choice: Choice, key: str, kind: str) -> list[MaskMetric]:
    """What follows SEAT; reading the texts again at every click would take its time."""
    found = mask_metrics(_choice.item, _choice.pooling, kind, _choice.seed, _choice.max_contexts)
    # what takes longest without a pause comes last, where a click interrupts it least
    order = ("pairs", "lpbs", "health")
    wanted = [metric for name, metric in found.items() if name != SEAT]
    return sorted(wanted, key=lambda metric: order.index(metric.measure))
