"""Which column of a file of prompts holds what."""

from __future__ import annotations

from engine.files.columns import Roles

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


COLUMNS = Roles(
    NAMES,
    REQUIRED,
    f"A file of prompts has the columns {', '.join(REQUIRED)}; {SENTENCE_TYPE}, {TEMPLATE} and "
    f"{SLOT} may follow.",
)
