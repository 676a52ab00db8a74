"""The glossary: what a word on a page means, for tooltips, for each page and for Methods."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

import streamlit as st

from components.frame.present.explain import plain
from engine.core.project import DOCS

_FILE = DOCS / "glossary.md"
_USED_ON = "Used on: "


@dataclass(frozen=True)
class Entry:
    """One term of the glossary.

    Args:
        term: as the pages write it.
        meaning: one or two sentences, without markup.
        pages: titles of the pages that use it.
    """

    term: str
    meaning: str
    pages: tuple[str, ...]

    @property
    def anchor(self) -> str:
        """Where Methods shows the term; the prefix keeps it apart from the method cards."""
        return f"term-{re.sub(r'[^a-z0-9]+', '-', self.term.casefold()).strip('-')}"


@cache
def entries() -> dict[str, Entry]:
    """All terms of `docs/glossary.md`, in its order."""
    _, *sections = re.split(r"^## ", _FILE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {entry.term: entry for entry in map(_entry, sections)}


def _entry(section: str) -> Entry:
    term, *meaning, used_on = section.strip().splitlines()
    pages = tuple(used_on.removeprefix(_USED_ON).split(", "))
    return Entry(term.strip(), " ".join(meaning), pages)


def terms(page: str) -> list[str]:
    """The terms that a page uses, by its title."""
    return [term for term, entry in entries().items() if page in entry.pages]


def about(term: str) -> str:
    """What a term means, as markdown that shows only text; for `help=`."""
    return plain(entries()[term].meaning)


def words(*terms: str) -> None:
    """A popover with the meaning of each of these terms."""
    with st.popover("Words on this page", icon=":material/dictionary:", type="tertiary"):
        st.markdown("\n\n".join(f"**{plain(term)}**: {about(term)}" for term in terms))


def draw_glossary() -> None:
    """The whole glossary, each term with an address of its own."""
    st.header("Glossary", anchor="glossary")
    for entry in entries().values():
        with st.container(gap="xxsmall"):
            st.subheader(plain(entry.term), anchor=entry.anchor)
            st.markdown(plain(entry.meaning))
