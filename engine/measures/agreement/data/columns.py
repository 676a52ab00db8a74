"""Which column of a file holds what: names that people give to sentences, answers, annotators."""

from __future__ import annotations

from collections.abc import Sequence

from engine.files.columns import Roles, known_columns, parse_mapping

SENTENCE, ANSWER, ANNOTATOR = "sentence", "answer", "annotator"
SENTENCE_ID, LANGUAGE = "sentence_id", "language"

# The surest name first; compared without case, spaces and signs.
_NAMES: dict[str, tuple[str, ...]] = {
    SENTENCE: ("sentence", "text", "cloze", "prompt", "context"),
    ANSWER: ("answer", "mask", "response", "completion", "filler", "word"),
    ANNOTATOR: (
        *("annotator", "annotatorid", "uid", "user", "userid", "worker", "workerid"),
        *("participant", "participantid", "rater", "raterid", "respondent"),
    ),
    SENTENCE_ID: ("sentenceid", "sid", "item", "itemid", "textid"),
    LANGUAGE: ("language", "lang", "sentencelanguage"),
}
ROLES = tuple(_NAMES)


def recognised(header: Sequence[str]) -> dict[str, str]:
    """Role -> column, as far as the names of the columns tell."""
    return known_columns(header, _NAMES)


COLUMNS = Roles(
    ROLES,
    (SENTENCE, ANSWER, ANNOTATOR),
    recognised,
    f"Name the columns {SENTENCE}, {ANSWER} and {ANNOTATOR} (one row is one annotator's answer to "
    f"one sentence), or say which they are: {SENTENCE}=COLUMN,{ANSWER}=COLUMN,{ANNOTATOR}=COLUMN.",
)


def mapping_of(columns: str) -> dict[str, str]:
    """Role -> column, as a person writes it: `sentence=A,answer=B`."""
    return parse_mapping(columns, f"{SENTENCE}=COLUMN,{ANSWER}=COLUMN,{ANNOTATOR}=COLUMN")
