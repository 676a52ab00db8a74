"""The same results before and after masking, as they arrive.

The two words of the sentence are measured first, then SEAT, while the page is drawn. The rest is
measured once everything else is on screen, a few items at a time, so that clicks in between are
handled. Results are kept for the session and in the store, and shown at once the next time.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame import session
from components.frame.present import explain, first_screen
from components.frame.present.first_screen import DrawnClaim
from components.frame.shell.model_bar import Subject
from components.heads import (
    before_after_export,
    cells,
    claim,
    drawn_claim,
    measuring,
    notes,
    rows,
    scale,
    sentence_effect,
)
from components.heads.cells import PanelResult
from components.heads.choice import Choice, plain_name
from components.heads.claim import Claim
from components.heads.own_sentence import OwnSentence
from components.heads.results import STEP, Results
from components.heads.rows import PanelRow
from components.heads.sentence_effect import Effect
from engine.core.errors import BiascopeError
from engine.core.spec import ModelSpec
from engine.measures.heads import before_after
from engine.measures.heads.mask_metrics import (
    CLOZE,
    PPPL,
    SEAT,
    MaskMetric,
    cost_of,
)
from engine.measures.health.reading import reading_notes


@dataclass(frozen=True)
class Places:
    """Where the panel draws.

    Args:
        claim: the sentence at the top of the page.
        effect: the user's sentence.
        scale: an empty element, for how large d is and which of both answers is tested.
        table: every measure, in a box that draws the page again when it is opened.
        opened: whether it is.
    """

    claim: DeltaGenerator
    effect: DeltaGenerator
    scale: DeltaGenerator
    table: DeltaGenerator
    opened: bool


class Panel(Results):
    """The results: drawn when created, completed by `complete`."""

    def __init__(
        self,
        choice: Choice,
        subject: Subject,
        own: OwnSentence,
        places: Places,
        other: ModelSpec | None = None,
    ) -> None:
        super().__init__(choice, subject, own)
        self.places, self.other = places, other
        self.effect: Effect | None = None
        self.drawn: DrawnClaim | None = None
        self._draw()

    def _draw(self) -> None:
        """Everything that can be shown without waiting for slow measures."""
        with self.places.effect:
            if self.own.text:
                explain.warnings(reading_notes(session.readings(self.after, [self.own.text])))
        self.loading = self.places.effect.empty()
        with self.places.table:
            self.note = st.empty()
            with st.container(key="before_after_table"):
                self.table = st.empty()
        if self.has_results():
            self._show()  # the results before stay while those after are measured
        self._announce_claim()
        with explain.in_place_of(self.loading, self.table), self._waiting():
            self.measure_odds()
            with self.places.effect:
                self._effect()
            self._measure_seat_or_say()
        self.claim = self._claim()
        drawn_claim.draw_links(self._write_claim(), self.choice, self.whole_seat, self.subject)
        with self.places.claim:
            explain.warnings(notes.hardly_known(self.choice, self.after))
        self._write_scale()
        self.measure_likely_words()  # only the table below has them
        self._show()
        with self.places.table:
            self._notes()
            self.exports = st.container()

    def _measure_seat_or_say(self) -> None:
        try:
            self.measure_seat()
        except BiascopeError:
            if self.drawn is not None:
                self.drawn.write("With this done to the model, the association has no value.")
            raise

    def _waiting(self) -> AbstractContextManager[None]:
        """A spinner while the model is loaded; later answers are too quick for one."""
        if self.has_results():
            return nullcontext()
        return self.loading.container().spinner("Loading the model …", show_time=False)

    # --- at once --------------------------------------------------------------------------

    def _effect(self) -> None:
        """What happens to the user's sentence, or why that cannot be said."""
        if before_after.ODDS not in self.rows:
            st.caption(
                "This model completes no sentence; what switching heads off changes is measured "
                "by its association."
            )
            sentence_effect.draw_nothing()
            return
        self.effect = sentence_effect.of_rows(self.own, self.rows[before_after.ODDS], self.specs)
        said = "  \n".join(
            f":material/info: {explain.plain(text)}" for text in dict.fromkeys(self.problems)
        )
        if self.effect is None:
            st.markdown(said)
            sentence_effect.draw_nothing()
            return
        sentence_effect.draw(self.effect)
        if said:
            st.markdown(said)

    def _announce_claim(self) -> None:
        """Say that the claim is computed, in the place of the one of other heads."""
        known, asked = (self._known_seat(spec) for spec in (self.specs[0], self.after))
        if known is None or asked is not None or known[0]["effect_size"] is None:
            return
        self.whole_seat = known[0]
        heads, apart = len(self.after.masked_heads), bool(self.choice.halves.targets)
        test = self.choice.test.names, self.choice.name
        self.claim = claim.computing(*test, heads, self.whole_seat, apart, self.also)
        self._write_claim()

    def _write_claim(self) -> DrawnClaim:
        """Write the claim, over the one that is there."""
        if self.drawn is None:
            with self.places.claim:
                self.drawn = first_screen.begin_claim(self.claim.sentence, self.claim.statistics)
        else:
            self.drawn.write(self.claim.sentence, self.claim.statistics)
        return self.drawn

    def _write_scale(self) -> None:
        """Write how large d is, and which of the two answers is tested; nothing without a d."""
        said = scale.said(self.tested, self.reach, self.effect is not None)
        if said:
            self.places.scale.caption(said)
        else:
            self.places.scale.empty()

    @property
    def is_final(self) -> bool:
        """Whether nothing that is still measured can change the claim."""
        moved = self.rows[SEAT].moved(self.specs[0], self.after)
        waits = moved is not None and moved.waiting > 0
        return not waits and (self.other is None or self._known_seat(self.other) is not None)

    def _claim(self) -> Claim:
        """What was found, and what the association is in the model compared with."""
        found = self._own_claim()
        if self.other is None:
            return found
        value = self._known_seat(self.other)
        if value is None:
            return found
        return claim.beside(found, value[len(self.specs) - 1], plain_name(self.other))

    def _own_claim(self) -> Claim:
        """What was found; of all words, or what a mask changes on those that ranked no head."""
        names = self.choice.test.names
        if len(self.specs) == 1:
            return claim.of_whole(names, self.whole_seat, self.choice.read_text)
        rows.correct(self.rows.values(), self.specs)
        moved = self.rows[SEAT].moved(self.specs[0], self.after)
        tested = claim.tested_on(self.choice, self.seat[-1])
        heads, apart = len(self.after.masked_heads), bool(self.choice.halves.targets)
        whole = self.whole_seat["effect_size"] if apart else None
        return claim.of_change(self.choice.name, names, moved, heads, tested, whole, self.also)

    # --- as they arrive -------------------------------------------------------------------

    def complete(self, finished: Callable[[], None] | None = None) -> None:
        """Measure what is still missing, after the rest of the page is drawn.

        Args:
            finished: called once the claim is final; None where nothing waits for it.
        """
        for metric in self.metrics:
            row = self.rows[metric.name]
            for spec in list(row.waiting):
                self.attempt(metric.name, spec, partial(self._measure_metric, metric, spec, row))
                self._show()
        self._remark()
        self._measure_other()
        self.claim = self._claim()  # its test is corrected for those that came since
        self._write_claim()
        if finished is not None:
            finished()
        if self.places.opened:  # the random sets take seconds, and are shown only there
            with self.exports:
                before_after_export.draw(self.choice, self.own, self.rows, self.specs)
            self._compare_with_random()

    def _measure_other(self) -> None:
        """The association in the model compared with, where it can be measured in the same way."""
        if self.other is not None:
            with suppress(BiascopeError):
                self._seat_values(self.other)

    def _measure_metric(self, metric: MaskMetric, spec: ModelSpec, row: PanelRow) -> PanelResult:
        """One metric of one model, a few items at a time."""
        items, params = list(metric.items), metric.params
        values: list[Any] = []
        step = STEP[metric.measure]
        for start in range(0, len(items), step):
            row.waiting[spec] = f"computing {start} of {len(items)}"
            self._show()
            values += self.measure(metric.measure, spec, items[start : start + step], params)
        return cells.metric_result(metric, metric.read(values))

    def _compare_with_random(self) -> None:
        """Compare the change of d with that of as many random heads."""
        k = len(self.after.masked_heads)
        before, after = self.values(SEAT)
        if not 0 < k < self.facts.layers * self.facts.heads or before is None or after is None:
            return
        if self.also:  # the change is not that of these heads alone
            return
        changes = self.random_changes(before, self.note.caption)
        if changes:
            ranked_apart = bool(self.choice.halves.targets)
            text = notes.random_comparison(after - before, changes, k, ranked_apart)
            self.note.markdown(f"> :small[{text}]")

    def _notes(self) -> None:
        """Captions on how to read the results and on their sample sizes."""
        bias = measuring.known_bias(self.choice, self.specs[0])
        said = [] if bias is None else bias["warnings"]
        masked = len(self.specs) > 1
        for text in notes.captions(self.choice, self.facts, masked, self.seat, said):
            st.caption(text)
        self.remarks = st.empty()
        self._remark()

    def _remark(self) -> None:
        cost = cost_of(self.facts.kind) or PPPL
        lost = notes.language_loss(self.values(CLOZE), self.values(cost), self.causal)
        found = [text for text in (lost, *dict.fromkeys(self.problems)) if text]
        texts = [f":material/info: {explain.plain(text)}" for text in found]
        if unclear := rows.unclear(self.rows.values(), self.specs[0], self.after):
            texts.insert(0, notes.smallest_changes(unclear))
        if texts:
            self.remarks.caption("  \n".join(texts))

    def _show(self) -> None:
        self.table.table(
            rows.panel_table(list(self.rows.values()), self.specs),
            border="horizontal",
            hide_index=True,
        )
