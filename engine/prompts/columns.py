"""Which column of a file of prompts holds what."""

from __future__ import annotations

from collections.abc import Sequence

from engine.files.columns import Roles, known_columns

CATEGORY, GROUP, SENTENCE_TYPE, SENTENCE = "category", "group", "sentence_type", "sentence"
TEMPLATE, SLOT = "template", "slot"
REQUIRED = (CATEGORY, GROUP, SENTENCE)
OWN_TYPE = "own"  # sentence type where a file gives none

# The surest name first; compared without case, spaces and signs.
NAMES: dict[str, tuple[str, ...]] = {
    CATEGORY: ("category", "biascategory", "biastype", "dimension", "axis", "domain"),
    GROUP: ("group", "demographicgroup", "demographic", "identity", "targetgroup"),
    SENTENCE_TYPE: ("sentencetype", "prompttype", "type", "kind"),
    SENTENCE: ("sentence", "prompt", "text", "maskedsentence", "cloze"),
    TEMPLATE: ("template", "templateid", "templatename"),
    SLOT: ("slot", "masktype", "wordtype", "pos"),
}


def recognised(header: Sequence[str]) -> dict[str, str]:
    """Role -> column, as far as the names of the columns tell."""
    return known_columns(header, NAMES)


COLUMNS = Roles(
    tuple(NAMES),
    REQUIRED,
    recognised,
    f"A file of prompts has the columns {', '.join(REQUIRED)}; {SENTENCE_TYPE}, {TEMPLATE} and "
    f"{SLOT} may follow.",
)
