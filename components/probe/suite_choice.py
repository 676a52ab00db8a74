"""The evaluators that judge the words of the Probe page: a shipped suite, or the user's own."""

from __future__ import annotations

import streamlit as st

from components.frame.present import explain
from components.frame.widgets import data_choice, fetch_offer, suites
from engine.evaluators.suite import STEREOTYPES, Suite
from engine.evaluators.suites import load_suite
from engine.files.fetch.registry import data_sets

SUITE, FILE = "evaluators", "suite_file"


def ask() -> Suite | None:
    """Draw the choice; None while the user still has to do something."""
    chosen = data_choice.pick("Evaluators", suites.titles(), SUITE, 260)
    suite = _own() if chosen == data_choice.OWN else load_suite(suites.shipped(chosen))
    if suite is None:
        return None
    st.caption(explain.plain(suite.description))
    needed = dict.fromkeys(entry.source for entry in suite.evaluators if entry.kind != STEREOTYPES)
    offered = [fetch_offer.offer(source) for source in needed if source in data_sets()]
    return suite if all(offered) else None


def _own() -> Suite | None:
    source = suites.ask_file(FILE, "What it names is opened only when you press the button.")
    if source is None:
        suites.offer_example(FILE)
        return None
    return suites.read(source)
