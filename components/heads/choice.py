"""What the Heads page measures: an association test and its settings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from components.frame.present import explain
from components.frame.shell.subject import ALL_ON, done, named
from components.frame.widgets.result import where_to_run
from engine.command_line.command import Command
from engine.core.digest import data_digest
from engine.core.spec import ModelSpec
from engine.core.wording import counted, part_of
from engine.measures.heads.before_after import row_words
from engine.measures.heads.bias import ablation_items, ablation_params, bias_params
from engine.measures.heads.halves import Halves, halves
from engine.measures.seat.measure import seat_params
from engine.words.association_tests import AssociationTest
from engine.words.contexts import MAX_CONTEXTS

# What a measurement of the session is asked by: measure, model, items, parameters.
Asked = tuple[str, ModelSpec, list[Any], dict[str, Any]]


@dataclass(frozen=True, eq=False)
class Choice:
    """An association test with every setting that affects its results.

    Args:
        test: the four sets, and the sentences that contain their words.
        pooling: `token`, `cls`, `mean` or `last`.
        seed: of sampled permutations and of intervals.
        random_seeds: number of random sets of heads that a chosen set is compared with.
        source: command-line words that select the test, such as `--words race`.
        files: name in `source` -> content of an uploaded file.
        read: maximum number of sentences per word -> the same test.
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
        """The same test with the largest number of sentences per word that Biascope uses."""
        if self.read is None or not self.in_contexts:
            return self
        return replace(self, test=self.read(MAX_CONTEXTS), max_contexts=MAX_CONTEXTS)

    @cached_property
    def item(self) -> dict[str, Any]:
        """The test, ready for `measure`."""
        return self.test.item()

    @cached_property
    def halves(self) -> Halves:
        """The words that rank heads, and those on which masking them is tested."""
        return halves(self.test, self.seed)

    @cached_property
    def key(self) -> str:
        """Digest of every setting that affects SEAT and the bias scores."""
        return data_digest([self.item, self._seat_params])

    @property
    def _seat_params(self) -> dict[str, Any]:
        return seat_params(self.pooling, seed=self.seed, max_contexts=self.max_contexts)

    def seat(self, spec: ModelSpec) -> Asked:
        """The effect size on a model."""
        return "seat", spec, [self.item], self._seat_params

    def bias(self, spec: ModelSpec, item: dict[str, Any] | None = None) -> Asked:
        """The bias scores of a model's heads, on the words that rank them.

        Args:
            item: of another test, read in the same way.
        """
        asked = [item or self.halves.choosing.item()]
        return "head_bias", spec, asked, bias_params(self.pooling, self.max_contexts)

    def ablation(self, spec: ModelSpec, layers: int, heads: int) -> Asked:
        """The effect size with each head of a model masked, on the words that rank them."""
        params = ablation_params(self.halves.choosing.item(), self.pooling, self.max_contexts)
        return "head_ablation", spec, ablation_items(layers, heads), params

    @property
    def texts(self) -> int:
        """Number of texts that are read."""
        return len(self.test.contexts or self.test.words())

    @property
    def where(self) -> str:
        """What to know before a command with this test is run."""
        several = "s" * (len(self.files) > 1)
        own = f", with the full path{several} of your file{several}"
        return where_to_run(own * bool(self.files))

    @property
    def seeds(self) -> tuple[int, ...]:
        """Seeds of the random sets of heads, from 0 as on the command line."""
        return tuple(range(self.random_seeds))

    @property
    def in_contexts(self) -> bool:
        """Whether words are measured in sentences, rather than complete texts as they are."""
        return self.test.contexts is not None

    @property
    def contexts_text(self) -> str:
        """In how many sentences each word is read at most, which d depends on: `1 context`.

        Empty where the texts are read as they are.
        """
        return counted(self.max_contexts, "context") if self.in_contexts else ""

    @property
    def read_text(self) -> str:
        """`contexts_text`, and how many words are left out since no sentence holds them."""
        missing, asked = len(self.test.missing()), len(self.test.words())
        left_out = f"{part_of(missing, asked, 'word', 'are')} in no sentence and left out"
        return ", ".join(filter(None, [self.contexts_text, left_out * bool(missing)]))

    def command(self, *more: str) -> Command:
        """The command that measures the head scores, without the model.

        Args:
            more: words of further options, such as `--top-k`, `3,10`.
        """
        return self._command("heads", *self.source, *self._reading(), *self._seed(), *more)

    def seat_command(self) -> Command:
        """The command that measures the association on all words, without the model."""
        source = self.source[1:] if self.source[:1] == ("--seat",) else self.source
        return self._command("seat", *source, *self._reading(), *self._seed())

    def mask_command(self, rows: Collection[str], text: str, words: Sequence[str] = ()) -> Command:
        """The command that measures rows of the before/after panel, without the model.

        Args:
            rows: names of rows, see `engine.measures.heads.before_after`.
        """
        named = row_words(rows, [*self.source, *self._reading()], self.seed, text, words)
        return self._command(*named)

    def counter_command(self, seed: int, same_words: bool) -> Command:
        """The command of the experiment on counter-stereotypes, without the model."""
        more = ["--seed", str(seed), *["--same-words"] * same_words]
        return self._command("counter", *self.source, *self._reading(), *more)

    def _command(self, *words: str) -> Command:
        return Command(words, self.files)

    def _seed(self) -> list[str]:
        return ["--seed", str(self.seed)] if self.seed else []

    def _reading(self) -> list[str]:
        contexts = ["--max-contexts", str(self.max_contexts)] if self.in_contexts else []
        return ["--pooling", self.pooling, *contexts]


# --- which --------------------------------------------------------------------------------
# Which model a figure of the Heads page is of, for its caption.


def model_and_masks(spec: ModelSpec) -> str:
    """The model and what is done to it (markdown)."""
    return explain.plain(f"{named(spec)}, {done(spec) or ALL_ON}")


def plain_name(spec: ModelSpec) -> str:
    """The model's name alone, where its masks are what a figure compares (markdown)."""
    return explain.plain(named(spec))
