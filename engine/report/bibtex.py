"""Whom to cite: entries of `references.bib` for the works that the cards name, and our own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from engine.core.spec import BUNDLED

_FILE = Path(__file__).with_name("references.bib")
_ENTRY = re.compile(r"^@\w+\{(\S+),\n(.*?)^\}$", re.MULTILINE | re.DOTALL)
_FIELD = re.compile(r"^  (\w+) = \{(.*)\},?$", re.MULTILINE)
_TITLE = re.compile(r"\(\d{4}\)\. (?:\[(.+?)\]\(|(.+?)\. )")
_HUB = re.compile(r"[A-Za-z0-9][\w.-]*(?:/[A-Za-z0-9][\w.-]*)?")
BIASCOPE = """@misc{biascope,
  title = {Biascope: Showing, measuring and intervening on social bias in language models},
  howpublished = {Computer program}
}"""

_BUNDLED = """@misc{biascope-bundled-model,
  title = {The masked language model that comes with Biascope},
  howpublished = {Model}
}"""


@dataclass(frozen=True)
class Reference:
    """One entry of `references.bib`.

    Args:
        text: the entry as it is written.
        fields: its fields by name.
    """

    key: str
    text: str
    fields: dict[str, str]


@lru_cache(maxsize=1)
def entries() -> dict[str, Reference]:
    """All entries, by what `identity` makes of their title."""
    text = _FILE.read_text(encoding="utf-8")
    found = [
        Reference(match[1], match[0], dict(_FIELD.findall(match[2])))
        for match in _ENTRY.finditer(text)
    ]
    return {identity(entry.fields["title"]): entry for entry in found}


def identity(title: str) -> str:
    """A title without case, signs and spaces."""
    return re.sub(r"\W", "", title).lower()


def title_of(source: str) -> str:
    """The title in a line of a card's sources.

    Args:
        source: `Authors (year). [Title](link). Venue.`
    """
    found = _TITLE.search(source)
    return (found[1] or found[2]) if found else ""


def cited(sources: Iterable[str]) -> list[Reference]:
    """The entries of works that cards name, each once, by key.

    Args:
        sources: lines of the cards.
    """
    known = entries()
    titles = {identity(title_of(source)) for source in sources}
    return sorted((known[title] for title in titles if title in known), key=lambda each: each.key)


def model_entries(names: Sequence[str]) -> list[str]:
    """An entry for each model that was measured; those of local folders have none.

    Args:
        names: checkpoints, as the manifests name them.
    """
    found = []
    for name in sorted(set(names)):
        if name == BUNDLED:
            found.append(_BUNDLED)
        elif _HUB.fullmatch(name):
            key = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
            found.append(
                f"@misc{{model-{key},\n  title = {{{_escaped(name)}}},\n"
                f"  howpublished = {{Hugging Face}},\n"
                f"  url = {{https://huggingface.co/{name}}}\n}}"
            )
    return found


def _escaped(text: str) -> str:
    return text.replace("_", r"\_")
