"""The same results before and after masking, as they arrive.

The sentence is measured first, then SEAT, while the page is drawn. The rest is measured once
everything else is on screen, a few items at a time, so that clicks in between are handled. Results
are kept for the session and in the store, and shown at once the next time.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame import session
from components.frame.present import explain
from components.frame.shell.model_bar import Subject
from components.heads import (
    before_after_export,
    cells,
    claim,
    measuring,
    notes,
    rows,
    sentence_effect,
)
from components.heads.cells import PanelResult
from components.heads.choice import Choice
from components.heads.claim import Claim
from components.heads.own_sentence import OwnSentence
from components.heads.rows import PanelRow
from engine.core.errors import BiascopeError
from engine.core.families import CAUSAL, ENCODER, SEQ2SEQ
from engine.core.spec import ModelSpec
from engine.first_sight.examples import looked_up
from engine.measures.heads import before_after
from engine.measures.heads.halves import of_words
from engine.measures.heads.mask_metrics import (
    CLOZE,
    PPPL,
    SEAT,
    MaskMetric,
    change_of_effect,
    cost_of,
)
from engine.measures.heads.runs import random_heads
from engine.measures.heads.sentence import EQUAL_ODDS
from engine.measures.health.reading import reading_notes
from engine.measures.seat.value import SeatValue

_MOST = 600
_FAILED = "—"
# Measure -> items measured before a click can interrupt.
_STEP = {
    **{"pairs": 6, "lpbs": 28, "completion": 20},
    **{"pppl": 6, "perplexity": 20, "continuation": 20},
}


@dataclass(frozen=True)
class Places:
    """Where the panel draws.

    Args:
        claim: the sentence at the top of the page.
        effect: the user's sentence.
        table: every measure.
    """

    claim: DeltaGenerator
    effect: DeltaGenerator
    table: DeltaGenerator


class Panel:
    """The results: drawn when created, completed by `complete`."""

    def __init__(self, choice: Choice, subject: Subject, own: OwnSentence, places: Places) -> None:
        self.choice, self.subject, self.own, self.places = choice, subject, own, places
        self.facts = subject.facts
        self.causal = subject.facts.kind == CAUSAL
        self.after = subject.spec
        self.specs = list(dict.fromkeys([subject.spec.unmasked(), subject.spec]))
        self.rows: dict[str, PanelRow] = {}
        self.problems: list[str] = []
        self.kept = session.state.newest(session.state.HEAD_FIGURES, _MOST)
        self._draw()

    def _draw(self) -> None:
        """Everything that can be shown without waiting for slow measures."""
        with self.places.effect:
            if self.own.text:
                explain.warnings(reading_notes(session.readings(self.after, [self.own.text])))
        self.loading = self.places.effect.empty()
        metrics = measuring.judged_by(self.choice, self.facts.kind).values()
        order = tuple(_STEP)
        self.metrics = sorted(
            (metric for metric in metrics if metric.name != SEAT),
            key=lambda metric: order.index(metric.measure),
        )
        self._add_rows()
        with self.places.table:
            self.note = st.empty()
            with st.container(key="before_after_table"):
                self.table = st.empty()
        if self._has_results():
            self._show()  # the results before stay while those after are measured
        with explain.in_place_of(self.loading, self.table), self._waiting():
            self._likely_words()
            with self.places.effect:
                self._effect()
            self.seat = self._seat()
        self.claim = self._claim()
        with self.places.claim:
            drawn = claim.draw(self.claim, self.choice, self.whole_seat, self.subject)
        self.rewrite = drawn.write
        self._show()
        with self.places.table:
            self._notes()
            self.exports = st.container()

    def _add_rows(self) -> None:
        """A row for each measure, with its results in this session."""
        if self.facts.kind not in (SEQ2SEQ, ENCODER):
            label = "Most likely next words" if self.causal else "Most likely words"
            self.rows[before_after.SENTENCE] = PanelRow(label, None, 0)
            odds = f"{explain.plain(self.own.pair)}, %"
            self.rows[before_after.ODDS] = PanelRow(odds, EQUAL_ODDS, 1)
        other = ", other words" if self.choice.halves.targets else ""
        seat = f"SEAT d{other}, {explain.plain(self.choice.name)}"
        self.rows[SEAT] = PanelRow(seat, 0.0, 2, change_of_effect)
        for metric in self.metrics:
            row = PanelRow(metric.title, metric.neutral, metric.digits, metric.compare)
            self.rows[metric.name] = row
        for name, row in self.rows.items():
            for spec in self.specs:
                result = self.kept.get(self._key(name, spec))
                if result is not None:
                    row.results[spec] = result
                else:
                    row.waiting[spec] = "…"

    def _key(self, name: str, spec: ModelSpec) -> Any:
        """Key of a result in this session."""
        inputs: dict[str, Any] = {
            before_after.SENTENCE: self.own.text,
            before_after.ODDS: self.own,
            SEAT: self.choice.key,
        }
        return (spec, f"{name} shown", inputs.get(name, self.choice.seed))

    def _has_results(self) -> bool:
        """Whether this session already has a result of the model."""
        return any(key[0] == self.specs[0] for key in self.kept)

    def _waiting(self) -> AbstractContextManager[None]:
        """A spinner while the model is loaded; later answers are too quick for one."""
        if self._has_results():
            return nullcontext()
        return self.loading.container().spinner("Loading the model …", show_time=False)

    # --- at once --------------------------------------------------------------------------

    def _likely_words(self) -> None:
        """The most likely words in the user's sentence, and the two words that are compared."""
        if before_after.SENTENCE not in self.rows:
            return

        def predict(spec: ModelSpec) -> PanelResult:
            items = [{"text": self.own.text}]
            values = self._measure("completion", spec, items, before_after.SENTENCE_PARAMS)
            return PanelResult(cells.likely_words(values[0], self.facts.uncased))

        for spec in self.specs:
            self._try(before_after.SENTENCE, spec, partial(predict, spec))
            self._try(before_after.ODDS, spec, partial(self._odds, spec))

    def _odds(self, spec: ModelSpec) -> PanelResult:
        """The first of the two words against the second."""
        item = self.own.item()
        words = [item["first"], item["second"]]
        value = self._measure("completion", spec, [{"text": self.own.text}], looked_up(words))[0]
        return cells.odds_result(value["targets"])

    def _effect(self) -> None:
        """What happens to the user's sentence, or why that cannot be said."""
        if before_after.ODDS not in self.rows:
            st.caption(
                "This model completes no sentence; what switching heads off changes is measured "
                "by its association."
            )
            sentence_effect.draw_nothing()
            return
        effect = sentence_effect.of_rows(self.own, self.rows[before_after.ODDS], self.specs)
        said = "  \n".join(
            f":material/info: {explain.plain(text)}" for text in dict.fromkeys(self.problems)
        )
        if effect is None:
            st.markdown(said)
            sentence_effect.draw_nothing()
            return
        sentence_effect.draw(effect)
        if said:
            st.markdown(said)

    def _seat(self) -> list[SeatValue]:
        """Add effect size and p on the words that ranked no head; return the values."""
        self.whole_seat, first = self._seat_values(self.specs[0])
        values = [first, *map(self._seat_value, self.specs[1:])]
        for spec, value in zip(self.specs, values, strict=True):
            self._add(SEAT, spec, cells.seat_result(value))
        return values

    def _seat_value(self, spec: ModelSpec) -> SeatValue:
        return self._seat_values(spec)[1]

    def _seat_values(self, spec: ModelSpec) -> tuple[SeatValue, SeatValue]:
        """SEAT on all words, and on those that ranked no head; kept, as its tests take a while."""
        key = (spec, "SEAT on both", self.choice.key)
        if key not in self.kept:
            value = self._measure(*self.choice.seat(spec))[0]
            self.kept[key] = value, of_words(value, self.choice.halves.targets)
        found: tuple[SeatValue, SeatValue] = self.kept[key]
        return found

    def _claim(self) -> Claim:
        """What was found; of all words, or what a mask changes on those that ranked no head."""
        names = self.choice.test.names
        if len(self.specs) == 1:
            return claim.of_whole(names, self.whole_seat)
        rows.correct(self.rows.values(), self.specs)
        moved = self.rows[SEAT].moved(self.specs[0], self.after)
        tested = claim.tested_on(self.choice, self.seat[-1])
        return claim.of_change(self.choice.name, names, moved, len(self.after.masked_heads), tested)

    # --- as they arrive -------------------------------------------------------------------

    def complete(self) -> None:
        """Measure what is still missing, after the rest of the page is drawn."""
        for metric in self.metrics:
            row = self.rows[metric.name]
            for spec in list(row.waiting):
                self._try(metric.name, spec, partial(self._measure_metric, metric, spec, row))
                self._show()
        self._remark()
        self.claim = self._claim()  # its test is corrected for those that came since
        self.rewrite(self.claim.sentence, self.claim.statistics)
        with self.exports:
            before_after_export.draw(self.choice, self.own, self.rows, self.specs)
        self._compare_with_random()

    def _measure_metric(self, metric: MaskMetric, spec: ModelSpec, row: PanelRow) -> PanelResult:
        """One metric of one model, a few items at a time."""
        items, params = list(metric.items), metric.params
        values: list[Any] = []
        step = _STEP[metric.measure]
        for start in range(0, len(items), step):
            row.waiting[spec] = f"computing {start} of {len(items)}"
            self._show()
            values += self._measure(metric.measure, spec, items[start : start + step], params)
        return cells.metric_result(metric, metric.read(values))

    def _compare_with_random(self) -> None:
        """Compare the change of d with that of as many random heads."""
        k = len(self.after.masked_heads)
        results = self.rows[SEAT].results
        before, after = results[self.specs[0]].value, results[self.after].value
        if not 0 < k < self.facts.layers * self.facts.heads or before is None or after is None:
            return
        changes: list[float] = []
        seeds = self.choice.seeds
        for tried, seed in enumerate(seeds, start=1):
            heads = random_heads(self.facts.layers, self.facts.heads, k, seed)
            spec = replace(self.specs[0], masked_heads=heads)
            key = (spec, SEAT, self.choice.key)
            if key not in self.kept:
                self.note.caption(
                    f"Masking random heads for comparison: set {tried} of {len(seeds)} …"
                )
                self.kept[key] = self._seat_value(spec)["effect_size"]
            effect = self.kept[key]
            if effect is not None:
                changes.append(effect - before)
        if changes:
            ranked_apart = bool(self.choice.halves.targets)
            text = notes.random_comparison(after - before, changes, k, ranked_apart)
            self.note.markdown(f"> :small[{text}]")

    # --- both -----------------------------------------------------------------------------

    def _measure(
        self, name: str, spec: ModelSpec, items: list[Any], params: dict[str, Any]
    ) -> list[Any]:
        measured = session.measure(name, spec, items, params)
        self.problems += measured.warnings
        return measured.values

    def _try(self, name: str, spec: ModelSpec, measure: Callable[[], PanelResult]) -> None:
        """Add a result, or the reason why there is none; other rows do not depend on it."""
        try:
            self._add(name, spec, measure())
        except BiascopeError as error:
            self.rows[name].results[spec] = PanelResult(_FAILED)
            self.rows[name].waiting.pop(spec, None)
            self.problems.append(str(error))

    def _add(self, name: str, spec: ModelSpec, result: PanelResult) -> None:
        self.rows[name].results[spec] = result
        self.rows[name].waiting.pop(spec, None)
        self.kept[self._key(name, spec)] = result

    def _notes(self) -> None:
        """Captions on how to read the results and on their sample sizes."""
        for text in notes.captions(self.choice, self.facts, len(self.specs) > 1, self.seat):
            st.caption(text)
        self.remarks = st.empty()
        self._remark()

    def _remark(self) -> None:
        cost = cost_of(self.facts.kind) or PPPL
        lost = notes.language_loss(self._values(CLOZE), self._values(cost), self.causal)
        found = [text for text in (lost, *dict.fromkeys(self.problems)) if text]
        texts = [f":material/info: {explain.plain(text)}" for text in found]
        if unclear := rows.unclear(self.rows.values(), self.specs[0], self.after):
            texts.insert(0, notes.smallest_changes(unclear))
        if texts:
            self.remarks.caption("  \n".join(texts))

    def _values(self, name: str) -> tuple[float | None, float | None]:
        """A value before and after; None if not measured."""
        results = self.rows[name].results if name in self.rows else {}
        before, after = (
            results[spec].value if spec in results else None for spec in (self.specs[0], self.after)
        )
        return before, after

    def _show(self) -> None:
        self.table.table(
            rows.panel_table(list(self.rows.values()), self.specs),
            border="horizontal",
            hide_index=True,
        )
