"""The controls of the Pairs page: which pairs, and how they are scored."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd
import streamlit as st

from components.frame.present import explain
from components.frame.shell import subject as run_settings
from components.frame.shell.subject import PAIRS_DATA
from components.frame.widgets import data_choice as old_options
from components.pairs import data
from components.pairs import data as names
from engine.command_line.command import Command, file_word
from engine.core.errors import UnusableModelError
from engine.core.families import MASKED
from engine.files.columns import mapping_text
from engine.flow.guarded import AUTO
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
        name: key of the data among the offered sets.
        title: the data as it is named on screen.
        pairs: the rows that can be read.
        path: how the command line names the data.
        mapping: (role, column) where the user chose the columns by hand.
        public: a public set, whose sentences the user has not chosen.
        guarded: whether pairs are scored in mixed precision where that cannot change a preference.
    """

    name: str
    title: str
    pairs: pd.DataFrame
    path: str
    mapping: tuple[tuple[str, str], ...]
    public: bool
    variant: str
    mode: str
    clean_only: bool
    guarded: bool = False

    @property
    def reduction(self) -> str | None:
        """`mean` if chosen, else None for the variant's own."""
        return "mean" if self.mode == "mean" else None

    @property
    def uploaded(self) -> bool:
        """Whether only the name of the file is known, not its folder."""
        return self.name == data.OWN and "/" not in self.path

    @property
    def published(self) -> bool:
        """Whether the rounding and ties of the released script are used."""
        return self.mode == "published"

    def command(self) -> Command:
        """The command that gives the same scores, without the models."""
        words = ["pairs", file_word(self.path), "--measure", self.variant]
        if self.mapping:
            words += ["--columns", mapping_text(self.mapping)]
        flags = {
            "--published": self.published,
            "--mean": self.reduction,
            "--clean": self.clean_only,
        }
        words += [flag for flag, wanted in flags.items() if wanted]
        words += ["--dtype", AUTO] * self.guarded
        return Command(tuple(words), output="scores.csv")


def pairs_choice(kind: str) -> Choice | None:
    """Draw the controls and read them.

    Args:
        kind: `masked` or `causal`, the kind of the model chosen.

    Returns:
        None while no file has been given.
    """
    variants = variants_for(kind)
    if not variants:
        raise UnusableModelError(
            "This model fills spans and does not predict the tokens it reads, so it has no pair "
            "score; choose a masked or a causal language model in the sidebar."
        )
    key = VARIANT if kind == MASKED else f"{VARIANT}_{kind}"
    old_options.accept(key, {entry.name: entry.name for entry in variants})
    old_options.accept(MODE, names.OLD_MODES)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = data.pick(DATA)
        variant = st.selectbox(
            "Measure",
            [entry.name for entry in variants],
            key=key,
            bind="query-params",
            persist_state="session",
            format_func=names.measure,
            width=250,
            help="  \n".join([_ABBREVIATIONS, *(f"{v.title} ({v.source})" for v in variants)]),
        )
        modes = [key for key in names.MODES if key != "published" or variant == "cps"]
        mode = st.selectbox(
            "Scoring",
            modes,
            format_func=names.MODES.__getitem__,
            key=MODE,
            bind="query-params",
            persist_state="session",
            width=210,
            help="As in its paper: sums or means of log-probabilities. As the released script (CPS "
            "only): exactly the numbers of the released CrowS-Pairs script.",
        )
        clean = st.toggle(
            "Clean pairs only",
            key=CLEAN,
            bind="query-params",
            persist_state="session",
            help="Leave out pairs with quality flags, such as those that differ in more than one "
            "place or in length.",
        )
    loaded = data.load_chosen_pairs(name)
    if loaded is None:
        return None
    if loaded.caveat:
        st.caption(explain.plain(loaded.caveat))
    return Choice(
        name=name,
        title=loaded.title,
        pairs=loaded.pairs,
        path=loaded.path,
        mapping=loaded.mapping,
        public=loaded.public,
        variant=variant,
        mode=mode if mode in modes else "own",
        clean_only=bool(clean),
        guarded=run_settings.is_guarded(),
    )
