"""What commands share that compute published tables again: models, what is missing, their names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import typer

from engine.command_line.options import nothing_ran, places_of
from engine.command_line.output import number_text
from engine.command_line.subject import Subject, name_each
from engine.core.errors import (
    BiascopeError,
    InputTextError,
    UnknownModelError,
    UnusableModelError,
)
from engine.core.paths import shown_name
from engine.core.wording import listed

_Measured = TypeVar("_Measured")

# Organisations that the hub has put its first checkpoints under, which papers name without one.
_FIRST_OWNERS = ("google-bert", "facebookai", "openai-community", "distilbert", "albert")

# What papers call a checkpoint in their text, where that is no part of its name.
_IN_PAPERS = {
    "mbert": "bert-base-multilingual-uncased",
    "xlm-r": "xlm-roberta-base",
    "mt5": "mt5-base",
    "llama-2": "llama-2-7b-hf",
    "llama-2-chat": "llama-2-7b-chat-hf",
}


def published_model(name: str, models: Iterable[str]) -> str | None:
    """The checkpoint as a table names it; None where the table does not have it.

    Args:
        name: with or without its owner, or as its paper calls it, in any case.
        models: of the table.
    """
    plain = name.casefold()
    owner, _, short = _IN_PAPERS.get(plain, plain).rpartition("/")
    for model in models:
        its_owner, _, its_short = model.casefold().rpartition("/")
        if short == its_short and (owner in ("", its_owner) or _is_first(owner, its_owner)):
            return model
    return None


def _is_first(owner: str, other: str) -> bool:
    return other == "" and owner in _FIRST_OWNERS


def placed_models(
    given: Sequence[str] | None, models: Sequence[str], own: bool = True
) -> dict[str, str]:
    """Models that a user named by `--checkpoint`, under the names that the table has.

    Args:
        given: as written, `MODEL=FOLDER`.
        models: of the table.
        own: whether models that the table does not have are measured too.

    Returns:
        Model -> where it is; a model of the user's own under the name that was given.

    Raises:
        InputTextError: where two name one model, or one would not be used.
    """
    found: dict[str, str] = {}
    typed: dict[str, str] = {}
    for name, place in places_of(given or []).items():
        known = published_model(name, models)
        if known is None and not own:
            raise InputTextError(
                f"--checkpoint {name} would not be used: the table has "
                f"{listed(list(models), len(models))}."
            )
        model = known or name
        if model in found:
            raise InputTextError(
                f"--checkpoint names {model} twice, as {typed[model]} and as {name}; give it once."
            )
        found[model], typed[model] = place, name
    return found


@dataclass(frozen=True)
class Reached:
    """Models that can be measured, and those that cannot.

    Args:
        subjects: model -> what measures it.
        missing: model -> why it is left out, in one sentence.
    """

    subjects: dict[str, Subject]
    missing: dict[str, str]

    def refuse_none(self) -> None:
        """Refuse where no model is left.

        Raises:
            UnknownModelError: which names the first reason.
        """
        if not self.subjects:
            raise UnknownModelError(nothing_ran(self.missing))

    def each(
        self,
        measure: Callable[[str, Subject], _Measured],
        failing: tuple[type[BiascopeError], ...] = (BiascopeError,),
    ) -> tuple[dict[str, _Measured], dict[str, str]]:
        """Measure one model after the other; only one is in memory at a time.

        Args:
            measure: (model, what measures it) -> what is found.
            failing: errors that leave a model out; any other ends the command.

        Returns:
            Model -> what was found, and model -> why it failed.
        """
        found: dict[str, _Measured] = {}
        failed: dict[str, str] = {}
        for model, subject in self.subjects.items():
            try:
                found[model] = measure(model, subject)
            except failing as error:
                failed[model] = str(error)
            subject.release()
        return found, failed


def reach(subject: Subject, models: Sequence[str], places: Mapping[str, str]) -> Reached:
    """Find the files of all models, before the first is loaded.

    Args:
        subject: whose device and precision are used.
        models: of the table; those of `places` follow them.
    """
    found = Reached({}, {})
    for model in dict.fromkeys((*models, *places)):
        other = subject.other(places.get(model, model))
        try:
            _ = other.source
        except (UnknownModelError, UnusableModelError) as error:
            found.missing[model] = str(error)
        else:
            found.subjects[model] = other
    name_each([*found.subjects.values()])
    # What the user has named comes first: it is the reason that the user can do something about.
    first = [model for model in places if model in found.missing]
    return Reached(found.subjects, {model: found.missing[model] for model in first} | found.missing)


def say_left_out(missing: Mapping[str, str]) -> None:
    """Say on stderr which models are left out and why, before any table is printed.

    Args:
        missing: model -> reason.
    """
    for model, reason in missing.items():
        why = f"it {reason.removeprefix(f'{model} ')}" if reason.startswith(f"{model} ") else reason
        typer.echo(f"{shown_name(model)} is left out: {why}", err=True)


def figure_row(entry: Mapping[str, Any], digits: str) -> list[str]:
    """A published figure and ours, as a row of a table.

    Args:
        entry: of `beside_published`.
        digits: that the figures are written with, such as `.2f`.
    """
    return [
        entry["part"],
        entry["name"],
        entry["quantity"].replace("_", "\n"),
        format(entry["published"], digits),
        number_text(entry["ours"], digits, ""),
        number_text(entry["difference"], f"+{digits}", ""),
    ]


def short_name(model: str) -> str:
    """A model without its owner, for a table; the JSON has it whole."""
    return model.rstrip("/").rpartition("/")[2] or model


def name_lines(model: str, width: int) -> str:
    """A model without its owner in the cell of a table, in lines that end where a part of it does.

    Args:
        width: characters of a line; a part that is longer is a line of its own.
    """
    lines = [""]
    for part in re.split(r"(?<=[-_.])", short_name(model)):
        if lines[-1] and len(lines[-1]) + len(part) > width:
            lines.append("")
        lines[-1] += part
    return "\n".join(lines)
