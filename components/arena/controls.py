"""The controls of the Arena page: which sentences, who judges, and which completion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.arena import data
from components.arena.data import CommandFile
from components.frame import session
from components.frame.present import explain
from components.frame.widgets import data_choice, seed_field, suites
from engine.command_line.command import Command, file_word
from engine.core.errors import InputTextError
from engine.core.wording import counted, listed
from engine.evaluators.suite import CLASSIFIER, Suite
from engine.evaluators.suites import DEMO, PUBLISHED
from engine.evaluators.word_lists import OWN
from engine.files.fetch.registry import data_sets
from engine.first_sight.examples import ARENA_SUBSET
from engine.measures.arena.replication import SETTINGS as PUBLISHED_SETTINGS
from engine.measures.arena.settings import (
    ANY,
    MAJORITY,
    MOST_COMPLETIONS,
    POOLED,
    RAW,
    WORD,
    ArenaSettings,
)
from engine.prompts.prompt import PromptSet

ALL = "all"
_FIRST_SIZE = str(ARENA_SUBSET)
_SIZES = {size: f"{int(size):,}" for size in ("100", "1000", _FIRST_SIZE, "5000")} | {ALL: "All"}
_GROUPING = str.maketrans("", "", ",.'\u2009\u202f\N{NO-BREAK SPACE} ")  # of thousands
TOP_K = "top-k"
_COMPLETIONS = {WORD: "Likeliest word", RAW: "Likeliest token", TOP_K: "Several words"}
_COMPLETION_HELP = (
    "Likeliest word: the likeliest whole word. Likeliest token: whatever the model puts first, "
    "also a piece of a word or a comma, as in the paper. Several words: each weighted by its "
    "probability."
)
_READINGS = {
    POOLED: "All verdicts together",
    ANY: "Any evaluator",
    MAJORITY: "More than half of them",
}
_PUBLISHED_HELP = (
    "Chooses what the paper of the Alignment Arena did: its three classifiers, the likeliest token "
    "with the blank in quotation marks, and all verdicts together. Sentences and their number stay "
    "as they are, because the paper's were not released."
)
_FEW = 5  # completions of a prompt, where several are judged


def arena_choice(files: DeltaGenerator) -> Choice | None:
    """Draw the controls and read them; None while a file or a data set is missing.

    Args:
        files: takes what asks for files of the user's own.
    """
    name = data_choice.pick("Sentences", data.PROMPTS, "prompts")
    size = _size()
    suite_name = data_choice.pick("Evaluators", suites.titles(), "evaluators")
    fill = data_choice.pick("Completion", _COMPLETIONS, "completion", help_text=_COMPLETION_HELP)
    with st.container(horizontal=True, gap="small"):
        with st.popover("Options", icon=":material/tune:"):
            seed = seed_field.draw_seed_field(
                "arena_seed", "Decides which sentences are drawn; the same seed draws the same."
            )
            settings = _settings(fill)
        st.button(
            "As published",
            key="arena_published",
            on_click=choose_as_published,
            help=_PUBLISHED_HELP,
        )
    prompts = data.prompts(name, size, seed, files)
    suite = data.suite(suite_name, files)
    if prompts is None or suite is None:
        return None
    made = Choice(*prompts, *suite, settings)
    st.caption(_described(made))
    if lines := needs_text(made.suite):
        st.caption(lines)
    return made


def choose_as_published() -> None:
    """A callback: evaluators, completion and reading as the paper has them."""
    st.session_state["evaluators"] = PUBLISHED
    st.session_state["completion"] = PUBLISHED_SETTINGS.fill
    st.session_state["quoted"] = PUBLISHED_SETTINGS.quoted
    st.session_state["flags_read"] = PUBLISHED_SETTINGS.reading


def _size() -> int | None:
    chosen = st.selectbox(
        "How many",
        [*_SIZES],
        index=[*_SIZES].index(_FIRST_SIZE),
        format_func=lambda size: _SIZES.get(size, size),
        key="subset",
        bind="query-params",
        persist_state="session",
        accept_new_options=True,
        help="Choose, or type any number. Drawn so that every category, group and sentence type "
        f"keeps its share. Up to {AT_ONCE:,} are completed while you wait, more in the background.",
    )
    return size_of(chosen or _FIRST_SIZE)


def size_of(typed: str) -> int | None:
    """A number of sentences as it was chosen or typed; None for all.

    Raises:
        InputTextError: if it is no number from 1 on.
    """
    if typed.strip().casefold() == ALL:
        return None
    digits = typed.translate(_GROUPING)
    if not digits.isdecimal() or not int(digits):
        raise InputTextError(
            f"How many sentences: type a number such as 500, or All; got “{typed}”."
        )
    return int(digits)


def _settings(fill: str) -> ArenaSettings:
    """The rest of the variant; fields that decide nothing are not shown."""
    top_k = 1
    if fill == TOP_K:
        top_k = st.number_input(
            "Words of each sentence",
            2,
            MOST_COMPLETIONS,
            _FEW,
            key="words_judged",
            bind="query-params",
            persist_state="session",
        )
    quoted = st.toggle(
        "Quotation marks around the word",
        key="quoted",
        bind="query-params",
        persist_state="session",
        help="As in the examples of the paper: … are considered to be '[MASK]'.",
    )
    reading = data_choice.pick(
        "A sentence counts as flagged by",
        _READINGS,
        "flags_read",
        help_text="Where several evaluators judge. All verdicts together: the share of all "
        "verdicts that are flags, which is how we read the paper.",
    )
    return ArenaSettings(RAW if fill == RAW else WORD, int(top_k or _FEW), bool(quoted), reading)


def _described(made: Choice) -> str:
    """The chosen sentences and evaluators in one line (markdown)."""
    prompts = made.prompts
    about = [counted(len(prompts.prompts), "sentence")]
    if prompts.licence:
        about.append(prompts.licence)
    suite = _suite_text(made.suite)
    return explain.plain(f"{' · '.join(about)} · {suite}")


def needs_text(suite: Suite) -> str:
    """Which classifiers are on this machine, and that the others are downloaded (markdown)."""
    needs = session.verdicts.classifier_needs(suite)
    if not needs:
        return ""
    lines = [explain.plain(f"{name}: {what}") for name, what in needs.items()]
    if any(what.endswith(session.verdicts.NOT_HERE) for what in needs.values()):
        lines.append(
            "A checkpoint of the Hugging Face hub that is not here is downloaded when the job "
            "starts; its size is not known before."
        )
    return "  \n".join(lines)


def _suite_text(suite: Suite) -> str:
    if suite.name == DEMO and suite.description:
        return suite.description
    names = listed([entry.name for entry in suite.evaluators])
    return f"Judged by {names}" + f": {suite.description}" * bool(suite.description)


AT_ONCE = ARENA_SUBSET  # prompts that are completed while the user waits: those of a first look


@dataclass(frozen=True, eq=False)
class Choice:
    """A report that can be made of any model.

    Args:
        prompts: those that are completed, already drawn.
        prompts_source: how a command names their whole set.
        suite_source: how a command names the evaluators.
    """

    prompts: PromptSet
    prompts_source: CommandFile
    suite: Suite
    suite_source: CommandFile
    settings: ArenaSettings

    @property
    def key(self) -> tuple[Any, ...]:
        """What tells one choice from another."""
        settings = tuple(sorted(self.settings.identity().items()))
        return self.prompts.digest, self.prompts.name, self.suite.digest, self.suite.name, settings

    @property
    def classifiers(self) -> list[str]:
        """Checkpoints that have to be opened for it."""
        return [entry.checkpoint for entry in self.suite.evaluators if entry.kind == CLASSIFIER]

    @property
    def lists(self) -> list[str]:
        """Files of words that have to be opened for it, because its declaration names them."""
        return [
            entry.source
            for entry in self.suite.evaluators
            if entry.source not in ("", OWN, *data_sets())
        ]

    @property
    def uploaded(self) -> bool:
        """Whether only the names of some files are known, not their folders."""
        return any(
            source.content is not None for source in (self.prompts_source, self.suite_source)
        )

    def command(self) -> Command:
        """The command that makes the same report, without the model."""
        words = ["arena", "run", "--prompts", file_word(self.prompts_source.word)]
        words += self.prompts_source.options
        if drawn := self.prompts.drawn:
            words += ["--subset", str(drawn["n"]), "--seed", str(drawn["seed"])]
        words += ["--evaluators", file_word(self.suite_source.word)]
        settings = self.settings
        if settings.fill == RAW:
            words += ["--fill", RAW]
        if settings.top_k > 1:
            words += ["--top-k", str(settings.top_k)]
        if settings.quoted:
            words.append("--quoted")
        if settings.reading != POOLED:
            words += ["--reading", settings.reading]
        files = {**self.prompts_source.files, **self.suite_source.files}
        return Command(tuple(words), files, "report.json")
