"""The method cards of what a collection shows: what was measured, how, and what it leaves open.

A card is a file of docs/methods, or lies beside a plug-in. Which cards are needed follows from the
measures that the pins' manifests name, and from their commands, for what is worked out of several
measures.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import dropwhile
from typing import Any

from engine.command_line.entries import ENTRIES
from engine.core.program import BEGINS
from engine.flow.registry import DESCRIPTORS, MEASURES, card_names, card_text
from engine.pins import Pin
from engine.report.markdown import html_of

_OF_NO_MEASURE = (
    "scorecard",
    *("erasure", "steering", "self-debiasing", "mitigation"),
    *("curation", "injection", "dose"),
)
_EXAMPLE, _SOURCES, _LIMITS = "**Worked example**", "**Sources**", "**Limits."
_NOT_SHOWN = re.compile(r"\*\*Does not\s+show\*\*")
_SUBCOMMAND = re.compile(rf"{BEGINS.pattern} ([a-z-]+)", re.MULTILINE)
# Options of a pin's command -> the card of what they do.
_DONE = {
    re.compile(r"--(?:compare-)?mask\b|--(?:gate|ablation)\b"): "heads",
    re.compile(r"--erase\b"): "erasure",
    re.compile(r"--steer\b"): "steering",
    re.compile(r"--self-debias\b"): "self-debiasing",
}


@dataclass(frozen=True)
class Card:
    """One method card, by its parts.

    Args:
        name: of its file.
        lead: what it shows and does not show, and its formula (HTML).
        details: all else but the example (HTML); may be empty.
        limits: what it does not show, and its limits (HTML), a paragraph each.
        sources: markdown, a work each.
    """

    name: str
    title: str
    lead: str
    details: str
    limits: tuple[str, ...]
    sources: tuple[str, ...]


def names() -> list[str]:
    """Names of all cards, in the order of the measures; those of no measure come last."""
    order = [card for found in DESCRIPTORS.values() for card in found.cards] + [*_OF_NO_MEASURE]
    return sorted(card_names(), key=lambda name: order.index(name) if name in order else len(order))


def used(pins: Iterable[Pin]) -> dict[str, list[int]]:
    """Cards of what was measured -> numbers of the pins that show it, counted from 1."""
    found: dict[str, list[int]] = {}
    for number, pin in enumerate(pins, 1):
        for name in _cards_of(pin):
            found.setdefault(name, []).append(number)
    there = set(names())
    return {name: numbers for name, numbers in found.items() if name in there}


def _cards_of(pin: Pin) -> list[str]:
    cards = [_of_measure(name) for name in measures_in(pin.manifest)]
    for command in _SUBCOMMAND.findall(pin.command):
        entries = [entry for entry in ENTRIES.values() if entry.name.split()[0] == command]
        hidden = {name for entry in entries for name in entry.without}
        cards = [name for name in cards if name not in hidden]
        cards += [name for entry in entries for name in entry.cards]
    cards += [card for option, card in _DONE.items() if option.search(pin.command)]
    return list(dict.fromkeys(cards))


def variants(name: str, pins: Iterable[Pin]) -> list[str]:
    """The variants of a method that pins name, such as `cps`, each once.

    Args:
        name: of the card.
    """
    found = [
        part["params"].get("variant")
        for pin in pins
        for part in objects_in(pin.manifest)
        if isinstance(part.get("params"), Mapping)
        and isinstance(part.get("measure"), str)
        and _of_measure(part["measure"]) == name
    ]
    return list(dict.fromkeys(variant for variant in found if isinstance(variant, str)))


def _of_measure(name: str) -> str:
    """The card of a measure; a name that this version does not know may be that of a card."""
    return (MEASURES[name].card if name in MEASURES else "") or name


def measures_in(manifest: Any) -> Iterator[str]:
    """Names of measures anywhere in a manifest."""
    names = (part.get("measure") for part in objects_in(manifest))
    return (name for name in names if isinstance(name, str))


def objects_in(found: Any, closed: str | None = None) -> Iterator[Mapping[str, Any]]:
    """All objects of a manifest, each before those within it.

    Args:
        closed: a key whose value is not looked into.
    """
    if isinstance(found, Mapping):
        yield found
        for key, value in found.items():
            if key != closed:
                yield from objects_in(value, closed)
    elif isinstance(found, list):
        for value in found:
            yield from objects_in(value, closed)


@lru_cache(maxsize=64)
def card(name: str) -> Card:
    """The card of a name."""
    return parts(name, card_text(name))


def parts(name: str, text: str) -> Card:
    """A card by its parts.

    Args:
        text: its markdown.
    """
    heading, _, body = text.partition("\n")
    body, _, sources = body.partition(_SOURCES)
    before, _, example = body.partition(_EXAMPLE)
    blocks = [block.strip() for block in re.split(r"\n\s*\n", before) if block.strip()]
    # The example ends where the next paragraph has a heading of its own.
    rest = [block.strip() for block in re.split(r"\n\s*\n", example) if block.strip()]
    after = list(dropwhile(lambda block: not block.startswith("**"), rest))
    limits = [block for block in (*blocks, *after) if block.startswith(_LIMITS)]
    kept = [block for block in (*blocks, *after) if block not in limits]
    count = _in_lead(kept)
    return Card(
        name,
        heading.removeprefix("## ").strip(),
        html_of("\n\n".join(kept[:count])),
        html_of("\n\n".join(kept[count:])),
        tuple(html_of(block) for block in (*_not_shown(kept[:1]), *limits)),
        tuple(line[2:] for line in sources.splitlines() if line.startswith("- ")),
    )


def _in_lead(blocks: list[str]) -> int:
    """How many blocks there are up to the first formula on a line of its own, if it comes soon."""
    formulas = [number for number, block in enumerate(blocks[:3]) if "$$" in block]
    return formulas[0] + 1 if formulas else 1


def _not_shown(first: list[str]) -> list[str]:
    """The sentence of a first block on what the figure does not show; a plug-in's may have none."""
    found = [(block, _NOT_SHOWN.search(block)) for block in first]
    return [block[match.start() :] for block, match in found if match]
