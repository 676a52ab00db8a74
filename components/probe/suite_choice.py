"""The evaluators that judge the words of the Probe page: a shipped suite, or the user's own."""

from __future__ import annotations

import streamlit as st

from components.present import explain
from components.widgets import data_choice, fetch_offer, own_file
from engine.datasets.registry import data_sets
from engine.errors import InputTextError
from engine.evaluators.declarations import read_suite
from engine.evaluators.suite import STEREOTYPES, Suite
from engine.evaluators.suites import DEMO, PUBLISHED, load_suite, suite_names

SUITE, FILE = "evaluators", "suite_file"
_TITLES = {
    DEMO: "Demo (no download)",
    PUBLISHED: "Published classifiers",
    "hurtlex": "HurtLex, hurtful words",
    "seegull": "SeeGULL, known stereotypes",
}


def ask() -> Suite | None:
    """Draw the choice; None while the user still has to do something.

    Raises:
        BiascopeError: if a declaration cannot be used as it is written.
    """
    names = suite_names()
    titles = {name: _TITLES.get(name, name.replace("hurtlex-", "HurtLex, ")) for name in names}
    chosen = data_choice.pick(
        "Evaluators", {**titles, data_choice.OWN: data_choice.OWN}, SUITE, 260
    )
    suite = _own() if chosen == data_choice.OWN else load_suite(chosen if chosen in names else DEMO)
    if suite is None:
        return None
    st.caption(explain.plain(suite.description))
    needed = dict.fromkeys(entry.source for entry in suite.evaluators if entry.kind != STEREOTYPES)
    offered = [fetch_offer.offer(source) for source in needed if source in data_sets()]
    return suite if all(offered) else None


def _own() -> Suite | None:
    source = own_file.source(
        "File that declares evaluators",
        FILE,
        ["toml"],
        "A TOML file as for `arena run --evaluators`. What it names is opened only when you press "
        "the button.",
        "/home/me/evaluators.toml",
    )
    if source is None:
        return None
    return own_file.read_once(_read, "probe suite", *source)


def _read(content: bytes | str, name: str, _mapping: object) -> Suite:
    if isinstance(content, str):
        return load_suite(content)
    try:
        return read_suite(content.decode("utf-8-sig"), name)
    except UnicodeDecodeError:
        raise InputTextError(f"{name} is not UTF-8; save it as UTF-8.") from None
