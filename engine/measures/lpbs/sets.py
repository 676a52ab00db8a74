"""Templates and targets of the log-probability bias score: bundled, or from a user's file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.core.errors import InputTextError
from engine.core.mask_token import masks_in
from engine.core.wording import counted
from engine.files.records import parsed_object
from engine.files.samples import SAMPLES
from engine.files.text_file import read_text, say_notes

_FILE = SAMPLES / "lpbs.json"
SLOT = "{target}"
LEAST_TEMPLATES = 5


@dataclass(frozen=True)
class Domain:
    """Two sets of targets and the sentences they are put into.

    Args:
        x: name of the targets stereotyped with the first person word (he).
        y: name of those stereotyped with the second (she).
        templates: sentences with `[MASK]` for the person and `{target}`.
        targets: words of x and of y.
    """

    name: str
    x: str
    y: str
    templates: tuple[str, ...]
    targets: tuple[tuple[str, ...], tuple[str, ...]]

    def items(self, first: str = "he", second: str = "she") -> list[dict[str, str]]:
        """Every target in every template, target by target, X first."""
        return [
            {"template": template, "target": word, "first": first, "second": second}
            for words in self.targets
            for word in words
            for template in self.templates
        ]


def read_texts(items: Iterable[Mapping[str, str]]) -> list[str]:
    """What a model reads of `Domain.items`: each template with its target, the person masked."""
    return [item["template"].replace(SLOT, item["target"]) for item in items]


def bundled_domains() -> dict[str, Domain]:
    """The project's own domains by name."""
    return read_domains(str(_FILE))


def read_domains(path: str, note: Callable[[str], None] | None = None) -> dict[str, Domain]:
    """Domains from a JSON file in the form of the bundled `lpbs.json`.

    Args:
        note: called with each sentence for the user about what was guessed.
    """
    name = Path(path).name
    file = read_text(path, wanted="a JSON file")
    say_notes(note, file)
    read = parsed_object(file.text, name)
    if not read:
        raise InputTextError(f"{name} holds no domain.")
    return {domain: _domain(domain, entry, name) for domain, entry in read.items()}


def _domain(name: str, entry: Any, file: str) -> Domain:
    where = f"{file}, {name}"
    if not isinstance(entry, dict) or not isinstance(entry.get("targets"), dict):
        raise InputTextError(
            f'{where} needs "x", "y", "templates" and "targets", as in the bundled lpbs.json.'
        )
    x, y = str(entry.get("x")), str(entry.get("y"))
    templates = _texts(entry.get("templates"), f"{where}: templates")
    for template in templates:
        if masks_in(template) != 1 or template.count(SLOT) != 1:
            raise InputTextError(
                f"{where}: a template has one [MASK] for the person and one {SLOT}; "
                f"got {template!r}."
            )
    if len(templates) < LEAST_TEMPLATES:
        raise InputTextError(
            f"{where} has {counted(len(templates), 'template')}; at least {LEAST_TEMPLATES} "
            "paraphrases are "
            "needed to show how much the wording matters."
        )
    targets = tuple(_texts(entry["targets"].get(part), f"{where}: {part}") for part in (x, y))
    if any(len(words) < 2 for words in targets):
        raise InputTextError(f"{where} needs at least two targets in {x} and in {y}.")
    return Domain(name, x, y, templates, (targets[0], targets[1]))


def _texts(value: Any, what: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(
        isinstance(text, str) and text.strip() for text in value
    ):
        raise InputTextError(f"{what} must be a list of texts.")
    return tuple(dict.fromkeys(text.strip() for text in value))
