"""What the panel of the Heads page measures before and after masking, kept for the session.

A result is measured once; the next run of the page, and the next mask, find what they need of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from components.frame import session
from components.frame.present import explain
from components.frame.shell.model_bar import Subject
from components.heads import cells, measuring
from components.heads.cells import PanelResult
from components.heads.choice import Choice
from components.heads.own_sentence import OwnSentence
from components.heads.rows import PanelRow
from engine.core.errors import BiascopeError
from engine.core.families import CAUSAL, ENCODER, SEQ2SEQ
from engine.core.intervention_text import in_words
from engine.core.spec import ModelSpec
from engine.first_sight.examples import looked_up
from engine.measures.heads import before_after
from engine.measures.heads.halves import of_words
from engine.measures.heads.mask_metrics import SEAT, change_of_effect
from engine.measures.heads.runs import random_heads
from engine.measures.heads.sentence import EQUAL_ODDS
from engine.measures.seat.scale import effect_of_splits
from engine.measures.seat.value import SeatValue

_MOST = 600
_FAILED = "—"
# Measure -> items measured before a click can interrupt; in the order in which they are measured.
STEP = {
    **{"pairs": 6, "lpbs": 28, "completion": 20},
    **{"pppl": 6, "perplexity": 20, "continuation": 20},
}


class Results:
    """Results of one test and one sentence, under the original model and the masked one."""

    def __init__(self, choice: Choice, subject: Subject, own: OwnSentence) -> None:
        self.choice, self.subject, self.own = choice, subject, own
        self.facts = subject.facts
        self.causal = subject.facts.kind == CAUSAL
        self.after = subject.spec
        self.also = in_words(subject.spec.interventions)
        self.specs = list(dict.fromkeys([subject.spec.unmasked(), subject.spec]))
        self.rows: dict[str, PanelRow] = {}
        self.problems: list[str] = []
        self.kept = session.state.newest(session.state.HEAD_FIGURES, _MOST)
        metrics = measuring.judged_by(choice, subject.facts.kind).values()
        order = tuple(STEP)
        self.metrics = sorted(
            (metric for metric in metrics if metric.name != SEAT),
            key=lambda metric: order.index(metric.measure),
        )
        self._add_rows()

    def _add_rows(self) -> None:
        """A row for each measure, with its results in this session."""
        if self.facts.kind not in (SEQ2SEQ, ENCODER):
            label = "Most likely next words" if self.causal else "Most likely words"
            self.rows[before_after.SENTENCE] = PanelRow(label, None, 0)
            odds = f"{explain.plain(self.own.pair)}, %"
            self.rows[before_after.ODDS] = PanelRow(odds, EQUAL_ODDS, 1)
        other = "other words" if self.choice.halves.targets else ""
        named = other, explain.plain(self.choice.name), self.choice.contexts_text
        seat = ", ".join(filter(None, ("SEAT d", *named)))
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

    def has_results(self) -> bool:
        """Whether this session already has a result of the model."""
        return any(key[0] == self.specs[0] for key in self.kept)

    def measure_odds(self) -> None:
        """The two words that are compared in the user's sentence."""
        if before_after.ODDS in self.rows:
            for spec in self.specs:
                self.attempt(before_after.ODDS, spec, partial(self._odds, spec))

    def measure_likely_words(self) -> None:
        """The most likely words in the user's sentence."""
        if before_after.SENTENCE not in self.rows:
            return

        def predict(spec: ModelSpec) -> PanelResult:
            items = [{"text": self.own.text}]
            values = self.measure("completion", spec, items, before_after.SENTENCE_PARAMS)
            return PanelResult(cells.likely_words(values[0], self.facts.uncased))

        for spec in self.specs:
            self.attempt(before_after.SENTENCE, spec, partial(predict, spec))

    def _odds(self, spec: ModelSpec) -> PanelResult:
        """The first of the two words against the second."""
        item = self.own.item()
        words = [item["first"], item["second"]]
        value = self.measure("completion", spec, [{"text": self.own.text}], looked_up(words))[0]
        return cells.odds_result(value["targets"])

    def measure_seat(self) -> None:
        """Add effect size and p, on all words and on those that ranked no head."""
        self.whole_seat, first = self._seat_values(self.specs[0])
        self.seat = [first, *map(self.seat_value, self.specs[1:])]
        for spec, value in zip(self.specs, self.seat, strict=True):
            self._add(SEAT, spec, cells.seat_result(value))

    def seat_value(self, spec: ModelSpec) -> SeatValue:
        """SEAT on the words that ranked no head."""
        return self._seat_values(spec)[1]

    def _seat_values(self, spec: ModelSpec) -> tuple[SeatValue, SeatValue]:
        """SEAT on all words, and on those that ranked no head; kept, as its tests take a while."""
        known = self._known_seat(spec)
        if known is None:
            value = self.measure(*self.choice.seat(spec))[0]
            known = value, of_words(value, self.choice.halves.targets)
            self.kept[self._seat_key(spec)] = known
        return known

    @property
    def tested(self) -> list[SeatValue]:
        """What the claim is about: all words, or before and after those that ranked no head."""
        return self.seat if len(self.specs) > 1 else [self.whole_seat]

    @property
    def reach(self) -> float | None:
        """How far from 0 d is in random splits of the targets; kept, as there are many splits."""
        value = self.tested[-1]
        key = (self.after, "random splits", self.choice.key, len(value["associations"]))
        if key not in self.kept:
            self.kept[key] = effect_of_splits(value)
        found: float | None = self.kept[key]
        return found

    def _known_seat(self, spec: ModelSpec) -> tuple[SeatValue, SeatValue] | None:
        """The same as far as this session has it."""
        known: tuple[SeatValue, SeatValue] | None = self.kept.get(self._seat_key(spec))
        return known

    def _seat_key(self, spec: ModelSpec) -> Any:
        return (spec, "SEAT on both", self.choice.key)

    def measure(
        self, name: str, spec: ModelSpec, items: list[Any], params: dict[str, Any]
    ) -> list[Any]:
        """Values of a measure; what is wrong with them is added to the problems."""
        measured = session.measure(name, spec, items, params)
        self.problems += measured.warnings
        return measured.values

    def attempt(self, name: str, spec: ModelSpec, measure: Callable[[], PanelResult]) -> None:
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

    def random_changes(self, before: float, tell: Callable[[str], object]) -> list[float]:
        """Changes of d with as many random heads switched off, one a seed; kept.

        Args:
            before: d on the original model.
            tell: says how far it is.
        """
        changes: list[float] = []
        seeds = self.choice.seeds
        for tried, seed in enumerate(seeds, start=1):
            k = len(self.after.masked_heads)
            heads = random_heads(self.facts.layers, self.facts.heads, k, seed)
            spec = replace(self.specs[0], masked_heads=heads)
            key = (spec, SEAT, self.choice.key)
            if key not in self.kept:
                tell(f"Switching off random heads for comparison: set {tried} of {len(seeds)} …")
                self.kept[key] = self.seat_value(spec)["effect_size"]
            effect = self.kept[key]
            if effect is not None:
                changes.append(effect - before)
        return changes

    def values(self, name: str) -> tuple[float | None, float | None]:
        """A value before and after; None if not measured."""
        results = self.rows[name].results if name in self.rows else {}
        before, after = (
            results[spec].value if spec in results else None for spec in (self.specs[0], self.after)
        )
        return before, after
