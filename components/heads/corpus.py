"""The sentences in which the Heads page measures words: bundled, public, or the user's own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from streamlit.delta_generator import DeltaGenerator

from components.frame.widgets import data_choice, fetch_offer, kept_file
from components.frame.widgets.kept_file import File
from engine.core.errors import InputTextError
from engine.files.fetch.places import find
from engine.files.samples import SAMPLES
from engine.files.text_file import read_text
from engine.words.contexts import corpus_lines, no_sentence

_OWN = "own"
_BUNDLED = {
    "gender": "engine/files/bundled/contexts.txt",
    "race": "engine/files/bundled/race_contexts.txt",
    "religion": "engine/files/bundled/religion_contexts.txt",
}
_WIKITEXT = "wikitext2-test"
_WIKITEXT_FILE = f"{_WIKITEXT}/wiki.test.txt"
_TITLES = {
    **{name: f"Bundled: {name}" for name in _BUNDLED},
    _WIKITEXT: "WikiText-2, test split (public)",
    _OWN: "Your own text",
}


@dataclass(frozen=True)
class Corpus:
    """A text, one sentence per line.

    Args:
        word: its name on the command line.
    """

    name: str
    word: str
    file: File | None = None

    def lines(self) -> Iterable[str]:
        """The sentences."""
        if self.file is not None:
            text = read_text(self.file.data, self.file.name).text
            if not text.strip():
                raise InputTextError(no_sentence(self.file.name))
            return text.splitlines()
        if self.word == _WIKITEXT_FILE:
            return corpus_lines(str(find(self.word)))
        return corpus_lines(SAMPLES / PurePosixPath(self.word).name)

    @property
    def files(self) -> Mapping[str, bytes]:
        """The uploaded file by its name on the command line."""
        return {} if self.file is None else {self.word: self.file.data}


def pick_corpus(
    below: DeltaGenerator, first: str = "gender", taken: Collection[str] = ()
) -> Corpus | None:
    """Draw the picker; None while the user has something left to choose or upload.

    Args:
        below: where an upload box or a download offer is drawn.
        first: dimension of the bundled sentences selected at first.
        taken: names of other files on the same command line.
    """
    chosen = data_choice.pick(
        "Sentences containing the words",
        _TITLES,
        "read_in" if first == "gender" else f"read_in_{first}",
        240,
        first=first,
    )
    if chosen == _OWN:
        with below:
            file = kept_file.ask(
                "Text file, one sentence per line",
                "corpus_file",
                ["txt"],
                "Biascope picks the sentences that contain the words.",
            )
        if file is None:
            return None
        word = f"corpus-{file.name}" if file.name in taken else file.name
        return Corpus(file.name, word, file)
    if chosen == _WIKITEXT:
        with below:
            available = fetch_offer.offer(_WIKITEXT)
        return Corpus(_TITLES[chosen], _WIKITEXT_FILE) if available else None
    return Corpus(_TITLES[chosen], _BUNDLED[chosen])
