"""What the Arena page measures: prompts, evaluators and the variant of the completion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from components.arena.data import Source
from engine.command_line.command import Command, file_word
from engine.evaluators.suite import CLASSIFIER, Suite
from engine.evaluators.word_lists import OWN
from engine.files.fetch.registry import data_sets
from engine.measures.arena.settings import POOLED, RAW, Settings
from engine.prompts.prompt import PromptSet

AT_ONCE = 1000  # prompts that are completed while the user waits


@dataclass(frozen=True, eq=False)
class Choice:
    """A report that can be made of any model.

    Args:
        prompts: those that are completed, already drawn.
        prompts_source: how a command names their whole set.
        suite_source: how a command names the evaluators.
    """

    prompts: PromptSet
    prompts_source: Source
    suite: Suite
    suite_source: Source
    settings: Settings

    @property
    def key(self) -> tuple[Any, ...]:
        """What tells one choice from another."""
        settings = tuple(sorted(self.settings.identity().items()))
        return self.prompts.digest, self.prompts.name, self.suite.digest, self.suite.name, settings

    @property
    def classifiers(self) -> list[str]:
        """Checkpoints that have to be opened for it."""
        return [entry.checkpoint for entry in self.suite.evaluators if entry.kind == CLASSIFIER]

    @property
    def lists(self) -> list[str]:
        """Files of words that have to be opened for it, because its declaration names them."""
        return [
            entry.source
            for entry in self.suite.evaluators
            if entry.source not in ("", OWN, *data_sets())
        ]

    @property
    def uploaded(self) -> bool:
        """Whether only the names of some files are known, not their folders."""
        return any(
            source.content is not None for source in (self.prompts_source, self.suite_source)
        )

    def command(self) -> Command:
        """The command that makes the same report, without the model."""
        words = ["arena", "run", "--prompts", file_word(self.prompts_source.word)]
        if drawn := self.prompts.drawn:
            words += ["--subset", str(drawn["n"]), "--seed", str(drawn["seed"])]
        words += ["--evaluators", file_word(self.suite_source.word)]
        settings = self.settings
        if settings.fill == RAW:
            words += ["--fill", RAW]
        if settings.top_k > 1:
            words += ["--top-k", str(settings.top_k)]
        if settings.quoted:
            words.append("--quoted")
        if settings.reading != POOLED:
            words += ["--reading", settings.reading]
        files = {**self.prompts_source.files, **self.suite_source.files}
        return Command(tuple(words), files, "report.json")
