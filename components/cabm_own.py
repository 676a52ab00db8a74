"""The reader's own sentences on the CABM page, with groups, targets and templates of their own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import NamedTuple

import streamlit as st

from components import kept_file
from engine.datasets.framed import GENDER, FramedSet, Groups, parse_groups
from engine.datasets.framed_file import read_framed
from engine.datasets.framed_sets import bundled_occupations

_TYPES = ["csv", "tsv", "txt", "jsonl", "ndjson", "json"]


@dataclass(frozen=True, eq=False)
class Source:
    """Something measured or counted, with what tells it from another and names it in a command.

    Args:
        key: changes with the content.
        words: of the command line.
        files: those of `words` that are the reader's own.
        templates: for unmasking, where the reader gave them.
    """

    key: str
    words: tuple[str, ...]
    files: dict[str, bytes]
    templates: tuple[str, ...] = ()


class Asked(NamedTuple):
    """What is looked for in the sentences.

    Args:
        targets: empty for the bundled occupations, and those that a column names.
        templates: for unmasking; empty for the bundled ones, where they fit.
    """

    groups: Groups
    targets: tuple[str, ...]
    templates: tuple[str, ...]


def ask() -> tuple[FramedSet, Source] | None:
    """Draw the box for a file, and what else is needed to read it; None until there is a file.

    Raises:
        BiascopeError: if it cannot be read.
    """
    file = kept_file.ask(
        "Sentences",
        "cabm_sentences",
        _TYPES,
        "A table with the column sentence and, where you have them, occupation, pronoun, gender "
        "and list; or a text file with one sentence a line. The file stays on this machine.",
    )
    asked = _asked()
    if file is None:
        st.caption("Each sentence holds one occupation and a pronoun that frames it.")
        return None
    found = _read(file.data, file.name, asked.groups, asked.targets)
    digest = sha256(file.data + repr(asked).encode()).hexdigest()[:16]
    words, files = ["--sentences", file.name], {file.name: file.data}
    if asked.groups != GENDER:
        words += ["--groups", asked.groups.written()]
    for option in ("targets", "templates"):
        lines = getattr(asked, option)
        if lines:
            words += [f"--{option}", f"{option}.txt"]
            files[f"{option}.txt"] = "\n".join(lines).encode()
    return found, Source(f"{file.name} {digest}", tuple(words), files, asked.templates)


def _asked() -> Asked:
    with st.expander("Other groups and targets: age, religion, origin, …"):
        written = st.text_input(
            "Groups and their words",
            value=GENDER.written(),
            key="group_words",
            bind="query-params",
            persist_state="session",
            help="Two groups. Scores above 0 lean to the first.",
        )
        st.caption(
            "As `young=young,youthful;old=old,elderly` or `Muslim=Muslim;Christian=Christian`."
        )
        first, second = st.columns(2)
        targets = first.text_area(
            "Targets, one a line",
            key="target_list",
            persist_state="session",
            placeholder="the bundled occupations, and those that a column names",
            height=100,
        )
        templates = second.text_area(
            "Unmasking templates, one a line",
            key="unmasking_templates",
            persist_state="session",
            placeholder="The [MASK] {target} came late.\nThat {target} is very [MASK].",
            help="What the model itself says validates the scores. The bundled templates fit "
            "he and she only; the hidden word is the first of each group.",
            height=100,
        )
    return Asked(parse_groups(written or ""), _lines(targets), _lines(templates))


def _lines(text: str | None) -> tuple[str, ...]:
    return tuple(line.strip() for line in (text or "").splitlines() if line.strip())


@st.cache_resource(show_spinner="Reading the file …", max_entries=4)
def _read(data: bytes, name: str, groups: Groups, targets: tuple[str, ...]) -> FramedSet:
    if targets:
        return replace(read_framed(data, groups, targets, {}, name), asked=targets)
    bundled = bundled_occupations()
    lists = {target: group for target, group in bundled.items() if group in groups.names}
    return read_framed(data, groups, tuple(bundled), lists, name)
