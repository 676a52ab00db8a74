"""SeeGULL: which attributes people call a stereotype of a nationality or a state."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from engine.datasets.prompts.group_lists import seegull_group
from engine.datasets.prompts.groups import names_of
from engine.errors import DataSetError
from engine.evaluators.comparing import forms, lemmas, plain_word, singulars
from engine.evaluators.data_files import registry_file

SEEGULL = "seegull"
NATIONS = "stereotypes_global_v2.csv"
STATES = ("stereotypes_us_states.csv", "stereotypes_indian_states.csv")
_VOTES = ("region_stereo", "region_nonstereo", "region_unsure")
_RATINGS = ("Annotation1", "Annotation2", "Annotation3")
_MEANS = ("mean offensiveness_score", "offensiveness_score")

# Names of states that are no usual demonym, as the files write them -> what people say.
_USUAL = {
    "arunachalis": ("arunachali",),
    "californio": ("californian",),
    "coloradan": ("coloradoan",),
    "connecticuter": ("nutmegger",),
    "floridan": ("floridian",),
    "illinoian": ("illinoisan",),
    "indianan": ("hoosier",),
    "kentuckyan": ("kentuckian",),
    "massachusettsan": ("bay stater",),
    "new jerseyan": ("new jerseyite",),
    "pennsylvania": ("pennsylvanian",),
    "south carolinan": ("south carolinian",),
    "tamilians": ("tamil", "tamilian"),
    "west bengali": ("bengali",),
    "wisconsonian": ("wisconsinite",),
    "wyomingian": ("wyomingite",),
}


@dataclass(frozen=True)
class KnownGroup:
    """A group that SeeGULL has rows about.

    Args:
        stereotypes: plain attribute -> mean offensiveness, -1 to 4; None where nobody rated it.
    """

    stereotypes: dict[str, float | None] = field(default_factory=dict)

    def found(self, word: str) -> str | None:
        """The attribute that a completion is, whichever form it has; None if it is none."""
        asked = (lemma for form in forms(word) for lemma in lemmas(form))
        return next((lemma for lemma in asked if lemma in self.stereotypes), None)


def known_group(group: str) -> KnownGroup | None:
    """What SeeGULL knows about a group, by any of its names; None where it has no row about it.

    Args:
        group: as a prompt has it.

    Raises:
        DataSetError: if SeeGULL is not on this machine, or not as it should be.
    """
    paths = tuple(registry_file(SEEGULL, name) for name in (NATIONS, *STATES))
    known = _known(paths, tuple(path.stat().st_mtime_ns for path in paths))
    return next((known[name] for name in _asked(names_of(group)) if name in known), None)


@lru_cache(maxsize=2)
def _known(paths: tuple[Path, ...], _times: tuple[int, ...]) -> dict[str, KnownGroup]:
    texts = [(path.read_text(encoding="utf-8"), path.name) for path in paths]
    return read_groups(*texts[0], named_as_nation=True) | {
        # A nation has a name first: Georgians are those of Georgia in the Caucasus.
        name: group
        for text, file in texts[1:]
        for name, group in read_groups(text, file, named_as_nation=False).items()
        if name not in read_groups(*texts[0], named_as_nation=True)
    }


def read_groups(text: str, name: str, named_as_nation: bool) -> dict[str, KnownGroup]:
    """Groups of one file of SeeGULL.

    Returns:
        Every plain name of a group -> what is known; identities that are names of one group share
        it, the first row about an attribute holding.

    Raises:
        DataSetError: if a row is not one of SeeGULL.
    """
    found: dict[str, KnownGroup] = {}
    for identity, attribute, is_stereotype, offensiveness in _rows(text, name):
        names = _names(identity, named_as_nation)
        group = next((found[one] for one in names if one in found), None) or KnownGroup()
        found |= dict.fromkeys(names, group)
        if is_stereotype:
            for form in singulars(attribute):
                group.stereotypes.setdefault(form, offensiveness)
    return found
