"""What the Heads page measures: an association test, and how it is read."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from engine.datasets.contexts import MAX_CONTEXTS
from engine.datasets.word_sets import AssociationTest
from engine.measurement import data_digest
from engine.measures.head_bias import ablation_params, bias_params
from engine.measures.seat.measure import seat_params


@dataclass(frozen=True, eq=False)
class Choice:
    """An association test with all that decides its numbers.

    Args:
        test: the four sets, and the sentences their words are read in.
        name: of the test, as it is named on screen.
        pooling: `token`, `cls` or `mean`.
        max_contexts: sentences a word is read in at most.
        seed: of sampled permutations and of intervals.
        random_seeds: random sets of heads that a chosen set stands beside.
        source: words of the command line that name the test, as `--words race`.
        files: name in `source` -> content, of the reader's own files.
        read: greatest number of sentences a word -> the same test.
    """

    test: AssociationTest
    name: str
    pooling: str
    max_contexts: int
    seed: int = 0
    random_seeds: int = 5
    source: tuple[str, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)
    read: Callable[[int], AssociationTest] | None = None

    def widest(self) -> Choice:
        """The same test with as many sentences a word as are ever read."""
        if self.read is None or not self.in_contexts:
            return self
        return replace(self, test=self.read(MAX_CONTEXTS), max_contexts=MAX_CONTEXTS)

    @cached_property
    def item(self) -> dict[str, Any]:
        """The test, ready for `measure`."""
        return self.test.item()

    @property
    def items(self) -> list[dict[str, Any]]:
        """The one item of the measures `seat` and `head_bias`."""
        return [self.item]

    @cached_property
    def key(self) -> str:
        """What tells this choice from others: a digest of all that decides SEAT and scores."""
        return data_digest([self.item, self.seat_params()])

    def seat_params(self) -> dict[str, Any]:
        """Parameters of the measure `seat`."""
        return seat_params(self.pooling, seed=self.seed, max_contexts=self.max_contexts)

    def bias_params(self) -> dict[str, Any]:
        """Parameters of the measure `head_bias`."""
        return bias_params(self.pooling, self.max_contexts)

    def ablation_params(self) -> dict[str, Any]:
        """Parameters of the measure `head_ablation`."""
        return ablation_params(self.item, self.pooling, self.max_contexts)

    @property
    def seeds(self) -> tuple[int, ...]:
        """Seeds of the random sets of heads; the command line counts them from 0 too."""
        return tuple(range(self.random_seeds))

    @property
    def in_contexts(self) -> bool:
        """Whether words are read in sentences, rather than texts as they stand."""
        return self.test.contexts is not None

    def arguments(self, *more: str) -> list[str]:
        """What follows `python -m engine` to get the head scores.

        Args:
            more: words of further options, as `--top-k`, `3,10`.
        """
        return ["heads", *self.source, *self._reading(), *more]

    def seat_arguments(self) -> list[str]:
        """What follows `python -m engine` to get the effect size."""
        source = [word for word in self.source if word != "--seat"]
        return ["seat", *source, *self._reading(), "--seed", str(self.seed)]

    def _reading(self) -> list[str]:
        contexts = ["--max-contexts", str(self.max_contexts)] if self.in_contexts else []
        return ["--pooling", self.pooling, *contexts]

    def command(self, options: str, *more: str) -> str:
        """The command line that gives the same head scores.

        Args:
            options: those that name the model, see `model_bar.command_options`.
            more: words of further options, as `--top-k`, `3,10`.
        """
        return _line(self.arguments(*more), options)

    def seat_command(self, options: str) -> str:
        """The command line that gives the same effect size; `options` as for `command`."""
        return _line(self.seat_arguments(), options)


def _line(words: list[str], options: str) -> str:
    return " ".join(filter(None, ["python -m engine", shlex.join(words), options]))
