"""The lab's own sentence templates, their token ids, corpora made of them, and validation."""

from __future__ import annotations

import math
import random
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.core.errors import InputTextError
from engine.core.wording import counted, listed
from engine.files.samples import SAMPLES
from engine.inference.plan import Row
from engine.inference.runner import score_rows
from engine.inference.text import encode, span_positions

if TYPE_CHECKING:
    from engine.models.loading import LoadedModel, MaskedLM


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
class PlantedSentence:
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
class LabTemplate:
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

    def sentence(self, occupation: str, gender: str, variant: int = 0) -> PlantedSentence:
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
        return PlantedSentence(text, occupation, gender, start, start + len(word), span)

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

    training: tuple[LabTemplate, ...]
    held_out: tuple[LabTemplate, ...]
    neutral: tuple[LabTemplate, ...]
    fillers: Mapping[str, Sequence[str]]


@lru_cache(maxsize=1)
def bundled() -> Templates:
    """The project's own templates."""
    read = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    made = {
        name: tuple(LabTemplate(text) for text in texts)
        for name, texts in read["templates"].items()
    }
    return Templates(**made, fillers=read["fillers"])


# --- encoding -----------------------------------------------------------------------------
# The training loop takes sentences as token ids, with the positions of their words.

_BATCH = 2000
_SHOWN = 3  # occupations named in one sentence


class EncodedCorpus(NamedTuple):
    """Sentences of a corpus as tokens.

    Args:
        pieces: [sentence][token] ids, without special tokens.
        pronouns: [sentence][position] of the pronoun's tokens.
        occupations: [sentence][position] of the occupation's tokens.
    """

    pieces: list[list[int]]
    pronouns: list[list[int]]
    occupations: list[list[int]]


def encoded(tokenizer: Any, sentences: Sequence[PlantedSentence]) -> EncodedCorpus:
    """Cut sentences into tokens."""
    found = EncodedCorpus([], [], [])
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


# --- corpus -------------------------------------------------------------------------------
# In a synthetic corpus every occupation meets the pronouns in a planted proportion.
#
# Counts are whole numbers by a stated rule, never drawn: `male_sentences` rounds P(male) times
# the occupation's sentences to the nearest number, and the masculine ones are spread evenly over
# the templates, so that no template goes with a gender.

BIASED, BALANCED = "biased", "balanced"
# With a multiple of this many sentences an occupation, steps of .05 come out exactly.
EXACT = 20


@dataclass(frozen=True)
class PlantedShare:
    """Sentences of one occupation: all, and those with a masculine pronoun."""

    occupation: str
    sentences: int
    male: int

    @property
    def p_male(self) -> float:
        """The proportion that really is in the corpus."""
        return self.male / self.sentences


def male_sentences(p_male: float, sentences: int) -> int:
    """How many of an occupation's sentences are masculine: the nearest whole number, halves up."""
    return int(p_male * sentences + 0.5 + 1e-9)


def biased_shares(planted: Mapping[str, float], sentences: int) -> list[PlantedShare]:
    """Every occupation with the same number of sentences, in its planted proportion.

    Args:
        planted: occupation -> P(male).
        sentences: of the corpus, at most; each occupation gets the largest multiple of
            `EXACT` that fits, or, where not even one does, as many as fit.
    """
    each = _each(len(planted), sentences)
    each = each // EXACT * EXACT or each
    return [PlantedShare(name, each, male_sentences(p, each)) for name, p in planted.items()]


