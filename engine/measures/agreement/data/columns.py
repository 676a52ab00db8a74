"""Which column of a file holds what: names that people give to sentences, answers, annotators."""

from __future__ import annotations

from engine.files.columns import Roles

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


COLUMNS = Roles(
    _NAMES,
    (SENTENCE, ANSWER, ANNOTATOR),
    f"Name the columns {SENTENCE}, {ANSWER} and {ANNOTATOR} (one row is one annotator's answer to "
    f"one sentence), or say which they are: {SENTENCE}=COLUMN,{ANSWER}=COLUMN,{ANNOTATOR}=COLUMN.",
)
