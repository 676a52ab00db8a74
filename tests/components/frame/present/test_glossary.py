"""The glossary defines every term once, in plain text, and the pages ask for terms it has."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from components.frame.present import glossary
from components.frame.present.explain import plain
from engine.core.project import DOCS
from tests.components.drawn import drawn

ROOT = Path(__file__).parents[4]
TITLES = {path.stem: path.stem.capitalize() for path in (ROOT / "pages").glob("*.py")}
TITLES["cabm"] = "CABM"


def asked(function: str) -> list[tuple[str, str]]:
    """File and text of every call `glossary.function("text")` of the project."""
    found = []
    for folder in ("pages", "components"):
        for path in (ROOT / folder).rglob("*.py"):
            source = path.read_text(encoding="utf-8")
            if "glossary." not in source:
                continue
            for node in ast.walk(ast.parse(source)):
                if isinstance(node, ast.Call) and ast.unparse(node.func) == f"glossary.{function}":
                    found += [
                        (path.stem, argument.value)
                        for argument in node.args
                        if isinstance(argument, ast.Constant)
                    ]
    return found


def test_every_heading_of_the_glossary_is_unique():
    text = (DOCS / "glossary.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", text, flags=re.MULTILINE)
    assert headings == list(glossary.entries())
    assert headings == sorted(headings, key=str.casefold)
    anchors = [entry.anchor for entry in glossary.entries().values()]
    assert len(set(anchors)) == len(anchors)


def test_every_term_has_a_short_meaning_without_markup_and_the_pages_that_use_it():
    for term, entry in glossary.entries().items():
        assert 1 <= entry.meaning.count(". ") + 1 <= 3, term
        assert entry.meaning.endswith((".", "?")), term
        assert len(entry.meaning.split()) <= 50, term
        assert not re.search(r"[*`_<>|$]|\]\(", entry.meaning), term
        assert entry.pages, term
        assert set(entry.pages) <= set(TITLES.values()), term


def heads() -> dict[str, str]:
    """Script -> the page whose terms its head offers."""
    offered = {}
    for path in (ROOT / "pages").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "navigation.head":
                named = {part.arg: part.value for part in node.keywords}
                offered[path.stem] = ast.literal_eval(named.get("page", node.args[0]))
    return offered


def test_every_page_lists_its_own_terms():
    assert heads() == TITLES
    for title in TITLES.values():
        assert len(glossary.terms(title)) >= 4, title


def test_every_term_asked_for_is_in_the_glossary():
    for function in ("about", "words"):
        for file, term in asked(function):
            assert term in glossary.entries(), (file, term)


def test_a_term_that_is_not_there_is_an_error():
    with pytest.raises(KeyError):
        glossary.about("no such term")


def two_words() -> None:
    from components.frame.present import glossary

    glossary.words("P@1", "Blank")


def test_a_popover_shows_each_term_with_its_meaning_as_text():
    (box,) = drawn(two_words).get("popover")
    assert box.proto.popover.label == "Words on this page"
    (shown,) = box.get("markdown")
    first, second = shown.value.split("\n\n")
    assert first.startswith(f"**{plain('P@1')}**: Precision at 1")
    assert second == f"**Blank**: {plain(glossary.entries()['Blank'].meaning)}"
    assert r"\[MASK\]" in second
