"""The sets of profession sentences that can be chosen: the bundled one, BEC-Pro, and own files."""

from __future__ import annotations

from dataclasses import replace

from engine.core.errors import InputTextError
from engine.files.fetch.places import find
from engine.files.fetch.registry import absent
from engine.measures.bec_pro.data.bundled import bundled_professions
from engine.measures.bec_pro.data.file import read_professions
from engine.measures.bec_pro.data.sentences import ProfessionSet

BUNDLED, BEC_PRO = "bundled", "bec-pro"
SETS = {BUNDLED: "Bundled professions", BEC_PRO: "BEC-Pro"}
# Language -> its name and its file.
LANGUAGES = {"en": ("English", "BEC-Pro_EN.tsv"), "de": ("German", "BEC-Pro_DE.tsv")}
_GERMAN = (
    "In German the noun, its article and its possessive show the person's gender, so much of the "
    "association is grammar; compare models, not the size with 0."
)


def load_professions(name: str, language: str = "en") -> ProfessionSet:
    """A set by its name, or a file by its path.

    Args:
        language: of BEC-Pro, `en` or `de`.
    """
    if name not in SETS:
        return read_professions(name).as_set()
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
