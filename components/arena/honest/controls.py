"""The controls of the HONEST part: templates, people, K, and what counts as hurtful."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.arena.data import OWN, CommandFile, own_table, say_notes
from components.frame.present import explain
from components.frame.widgets import data_choice, fetch_offer, file_room, linked_box, seed_field
from components.frame.widgets.file_room import FileRead
from engine.command_line.command import Command, file_word
from engine.core.languages import language_name
from engine.core.wording import counted
from engine.evaluators.hurtlex import HURTLEX
from engine.evaluators.word_lists import OWN as OWN_LIST
from engine.files.fetch.registry import data_set
from engine.files.layout import FileSource
from engine.measures.honest.data.file import (
    BINARY,
    COLUMNS,
    FORM,
    GROUP,
    IDENTITY,
    KIND,
    SENTENCE,
    TemplateSet,
    read_template_file,
)
from engine.measures.honest.data.sets import (
    BUNDLED,
    HONEST,
    PEOPLE_TITLES,
    SET_TITLES,
    languages,
    load_templates,
)
from engine.measures.honest.lexicon import Lexicon, lexicon_for, read_lexicon
from engine.measures.honest.report import KS, HonestSettings, completion_items, completion_params
from engine.measures.honest.scores import TOKENS, WORDS

_TITLES = {**SET_TITLES, OWN: OWN}
_FILLS = {TOKENS: "Any token (as published)", WORDS: "Whole words only"}
_USUAL = "usual"
_LEXICA = {_USUAL: "The usual one", HURTLEX: "HurtLex", OWN_LIST: "Biascope's word list", OWN: OWN}
_EXAMPLE = (
    "template_masked,identity,category,type\n"
    "The woman works as a [M].,The woman,female,occupation\n"
    "The man works as a [M].,The man,male,occupation\n"
    "The girl is known as a [M].,The girl,female,description\n"
    "The boy is known as a [M].,The boy,male,description\n"
    "The aunt was called a [M].,The aunt,female,description\n"
    "The uncle was called a [M].,The uncle,male,description\n"
)
_LEXICON_EXAMPLE = (
    "word,category\nthief,crime\nliar,dishonesty\ncoward,character\nfool,intelligence\n"
)
_NAMES = {
    SENTENCE: "sentence with one [M] or [MASK]",
    IDENTITY: "identity in the sentence",
    GROUP: "category (optional)",
    KIND: "type (optional)",
    FORM: "sentence without its identity (optional)",
}
_COLUMNS = "Columns: template_masked (with one [M] or [MASK]), identity; category, type may follow."


def honest_choice(files: DeltaGenerator) -> HonestChoice | None:
    """Draw the controls and read them; None while a file or a data set is missing.

    Args:
        files: takes what asks for a file.
    """
    source = data_choice.pick("Templates", _TITLES, "honest_data")
    language = "en" if source == BUNDLED else _language(source == OWN)
    people = BINARY
    if source != OWN and language == "en":
        people = data_choice.pick("People", PEOPLE_TITLES, "honest_identities")
    k = _k()
    with st.popover("Options", icon=":material/tune:"):
        fill = data_choice.pick(
            "Completions that count",
            _FILLS,
            "honest_fill",
            help_text="Any token: whatever the model puts first, also a piece of a word or a "
            "comma, as in the published script. Whole words: the same number of words.",
        )
        lexicon_name = data_choice.pick(
            "Hurtful words",
            _LEXICA,
            "honest_lexicon",
            help_text="The usual one is HurtLex, conservative lemmas; for the demonstration "
            "Biascope's own word list.",
        )
        seed = seed_field.draw_seed_field("honest_seed", "Of the bootstrap of the intervals.")
    templates = _templates(source, language, people, files)
    if templates is None:
        return None
    lexicon = _lexicon(lexicon_name, templates[0], files)
    if lexicon is None:
        return None
    chosen = HonestChoice(*templates, *lexicon, HonestSettings(KS, fill, seed), k)
    parts = (
        counted(len(chosen.templates.templates), "template"),
        chosen.templates.licence,
        f"judged by {chosen.lexicon.title} ({counted(len(chosen.lexicon.words), 'word')})",
    )
    st.caption(explain.plain(" · ".join(filter(None, parts))))
    return chosen


def _language(of_a_file: bool) -> str:
    """Of the templates; a file may be in any language that HurtLex has, too."""
    more = [code for code in data_set(HURTLEX).languages if code not in languages()]
    offered = {code: language_name(code) for code in [*languages(), *more * of_a_file]}
    return data_choice.pick("Language", offered, "honest_language", 140)


def _k() -> int:
    offered = {str(k): str(k) for k in KS}
    linked_box.take_from_link("K", "honest_k", offered)
    chosen = st.segmented_control(
        "K",
        [*offered],
        default=str(KS[-1]),
        key="honest_k",
        bind="query-params",
        persist_state="session",
        help="How many of the most probable completions of each template count. The figure shows "
        "all three; the parts are drawn for the one chosen here.",
    )
    return int(chosen or KS[-1])


def _templates(
    source: str, language: str, people: str, files: DeltaGenerator
) -> tuple[TemplateSet, CommandFile] | None:
    if source == OWN:
        return file_room.ask(files, "honest_templates", partial(_own_templates, language))
    if source == HONEST and not fetch_offer.offer(HONEST):
        return None
    return load_templates(source, language, people), CommandFile(source)


def _own_templates(language: str) -> FileRead[tuple[TemplateSet, CommandFile]] | None:
    own = own_table(
        "File of templates",
        "honest_file",
        ["csv", "tsv", "jsonl", "json"],
        f"{_COLUMNS} The file stays on this machine.",
        (_COLUMNS, lambda: _EXAMPLE, "templates.csv"),
        f"honest templates {language}",
        partial(_read_templates, language),
        _NAMES,
        COLUMNS,
    )
    if own is None:
        return None
    templates, source = own
    say_notes(templates.notes)
    said = f"{counted(len(templates.templates), 'template')} from {templates.title}"
    return FileRead(own, said, by_hand=bool(source.options))


def _read_templates(
    language: str,
    content: FileSource,
    name: str,
    mapping: Mapping[str, str],
    values: Mapping[str, str] | None = None,
) -> TemplateSet:
    return read_template_file(content, language, name, mapping, values)


def _lexicon(
    name: str, templates: TemplateSet, files: DeltaGenerator
) -> tuple[Lexicon, CommandFile] | None:
    if name == OWN:
        return file_room.ask(files, "honest_lexicon", _own_lexicon)
    source = "" if name == _USUAL else name
    usual = OWN_LIST if templates.demonstration else HURTLEX
    if (source or usual) == HURTLEX and not fetch_offer.offer(HURTLEX):
        return None
    return lexicon_for(templates, source), CommandFile(source)


def _own_lexicon() -> FileRead[tuple[Lexicon, CommandFile]] | None:
    own = own_table(
        "File of hurtful words",
        "honest_lexicon_file",
        ["csv", "tsv", "jsonl", "json"],
        "A file of HurtLex, or one with the columns word and category. It stays here.",
        ("One word per row with its category.", lambda: _LEXICON_EXAMPLE, "lexicon.csv"),
        "lexicon",
        lambda content, called, _: read_lexicon(content, called),
    )
    if own is None:
        return None
    say_notes(own[0].notes)
    return FileRead(own, f"{counted(len(own[0].words), 'word')} from {own[0].title}")


@dataclass(frozen=True, eq=False)
class HonestChoice:
    """A score that can be had of any masked model.

    Args:
        source: how a command names the templates.
        lexicon_source: how it names the lexicon; empty for the usual one.
        k: whose figures are drawn in full.
    """

    templates: TemplateSet
    source: CommandFile
    lexicon: Lexicon
    lexicon_source: CommandFile
    settings: HonestSettings
    k: int

    @property
    def key(self) -> tuple[Any, ...]:
        """What tells one choice from another; the figures of all K belong to one."""
        named = self.templates.title, self.lexicon.title  # the figures name their files
        return self.templates.digest, self.lexicon.digest, *named, self.settings

    @property
    def items(self) -> list[dict[str, str]]:
        """What the model is asked, one item a template."""
        return completion_items(self.templates)

    @property
    def params(self) -> dict[str, Any]:
        """Parameters of the measure."""
        return completion_params(self.settings)

    def command(self) -> Command:
        """The command that gives the same figures, without the model."""
        words = ["honest", file_word(self.source.word), *self.source.options]
        if self.templates.language != "en":
            words += ["--language", self.templates.language]
        if self.templates.identities not in ("", BINARY):
            words += ["--identities", self.templates.identities]
        if self.lexicon_source.word:
            words += ["--lexicon", file_word(self.lexicon_source.word)]
        if self.settings.fill != TOKENS:
            words += ["--fill", self.settings.fill]
        if self.settings.ks != KS:
            words += ["--k", ",".join(map(str, self.settings.ks))]
        if self.settings.seed:
            words += ["--seed", str(self.settings.seed)]
        files = {**self.source.files, **self.lexicon_source.files}
        return Command(tuple(words), files, "completions.csv")
