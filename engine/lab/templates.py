"""The lab's own sentence templates: an occupation, one pronoun, and words that vary."""

from __future__ import annotations

import math
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from engine.core.errors import InputTextError
from engine.core.wording import listed
from engine.files.samples import SAMPLES

_FILE = SAMPLES / "lab_templates.toml"
_SLOT = re.compile(r"\{(\w+)\}")

MALE, FEMALE = "male", "female"
# Slot -> masculine and feminine pronoun.
PRONOUNS = {"he": ("he", "she"), "him": ("him", "her"), "his": ("his", "her")}

# Words whose first sound is not what their first letter says.
_CONSONANT_SOUND = ("eu", "ewe", "one", "ouija", "uni", "use", "usu", "util", "ub", "ura")
_VOWEL_SOUND = ("heir", "honest", "honor", "honour", "hour", "hors d")
_SPELT_WITH_VOWEL = "AEFHILMNORSX"  # names of these letters begin with a vowel


@dataclass(frozen=True)
class Sentence:
    """One sentence of a corpus.

    Args:
        gender: of its pronoun, `male` or `female`.
        start, stop: characters of the pronoun.
        named: (start, stop) of the occupation, characters.
    """

    text: str
    occupation: str
    gender: str
    start: int
    stop: int
    named: tuple[int, int]

    @property
    def pronoun(self) -> str:
        """The pronoun as written in the text."""
        return self.text[self.start : self.stop]


@dataclass(frozen=True)
class Template:
    """A sentence with places for an occupation, a pronoun and words that vary."""

    text: str

    @cached_property
    def pronouns(self) -> tuple[str, str]:
        """The masculine and the feminine pronoun of its place, with the capital it has there."""
        slot = next(name for name in self.slots if name.lower() in PRONOUNS)
        pair = PRONOUNS[slot.lower()]
        return (pair[0].title(), pair[1].title()) if slot[0].isupper() else pair

    @cached_property
    def slots(self) -> tuple[str, ...]:
        """Names of its places, in order."""
        return tuple(_SLOT.findall(self.text))

    def varying(self) -> tuple[str, ...]:
        """Names of the places that are filled from lists of words."""
        return tuple(name for name in self.slots if name in bundled().fillers)

    def variants(self) -> int:
        """Number of different sentences it makes of one occupation and pronoun."""
        return math.prod(len(bundled().fillers[name]) for name in self.varying())

    def sentence(self, occupation: str, gender: str, variant: int = 0) -> Sentence:
        """Fill the template.

        Args:
            variant: which of the `variants()`, counted from 0.
        """
        word = self.pronouns[gender == FEMALE]
        words: dict[str, str] = {}
        for name in self.varying():
            variant, choice = divmod(variant, len(bundled().fillers[name]))
            words[name] = bundled().fillers[name][choice]
        text, start, named = "", 0, 0
        for literal, name in _parts(self.text):
            text += literal
            if name.lower() in PRONOUNS:
                start = len(text)
                text += word
            else:
                named = len(text) if name == "occupation" else named
                text += words.get(name) or _occupation_word(name, occupation)
        span = (named, named + len(occupation))
        return Sentence(text, occupation, gender, start, start + len(word), span)

    def masked(self, occupation: str) -> str:
        """The sentence with its pronoun masked."""
        filled = self.sentence(occupation, MALE)
        return f"{filled.text[: filled.start]}[MASK]{filled.text[filled.stop :]}"

    def neutral(self, occupation: str) -> str:
        """A sentence of a template without a pronoun."""
        return "".join(
            literal + (_occupation_word(name, occupation) if name else "")
            for literal, name in _parts(self.text)
        )


def _parts(text: str) -> list[tuple[str, str]]:
    """Text before each place with the name of the place; the last has none."""
    pieces = _SLOT.split(text)
    return list(zip(pieces[::2], [*pieces[1::2], ""], strict=True))


def _occupation_word(name: str, occupation: str) -> str:
    if name == "occupation":
        return occupation
    if name.lower() == "a":
        word = article(occupation)
        return word.title() if name == "A" else word
    return ""


def article(occupation: str) -> str:
    """`a` or `an`, by the first sound of an occupation.

    An abbreviation in capitals is spelt: a CEO, an MP.
    """
    first = occupation.split()[0]
    if first.isupper() and len(first) > 1:
        return "an" if first[0] in _SPELT_WITH_VOWEL else "a"
    word = unicodedata.normalize("NFD", first.casefold())  # an accent is no other sound
    if word.startswith(_CONSONANT_SOUND):
        return "a"
    return "an" if word.startswith(_VOWEL_SOUND) or word[0] in "aeiou" else "a"


@dataclass(frozen=True)
class Templates:
    """All of the lab's sentences.

    Args:
        training: what corpora are made of.
        held_out: never trained on; recovery is read from these.
        neutral: without a pronoun.
        fillers: place -> words that may occur there.
    """

    training: tuple[Template, ...]
    held_out: tuple[Template, ...]
    neutral: tuple[Template, ...]
    fillers: Mapping[str, Sequence[str]]


@lru_cache(maxsize=1)
def bundled() -> Templates:
    """The project's own templates."""
    read = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    made = {
        name: tuple(Template(text) for text in texts) for name, texts in read["templates"].items()
    }
    return Templates(**made, fillers=read["fillers"])


# --- encoding -----------------------------------------------------------------------------
# Sentences as the training loop takes them: token ids, and the positions of their words.

_BATCH = 2000
_SHOWN = 3  # occupations named in one sentence


class Encoded(NamedTuple):
    """Sentences of a corpus as tokens.

    Args:
        pieces: [sentence][token] ids, without special tokens.
        pronouns: [sentence][position] of the pronoun's tokens.
        occupations: [sentence][position] of the occupation's tokens.
    """

    pieces: list[list[int]]
    pronouns: list[list[int]]
    occupations: list[list[int]]


def encoded(tokenizer: Any, sentences: Sequence[Sentence]) -> Encoded:
    """Cut sentences into tokens."""
    found = Encoded([], [], [])
    for start in range(0, len(sentences), _BATCH):
        batch = sentences[start : start + _BATCH]
        out = tokenizer(
            [sentence.text for sentence in batch],
            add_special_tokens=False,
            return_offsets_mapping=True,
        )
        for sentence, ids, offsets in zip(
            batch, out["input_ids"], out["offset_mapping"], strict=True
        ):
            found.pieces.append(ids)
            found.pronouns.append(_within(offsets, sentence.start, sentence.stop))
            found.occupations.append(_within(offsets, *sentence.named))
    return found


def check_written(tokenizer: Any, occupations: Iterable[str]) -> None:
    """Refuse occupations that a vocabulary cannot write: to a model all such words are the same."""
    names = list(occupations)
    pieces = tokenizer(names, add_special_tokens=False)["input_ids"]
    unknown = [
        repr(name)
        for name, ids in zip(names, pieces, strict=True)
        if not ids or tokenizer.unk_token_id in ids
    ]
    if unknown:
        raise InputTextError(
            f"The model's vocabulary cannot write {listed(unknown, _SHOWN)}. Write them "
            "in the language and the letters of the model, or leave them out."
        )


def _within(offsets: Sequence[tuple[int, int]], start: int, stop: int) -> list[int]:
    return [place for place, (first, last) in enumerate(offsets) if first < stop and last > start]
