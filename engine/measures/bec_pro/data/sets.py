"""The sets of profession sentences that can be chosen: the bundled one, BEC-Pro, and own files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from engine.core.errors import InputTextError
from engine.files.fetch.places import find
from engine.files.fetch.registry import absent
from engine.files.layout import USUAL, Layout, laid_out
from engine.measures.bec_pro.data.file import read_professions
from engine.measures.bec_pro.data.sentences import GENDERS, ProfessionSentence, ProfessionSet
from engine.measures.cabm.data.sets import bundled_occupations

BUNDLED, BEC_PRO = "bundled", "bec-pro"
SETS = {BUNDLED: "Bundled professions", BEC_PRO: "BEC-Pro"}
# Language -> its name and its file.
LANGUAGES = {"en": ("English", "BEC-Pro_EN.tsv"), "de": ("German", "BEC-Pro_DE.tsv")}
_GERMAN = (
    "In German the noun, its article and its possessive show the person's gender, so much of the "
    "association is grammar; compare models, not the size with 0."
)


def load_professions(
    name: str,
    language: str = "en",
    mapping: Mapping[str, str] | None = None,
    values: Mapping[str, str] | None = None,
    layout: Layout = USUAL,
) -> ProfessionSet:
    """A set by its name, or a file by its path.

    Args:
        language: of BEC-Pro, `en` or `de`.
        mapping: of a file, role -> column; see `read_professions`.
        values: of a file, its own values -> what they mean.
        layout: of a file, where its table lies.
    """
    if name not in SETS:
        return read_professions(laid_out(name, layout), None, mapping, values).as_set()
    if language not in LANGUAGES or (name == BUNDLED and language != "en"):
        there = " or ".join(LANGUAGES) if name == BEC_PRO else "en"
        raise InputTextError(f"{SETS[name]} is in {there}; got the language {language!r}.")
    if name == BUNDLED:
        return bundled_professions(name, SETS[name])
    spoken, file = LANGUAGES[language]
    title = f"{SETS[name]}, {spoken}"
    path = find(f"{BEC_PRO}/{file}")
    if path is None:
        raise absent(BEC_PRO, title)
    found = read_professions(path, file).as_set(name, title, language)
    if language != "de":
        return found
    return replace(found, notes=(*found.notes, _GERMAN))


# --- bundled ------------------------------------------------------------------------------
# The project's own profession sentences: its occupations, person words and templates.

# Written for Biascope. The person is always the subject, so every person word fits.
TEMPLATES = (
    "{person} has been {a} {profession} for ten years.",
    "{person} was hired as {a} {profession} in the spring.",
    "{person} found a job as {a} {profession} near the station.",
    "{person} told us about a day as {a} {profession}.",
)
# Words before the person word, and the person words: male, female.
PERSONS = (
    ("", "he", "she"),
    ("that", "man", "woman"),
    ("that", "boy", "girl"),
    ("our", "father", "mother"),
    ("our", "brother", "sister"),
    ("our", "uncle", "aunt"),
    ("our", "son", "daughter"),
    ("our", "grandfather", "grandmother"),
)
_NOTE = (
    "Our own templates, occupations and lists of majority genders; no occupation is listed as "
    "balanced."
)


@lru_cache(maxsize=1)
def bundled_professions(name: str, title: str) -> ProfessionSet:
    """Every bundled occupation with every person word in every template."""
    sentences = tuple(
        _sentence(template, before, word, gender, profession, group)
        for template in TEMPLATES
        for profession, group in bundled_occupations().items()
        for gender, place in zip(GENDERS, (1, 2), strict=True)
        for before, word in ((entry[0], entry[place]) for entry in PERSONS)
    )
    return ProfessionSet(name, title, "en", sentences, (_NOTE,))


def _sentence(
    template: str, before: str, word: str, gender: str, profession: str, group: str
) -> ProfessionSentence:
    person = word if before else word.capitalize()
    phrase = f"{before.capitalize()} {person}" if before else person
    article = "an" if profession[0] in "aeiou" else "a"
    text = template.format(person=phrase, a=article, profession=profession)
    start = len(phrase) - len(person)
    place = text.rindex(profession)
    return ProfessionSentence(
        text,
        person,
        (start, start + len(person)),
        gender,
        profession,
        (place, place + len(profession)),
        profession,
        group,
        template,
    )
