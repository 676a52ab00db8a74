"""The controls of the Lab: the base model and the sizes of its training."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from components.frame import session
from components.frame.shell import link_request, model_bar
from engine.command_line.command import Command
from engine.core.errors import UnusableModelError
from engine.core.families import KINDS, MASKED
from engine.core.spec import ModelSpec
from engine.lab.settings import PRESETS, InjectionSettings, stem_of

BASE, PRESET = "base", "preset"
# Setting -> its field: label, minimum, maximum, step and help.
_FIELDS: dict[str, tuple[str, Any, Any, Any, str]] = {
    "seed": ("Seed", 0, 2**31 - 1, 1, "Of the corpora, their order and the blanks."),
    "sentences": ("Sentences per corpus", 6, 200_000, 500, "The maximum."),
    "steps": ("Steps per model", 1, 100_000, 20, "Optimiser steps."),
    "tokens": ("Tokens per step", 64, 65_536, 64, "Including padding."),
    "peak_lr": ("Learning rate", 1e-6, 0.1, 1e-4, "The peak value."),
    "hold": (
        "Share kept close to the original",
        0.0,
        0.9,
        0.05,
        "Share of the sentences that teach the model to fill in other words as before.",
    ),
}


@dataclass(frozen=True)
class InjectionPlan:
    """What is to be trained, apart from the table."""

    spec: ModelSpec
    preset: str
    settings: InjectionSettings

    @property
    def name(self) -> str:
        """Name of its models, unless it is already taken."""
        return stem_of(self.spec.checkpoint)

    def command(self, table: str) -> Command:
        """The equivalent command.

        Args:
            table: name of the file with the planted proportions.
        """
        words = ("inject", "--biases", table, "--out", f"models/{self.name}")
        sizes = session.lab.sizes(self.preset, self.settings)
        return Command((*words, *sizes)).for_model(self.spec)


def plan() -> InjectionPlan | None:
    """Draw the controls and read them; None while a model that a link has named is not opened."""
    checkpoint = _model()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        preset = st.selectbox(
            "Size",
            [*PRESETS],
            key=PRESET,
            bind="query-params",
            persist_state="session",
            width=110,
            help="Both models are trained in the same way. Quick is enough to see recovery; "
            "default plants the bias more deeply.",
        )
        with st.popover("Options", icon=":material/tune:"):
            settings = _settings(preset)
    if not link_request.model(checkpoint, BASE):
        return None
    spec, facts = session.spec_and_facts(checkpoint)
    if facts.kind != MASKED:
        raise UnusableModelError(
            f"{checkpoint} is {KINDS[facts.kind]}; bias is planted at blanks, which only a "
            "masked language model can fill in. Choose another model."
        )
    return InjectionPlan(spec, preset, settings)


def _model() -> str:
    made = session.injected_models()
    chosen = st.selectbox(
        "Base model",
        [name for name in session.checkpoints() if name not in made],
        key=BASE,
        bind="query-params",
        persist_state="session",
        accept_new_options=True,
        on_change=session.confirm_field,
        args=("model", BASE),
        format_func=model_bar.option_format(),
        help="Choose one, or type a hub id or a local folder and press Enter. Heads switched off "
        "in the sidebar have no effect here.",
    )
    return (chosen or session.BUNDLED).strip()


def _settings(preset: str) -> InjectionSettings:
    """Draw the settings that are seldom changed; each preset has its own fields."""
    chosen: dict[str, Any] = {}
    for name, (label, least, most, step, help_text) in _FIELDS.items():
        chosen[name] = st.number_input(
            label,
            least,
            most,
            getattr(PRESETS[preset], name),
            step,
            format="%.0e" if name == "peak_lr" else None,
            key=f"{preset}_{name}",
            bind="query-params",
            persist_state="session",
            help=help_text,
        )
    return InjectionSettings(**chosen)


def duration(plan: InjectionPlan) -> str:
    """What will be trained, and how long it is expected to take."""
    expected = session.lab.injection_estimate(plan.spec, plan.settings)
    source = (
        "based on an earlier injection"
        if expected.known
        else "estimate; updated once training starts"
    )
    return (
        f"Two models of {plan.settings.steps:,} steps each: **about "
        f"{about(expected.seconds)}** on this machine ({source})."
    )


def about(seconds: float) -> str:
    """A rough duration in words."""
    if seconds < 45:
        return "half a minute"
    if seconds < 90:
        return "a minute"
    if seconds < 5400:
        return f"{round(seconds / 60)} minutes"
    return f"{seconds / 3600:.1f} hours"