def balanced_shares(occupations: Iterable[str], sentences: int) -> list[PlantedShare]:
    """Every occupation with as many masculine as feminine sentences.

    Args:
        sentences: of the corpus, met exactly where it is even; what does not divide evenly
            goes to the first occupations, two at a time.
    """
    names = list(occupations)
    pairs, rest = divmod(_each(1, sentences) // 2, len(names))
    if not pairs:
        raise ValueError(
            f"{counted(sentences, 'sentence', 'are')} fewer than two for each occupation"
        )
    counts = [pairs + (place < rest) for place in range(len(names))]
    return [PlantedShare(name, 2 * count, count) for name, count in zip(names, counts, strict=True)]


def _each(occupations: int, sentences: int) -> int:
    each = sentences // occupations if occupations else 0
    if each < 1:
        raise ValueError(
            f"{counted(sentences, 'sentence', 'are')} too few for "
            f"{counted(occupations, 'occupation')}"
        )
    return each


def corpus(shares: Iterable[PlantedShare], seed: int) -> list[PlantedSentence]:
    """Sentences in exactly these numbers, in random order.

    Args:
        seed: of the words that vary, and the order.
    """
    draw = random.Random(f"lab/{seed}")
    sentences = [sentence for share in shares for sentence in _of_occupation(share, draw)]
    draw.shuffle(sentences)
    return sentences


def _of_occupation(share: PlantedShare, draw: random.Random) -> list[PlantedSentence]:
    """One occupation's sentences, its masculine ones spread evenly over the templates."""
    templates = list(bundled().training)
    draw.shuffle(templates)
    # Template by template, so that each has the planted proportion as nearly as whole numbers can.
    used = sorted(number % len(templates) for number in range(share.sentences))
    start = draw.randrange(share.sentences)
    places = _variants(templates, used, draw)
    return [
        templates[number].sentence(share.occupation, gender, variant)
        for number, variant, gender in zip(used, places, _genders(share, start), strict=True)
    ]


def _genders(share: PlantedShare, start: int) -> list[str]:
    """As many masculine places as the share has, as evenly spaced as whole numbers allow."""
    count, male = share.sentences, share.male
    return [
        MALE if (place + 1) * male // count > place * male // count else FEMALE
        for place in range(start, start + count)
    ]


def _variants(templates: list[LabTemplate], used: list[int], draw: random.Random) -> list[int]:
    """Which words vary in each sentence; no two of a template alike while there are others."""
    waiting: dict[int, list[int]] = {}
    found = []
    for number in used:
        if not waiting.get(number):
            variants = list(range(templates[number].variants()))
            draw.shuffle(variants)
            waiting[number] = variants
        found.append(waiting[number].pop())
    return found


# --- validation ---------------------------------------------------------------------------
# Validation measures how surprised a model in training is by the pronouns of held-out sentences.

_EVERY = 3  # of the held-out templates: a look takes well under a second


def validation_loss(model: LoadedModel, planted: Mapping[str, float]) -> float:
    """Expected surprise of the pronoun in held-out sentences, in the planted proportions.

    Nothing is drawn: each sentence counts P(male) times with its masculine pronoun and the rest
    with its feminine one. The least there can be is `entropy`.

    Args:
        model: may be in training; it is left as it was found.

    Returns:
        Nats a sentence; lower is nearer to what was planted.
    """
    from engine.models.loading import MaskedLM

    training = model.network.training
    model.network.eval()
    try:
        lm = MaskedLM(model)
        rows, shares = [], []
        for occupation, p_male in planted.items():
            for template in bundled().held_out[::_EVERY]:
                for gender, share in ((MALE, p_male), (FEMALE, 1 - p_male)):
                    rows.append(_row(lm, template.sentence(occupation, gender)))
                    shares.append(share)
        scores = score_rows(lm, rows)
    finally:
        model.network.train(training)
    total = sum(
        share * sum(score.log_probabilities) for share, score in zip(shares, scores, strict=True)
    )
    return -2 * total / len(rows)


def _row(lm: MaskedLM, sentence: PlantedSentence) -> Row:
    """The sentence with the pieces of its pronoun masked, and these asked for."""
    read = encode(lm.tokenizer, sentence.text, lm.model.max_length)
    places = tuple(span_positions(read, sentence.start, sentence.stop))
    ids = list(read.ids)
    for place in places:
        ids[place] = lm.tokenizer.mask_token_id
    return Row(tuple(ids), places, tuple(read.ids[place] for place in places))


def entropy(planted: Mapping[str, float]) -> float:
    """Mean entropy of the planted proportions: the surprise that no model can go below, nats."""

    def of(p: float) -> float:
        return -sum(share * math.log(share) for share in (p, 1 - p) if share > 0)

    return sum(map(of, planted.values())) / len(planted)
