"""Which column of a file of profession sentences holds what, named as in BEC-Pro."""

from __future__ import annotations

from collections.abc import Sequence

from engine.files.columns import Roles, known_columns

SENTENCE, PERSON, GENDER = "Sentence", "Person", "Gender"
PROFESSION, GROUP = "Profession", "Prof_Gender"
TEMPLATE, UNIT = "Template", "Profession_EN"
PERSON_MASKED, BOTH_MASKED = "Sent_TM", "Sent_TAM"
REQUIRED = (SENTENCE, PERSON, GENDER, PROFESSION, GROUP)

# Role -> the plain names that its column goes by, the surest first.
_NAMES = {
    SENTENCE: ("sentence", "text"),
    PERSON: ("person", "personword"),
    GENDER: ("gender", "persongender"),
    PROFESSION: ("profession", "occupation"),
    GROUP: ("profgender", "professiongender", "list"),
    TEMPLATE: ("template",),
    UNIT: ("professionen",),
    PERSON_MASKED: ("senttm",),
    BOTH_MASKED: ("senttam",),
}


def _recognised(header: Sequence[str]) -> dict[str, str]:
    return known_columns(header, _NAMES)


COLUMNS = Roles(
    tuple(_NAMES),
    REQUIRED,
    _recognised,
    f"A file of professions has the columns {', '.join(REQUIRED)}, as BEC-Pro has them.",
)
