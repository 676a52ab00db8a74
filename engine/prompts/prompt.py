"""A prompt, and a set of them that is identified by its content."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from engine.core.digest import data_digest
from engine.core.mask_token import MASK

CATEGORIES = ("race/ethnicity", "sex/gender", "culture/nationality", "religion")


@dataclass(frozen=True)
class Prompt:
    """One sentence about a group of people with a masked word.

    Args:
        category: one of `CATEGORIES` in the project's own set; any name in a user's file.
        group: as it is shown, for example `Black people`.
        sentence_type: what the sentence asks, for example `attributive`.
        sentence: with exactly one mask.
        template: of the project's own set; empty where the sentence was made elsewhere.
        slot: what the masked word is, for example `adjective`; empty where it is not known.
    """

    category: str
    group: str
    sentence_type: str
    sentence: str
    template: str = ""
    slot: str = ""

    def quoted(self) -> Prompt:
        """The same with quotation marks around the mask, as in the examples of the paper."""
        return replace(self, sentence=MASK.sub("'[MASK]'", self.sentence, count=1))

    def completed(self, word: str) -> str:
        """The sentence with a word in place of the mask."""
        return MASK.sub(lambda _: word, self.sentence, count=1)


@dataclass(frozen=True, eq=False)
class PromptSet:
    """Prompts in their order, with what identifies them in a report.

    Args:
        name: of the set, or of a user's file.
        version: of the set; empty for a user's file.
        drawn: `n` and `seed` of the subset that this is; None for a whole set.
        licence: of what the sentences were made from; empty for a user's file.
        notes: sentences for the user about what was left out or guessed.
    """

    name: str
    version: str
    prompts: tuple[Prompt, ...]
    drawn: dict[str, int] | None = None
    licence: str = ""
    notes: tuple[str, ...] = ()

    @cached_property
    def digest(self) -> str:
        """Identity of the sentences and of what they are about, in their order."""
        return data_digest(
            [
                [prompt.category, prompt.group, prompt.sentence_type, prompt.sentence]
                for prompt in self.prompts
            ]
        )

    def identity(self) -> dict[str, Any]:
        """What a report says of the set."""
        return {
            "name": self.name,
            "version": self.version,
            "digest": self.digest,
            "n": len(self.prompts),
            "drawn": self.drawn,
            "licence": self.licence,
        }

    def counts(self) -> dict[str, Any]:
        """`n`, and prompts by category, group and sentence type."""
        return {
            "n": len(self.prompts),
            "by_category": _counted([prompt.category for prompt in self.prompts]),
            "by_group": _counted([prompt.group for prompt in self.prompts]),
            "by_sentence_type": _counted([prompt.sentence_type for prompt in self.prompts]),
        }


def _counted(names: Sequence[str]) -> dict[str, int]:
    return dict(Counter(names))
