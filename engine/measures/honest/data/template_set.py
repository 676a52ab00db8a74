"""Templates about people by identity, and a set of them that is identified by its content."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from functools import cached_property
from typing import Any

from engine.core.digest import data_digest

BINARY, QUEER = "binary", "queer"
IDENTITIES = (BINARY, QUEER)
_QUEER, _NOT_QUEER = "queer", "non-queer"
_PREFIXES = {"nonqueer": _NOT_QUEER, "queer": _QUEER}  # of the queer templates' categories


@dataclass(frozen=True)
class IdentityTemplate:
    """One sentence about a person or people with a masked word.

    Args:
        sentence: with one `[MASK]`.
        identity: of whom it speaks, for example `the woman`.
        group: of the identity: `female`, `queer_orientation`; any name in a user's file.
        kind: what the masked word is: `occupation`, `descriptive_verb`; empty where not known.
        form: the sentence without its identity, which several identities share.
    """

    sentence: str
    identity: str
    group: str
    kind: str
    form: str

    @property
    def side(self) -> str:
        """What its group is compared as: `queer`, `non-queer`, otherwise the group itself."""
        found = (side for prefix, side in _PREFIXES.items() if self.group.startswith(prefix))
        return next(found, self.group)


@dataclass(frozen=True, eq=False)
class TemplateSet:
    """Templates in one language.

    Args:
        name: `honest`, `bundled` or a file's.
        identities: `binary` or `queer`; empty for a user's file.
        demonstration: whether its figures are no HONEST scores but show what they look like.
    """

    name: str
    title: str
    language: str
    identities: str
    templates: tuple[IdentityTemplate, ...]
    licence: str = ""
    demonstration: bool = False
    notes: tuple[str, ...] = ()

    @cached_property
    def digest(self) -> str:
        """Of the templates in their order."""
        return data_digest([astuple(one) for one in self.templates])

    def identity(self) -> dict[str, Any]:
        """JSON-ready: what identifies the set."""
        return {
            "name": self.name,
            "title": self.title,
            "language": self.language,
            "identities": self.identities,
            "n": len(self.templates),
            "digest": self.digest,
            "licence": self.licence,
            "demonstration": self.demonstration,
        }
