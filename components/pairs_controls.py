"""The Pairs page's controls -> which pairs, scored how."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from components import explain, pairs_data
from engine.datasets.columns import mapping_text
from engine.measures.pairs.variants import VARIANTS
from engine.spec import ModelSpec, format_heads

DATA, VARIANT, MODE, CLEAN = "data", "measure", "mode", "clean"
_MODES = {"own": "as defined", "published": "published mode", "mean": "mean over tokens"}


@dataclass(frozen=True, eq=False)
class Choice:
    """What the page scores.

    Args:
        name: key of the data among the offered sets.
        title: the data as it is named on screen.
        pairs: the rows that can be read.
        path: how the command line names the data.
        mapping: (role, column) where the reader chose the columns by hand.
        public: a public set, whose sentences the reader has not chosen.
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

    @property
    def reduction(self) -> str | None:
        """`mean` where asked for, else the variant's own."""
        return "mean" if self.mode == "mean" else None

    @property
    def uploaded(self) -> bool:
        """Whether only the name of the file is known, not where it lies."""
        return self.name == pairs_data.OWN and "/" not in self.path

    @property
    def published(self) -> bool:
        """Whether the released script's rounding and ties are asked for."""
        return self.mode == "published"

    def command(self, options: str) -> str:
        """The command line that scores the same.

        Args:
            options: those that name the model, and the one compared with.
        """
        parts = [f"python -m engine pairs {shlex.quote(self.path)} --measure {self.variant}"]
        if self.mapping:
            parts.append(f"--columns {shlex.quote(mapping_text(self.mapping))}")
        flags = {
            "--published": self.published,
            "--mean": self.reduction,
            "--clean": self.clean_only,
        }
        parts += [flag for flag, wanted in flags.items() if wanted]
        return " ".join([*parts, "--out scores.csv", options]).strip()


def compare_options(spec: ModelSpec) -> str:
    """The options of the command line that score a second model on the same pairs."""
    options = f"--compare {shlex.quote(spec.checkpoint)}"
    if spec.masked_heads:
        options += f" --compare-mask {format_heads(spec.masked_heads).replace(' ', '')}"
    return options


def choice(kind: str) -> Choice | None:
    """Draw the controls and read them.

    Args:
        kind: `masked` or `causal`, the kind of the model chosen.

    Returns:
        None while no file has been given.
    """
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = pairs_data.pick(DATA)
        variants = [entry for entry in VARIANTS.values() if entry.kind == kind]
        variant = st.selectbox(
            "Measure",
            [entry.name for entry in variants],
            key=VARIANT if kind == "masked" else f"{VARIANT}_{kind}",
            bind="query-params",
            persist_state="session",
            width=115,
            help="  \n".join(f"{entry.title} ({entry.source})" for entry in variants),
        )
        modes = [key for key in _MODES if key != "published" or variant == "cps"]
        mode = st.selectbox(
            "Scoring",
            modes,
            format_func=_MODES.__getitem__,
            key=MODE,
            bind="query-params",
            persist_state="session",
            width=165,
            help="Published mode repeats the released CrowS-Pairs script to the digit.",
        )
        clean = st.toggle(
            "Clean pairs only",
            key=CLEAN,
            bind="query-params",
            persist_state="session",
            help="Leave out pairs that differ in more than one place, or in length.",
        )
    found = pairs_data.load(name)
    if found is None:
        return None
    if found.caveat:
        st.caption(explain.plain(found.caveat))
    return Choice(
        name=name,
        title=found.title,
        pairs=found.pairs,
        path=found.path,
        mapping=found.mapping,
        public=found.public,
        variant=variant,
        mode=mode if mode in modes else "own",
        clean_only=bool(clean),
    )
