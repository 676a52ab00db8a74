"""Which column of a file of prompts holds what."""

from __future__ import annotations

from collections.abc import Sequence

from engine.datasets.files.columns import Roles, first_known

CATEGORY, GROUP, SENTENCE_TYPE, SENTENCE = "category", "group", "sentence_type", "sentence"
TEMPLATE, SLOT = "template", "slot"
REQUIRED = (CATEGORY, GROUP, SENTENCE)
OWN_TYPE = "own"  # sentence type where a file gives none

# The surest name first; compared without case, spaces and signs.
_NAMES: dict[str, tuple[str, ...]] = {
    CATEGORY: ("category", "biascategory", "biastype", "dimension", "axis", "domain"),
    GROUP: ("group", "demographicgroup", "demographic", "identity", "targetgroup"),
    SENTENCE_TYPE: ("sentencetype", "prompttype", "type", "kind"),
    SENTENCE: ("sentence", "prompt", "text", "maskedsentence", "cloze"),
    TEMPLATE: ("template", "templateid", "templatename"),
    SLOT: ("slot", "masktype", "wordtype", "pos"),
}


def recognised(header: Sequence[str]) -> dict[str, str]:
    """Role -> column, as far as the names of the columns tell."""
    found: dict[str, str] = {}
    for role, names in _NAMES.items():
        column = first_known(header, names)
        if column is not None and column not in found.values():
            found[role] = column
    return found


COLUMNS = Roles(
    tuple(_NAMES),
    REQUIRED,
    recognised,
    f"A file of prompts has the columns {', '.join(REQUIRED)}; {SENTENCE_TYPE}, {TEMPLATE} and "
    f"{SLOT} may follow.",
)
