"""The Lab's controls -> the model something is planted in, and the sizes of its training."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

import streamlit as st

from components import model_bar, session
from engine.errors import UnusableModelError
from engine.lab.settings import PRESETS, Settings, stem_of
from engine.spec import ModelSpec

BASE, PRESET = "base", "preset"
_SEEDS = 2**31 - 1


@dataclass(frozen=True)
class Plan:
    """What is to be trained, without the table."""

    spec: ModelSpec
    preset: str
    settings: Settings

    @property
    def name(self) -> str:
        """What its models are called, as long as no others are."""
        return stem_of(self.spec.checkpoint)

    def command(self, table: str) -> str:
        """As a person would type it.

        Args:
            table: name of the file of planted proportions.
        """
        words = ["inject", "--biases", table, "--out", f"models/{self.name}"]
        words += session.sizes(self.preset, self.settings)
        options = model_bar.command_options(self.spec)
        return f"python -m engine {shlex.join(words)} {options}".strip()


def plan() -> Plan:
    """Draw the controls and read them.

    Raises:
        BiascopeError: if the model cannot be found, or has no masked words to learn.
    """
    with st.container(horizontal=True, vertical_alignment="bottom"):
        checkpoint = _model()
        preset = st.selectbox(
            "Size",
            [*PRESETS],
            key=PRESET,
            bind="query-params",
            persist_state="session",
            width=140,
            help="Both models are trained alike. Quick is enough to see recovery; default plants "
            "deeper.",
        )
        with st.popover("Settings", icon=":material/tune:"):
            settings = _settings(preset)
    spec = session.spec_of(checkpoint)
    if (kind := session.facts(checkpoint).kind) != "masked":
        raise UnusableModelError(
            f"{checkpoint} is a {kind} model; bias is planted at hidden words, which only a masked "
            "language model can fill in. Choose another model."
        )
    return Plan(spec, preset, settings)


def _model() -> str:
    made = session.injected_models()
    chosen = st.selectbox(
        "Base model",
        [name for name in session.checkpoints() if name not in made],
        key=BASE,
        bind="query-params",
        persist_state="session",
        accept_new_options=True,
        format_func=model_bar.readable(),
        width=300,
        help="Choose one, or type a hub id or a local folder and press Enter. Heads masked in the "
        "sidebar do not count here.",
    )
    return (chosen or session.BUNDLED).strip()


def _settings(preset: str) -> Settings:
    """What is seldom changed; each preset has fields of its own."""
    usual = PRESETS[preset]
    return Settings(
        seed=_whole("Seed", preset, "seed", (0, _SEEDS, 1), "Of corpora, order and hidden words."),
        sentences=_whole(
            "Sentences of each corpus", preset, "sentences", (6, 200_000, 500), "At most."
        ),
        steps=_whole("Steps of each model", preset, "steps", (1, 100_000, 20), "Of the optimiser."),
        tokens=_whole("Tokens a step", preset, "tokens", (64, 65_536, 64), "With padding."),
        peak_lr=st.number_input(
            "Learning rate",
            1e-6,
            0.1,
            usual.peak_lr,
            1e-4,
            format="%.0e",
            key=f"{preset}_peak_lr",
            bind="query-params",
            persist_state="session",
            help="At its highest.",
        ),
        hold=st.number_input(
            "Share held to the original",
            0.0,
            0.9,
            usual.hold,
            0.05,
            key=f"{preset}_hold",
            bind="query-params",
            persist_state="session",
            help="Sentences that teach the model to answer other words as before.",
        ),
    )


def _whole(label: str, preset: str, name: str, bounds: tuple[int, int, int], told: str) -> int:
    """A field of a whole number.

    Args:
        name: of the setting.
        bounds: least, most, and step.
    """
    least, most, step = bounds
    return st.number_input(
        label,
        least,
        most,
        int(getattr(PRESETS[preset], name)),
        step,
        key=f"{preset}_{name}",
        bind="query-params",
        persist_state="session",
        help=told,
    )


def told(plan: Plan) -> str:
    """What will be trained, and how long that is expected to take."""
    expected = session.injection_estimate(plan.spec, plan.settings)
    source = (
        "at the pace of an earlier injection here"
        if expected.known
        else "guessed from the size of the model; the first steps will tell"
    )
    return (
        f"Two models of {plan.settings.steps:,} steps each: **about "
        f"{about(expected.seconds)}** on this machine, {source}."
    )


def about(seconds: float) -> str:
    """A time as it is said beforehand."""
    if seconds < 45:
        return "half a minute"
    if seconds < 90:
        return "a minute"
    if seconds < 5400:
        return f"{round(seconds / 60)} minutes"
    return f"{seconds / 3600:.1f} hours"
