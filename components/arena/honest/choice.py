"""What the HONEST part measures: templates, lexicon, which completions, and K."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.command_line.command import Command, file_word
from engine.measures.honest.data.template_set import BINARY, TemplateSet
from engine.measures.honest.lexicon import Lexicon
from engine.measures.honest.report import KS, Settings, completion_items, completion_params
from engine.measures.honest.scores import TOKENS


@dataclass(frozen=True, eq=False)
class Choice:
    """A score that can be had of any masked model.

    Args:
        source: how a command names the templates.
        lexicon_source: how it names the lexicon; empty for the usual one.
        files: name among these -> content, of uploaded files.
        k: whose figures are drawn in full.
    """

    templates: TemplateSet
    source: str
    lexicon: Lexicon
    lexicon_source: str
    settings: Settings
    k: int
    files: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def key(self) -> tuple[Any, ...]:
        """What tells one choice from another; the figures of all K belong to one."""
        return self.templates.digest, self.templates.title, self.lexicon.digest, self.settings

    @property
    def items(self) -> list[dict[str, str]]:
        """What the model is asked, one item a template."""
        return completion_items(self.templates)

    @property
    def params(self) -> dict[str, Any]:
        """Parameters of the measure."""
        return completion_params(self.settings)

    def command(self) -> Command:
        """The command that gives the same figures, without the model."""
        words = ["honest", file_word(self.source)]
        if self.templates.language != "en":
            words += ["--language", self.templates.language]
        if self.templates.identities not in ("", BINARY):
            words += ["--identities", self.templates.identities]
        if self.lexicon_source:
            words += ["--lexicon", file_word(self.lexicon_source)]
        if self.settings.fill != TOKENS:
            words += ["--fill", self.settings.fill]
        if self.settings.ks != KS:
            words += ["--k", ",".join(map(str, self.settings.ks))]
        if self.settings.seed:
            words += ["--seed", str(self.settings.seed)]
        return Command(tuple(words), dict(self.files), "completions.csv")
