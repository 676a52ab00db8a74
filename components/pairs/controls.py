"""The controls of the Pairs page: which pairs, and how they are scored."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame.present import explain
from components.frame.shell import subject as run_settings
from components.frame.shell.subject import PAIRS_DATA
from components.frame.widgets.chosen_data import pick_data
from components.frame.widgets.data_choice import pick
from components.pairs import data
from components.pairs.data import PairsData
from engine.command_line.command import Command, file_word
from engine.core.families import MASKED
from engine.core.languages import language_name
from engine.flow.guarded import AUTO
from engine.measures.pairs.data.sets import pair_sets
from engine.measures.pairs.variants import variants_for

DATA, VARIANT, MODE, CLEAN = PAIRS_DATA, "measure", "mode", "clean"
_ABBREVIATIONS = (
    "CPS: CrowS-Pairs Score. PLL: pseudo-log-likelihood. SSS: StereoSet Score. AUL: all unmasked "
    "likelihood. AULA: AUL with attention weights."
)


@dataclass(frozen=True, eq=False)
class Choice:
    """What the page scores.

    Args:
        guarded: whether pairs are scored in mixed precision where that cannot change a preference.
    """

    data: PairsData
    variant: str
    mode: str
    clean_only: bool
    guarded: bool = False

    @property
    def pairs(self) -> pd.DataFrame:
        """The rows that can be read."""
        return self.data.rows

    @property
    def reduction(self) -> str | None:
        """`mean` if chosen, else None for the variant's own."""
        return "mean" if self.mode == "mean" else None

    @property
    def published(self) -> bool:
        """Whether the rounding and ties of the released script are used."""
        return self.mode == "published"

    def command(self) -> Command:
        """The command that gives the same scores, without the models."""
        words = ["pairs", file_word(self.data.path), "--measure", self.variant]
        words += self.data.options
        flags = {
            "--published": self.published,
            "--mean": self.reduction,
            "--clean": self.clean_only,
        }
        words += [flag for flag, wanted in flags.items() if wanted]
        words += ["--dtype", AUTO] * self.guarded
        return Command(tuple(words), output="scores.csv")


def pairs_choice(kind: str, files: DeltaGenerator) -> Choice | None:
    """Draw the controls and read them.

    Args:
        kind: `masked` or `causal`, the kind of the model chosen.
        files: takes what asks for a file of the user's own.

    Returns:
        None while no file has been given.
    """
    variants = variants_for(kind)
    key = VARIANT if kind == MASKED else f"{VARIANT}_{kind}"
    name = pick_data("Pairs", pair_sets(), DATA, "stretch")
    variant = pick(
        "Measure",
        {entry.name: data.measure(entry.name) for entry in variants},
        key,
        help_text="  \n".join([_ABBREVIATIONS, *(f"{v.title} ({v.source})" for v in variants)]),
    )
    modes = {key: data.MODES[key] for key in data.MODES if key != "published" or variant == "cps"}
    mode = pick(
        "Scoring",
        modes,
        MODE,
        help_text="As in its paper: sums or means of log-probabilities. As the released script "
        "(CPS only): exactly the numbers of the released CrowS-Pairs script.",
        old=data.OLD_MODES,
    )
    clean = st.toggle(
        "Clean pairs only",
        key=CLEAN,
        bind="query-params",
        persist_state="session",
        help="Leave out pairs with quality flags, such as those that differ in more than one "
        "place or in length.",
    )
    loaded = data.load_chosen_pairs(name, files)
    if loaded is None:
        return None
    if listed := loaded.listed:
        language = language_name(listed.language)
        about = f"{language} · {listed.licence} · {listed.citation} {listed.caveat}"
        st.caption(explain.plain(about))
    return Choice(
        loaded,
        variant,
        mode if mode in modes else "own",
        bool(clean),
        guarded=run_settings.is_guarded(),
    )
