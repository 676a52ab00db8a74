"""Suites of evaluators to choose from: those that come with Biascope, and the user's own."""

from __future__ import annotations

import re

from components.widgets import data_choice, own_file
from engine.errors import InputTextError
from engine.evaluators.declarations import read_suite
from engine.evaluators.suite import Suite
from engine.evaluators.suites import DEMO, PUBLISHED, load_suite, suite_names

_TITLES = {
    DEMO: "Demo (no download)",
    PUBLISHED: "Published classifiers",
    "hurtlex": "HurtLex, hurtful words",
    "seegull": "SeeGULL, known stereotypes",
}


def titles() -> dict[str, str]:
    """What can be chosen, the user's own file last."""
    shipped = {name: _TITLES.get(name) or _other(name) for name in suite_names()}
    return {**shipped, data_choice.OWN: data_choice.OWN}


def _other(name: str) -> str:
    """The title of a suite that has none of its own: `HurtLex, de`."""
    return re.sub(r"^hurtlex-", "HurtLex, ", name)


def shipped(name: str) -> str:
    """The name of a suite that comes with Biascope; the demo suite for any other name."""
    return name if name in suite_names() else DEMO


def ask_file(key: str, opened: str) -> own_file.Source | None:
    """Ask for a declaration; None until there is one.

    Args:
        key: of the field.
        opened: when what the file names is opened, one sentence.
    """
    return own_file.source(
        "File that declares evaluators",
        key,
        ["toml"],
        f"A TOML file as for `arena run --evaluators`. {opened}",
        "/home/me/evaluators.toml",
    )


def read(source: own_file.Source) -> Suite:
    """The suite that a given file declares; nothing that it names is opened.

    Raises:
        BiascopeError: if the declaration cannot be used as it is written.
    """
    return own_file.read_once(_read, "suite", *source)


def _read(content: bytes | str, name: str, _mapping: object) -> Suite:
    if isinstance(content, str):
        return load_suite(content)
    try:
        return read_suite(content.decode("utf-8-sig"), name)
    except UnicodeDecodeError:
        raise InputTextError(f"{name} is not UTF-8; save it as UTF-8.") from None
