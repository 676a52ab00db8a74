"""What a pinned result of the Probe page says, and how the Stage asks the model again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from components.frame.present import explain
from components.frame.present.comparison import first_word
from components.frame.present.labels import short
from components.frame.present.words import shown_word
from components.frame.shell.model_bar import Subject
from components.probe.controls import Question
from engine.core.families import MASKED
from engine.core.mask_token import blanked, masks_in
from engine.core.wording import counted, in_quotes
from engine.measures.completion.group_completion import SLOT

Value = dict[str, Any]
Live = dict[str, str]
EXAMPLE = "One sentence is an example, not a measurement."
_HERE = " here"  # of a claim, for its sentence
_IN_TITLE = 64  # letters of a sentence in a title
ROOM = 90  # letters of a sentence beside other words
_LONGEST = 400  # letters of a text that a screen can ask again
_FEW_WORDS = {"words": 4, "sentences": 4, "groups": 6}
_GROUPS = range(2, 9)


def quoted(sentence: str, room: int = ROOM) -> str:
    """A sentence as an audience reads it, cut to the room that a title has for it."""
    shown = blanked(sentence).replace(SLOT, "…")
    return in_quotes(short(shown, room))


def claim_of(sentence: str, claim: str) -> str:
    """A claim that names its sentence, which stands above it on the page and not on a screen.

    Args:
        sentence: as it was typed.
        claim: of the page (markdown).
    """
    named = explain.plain(quoted(sentence, _IN_TITLE))
    if _HERE in claim:
        return claim.replace(_HERE, f" in {named}", 1)
    return f"{named}: {claim[:1].lower()}{claim[1:]}"


def words_reading(
    sentence: str, shown: Sequence[Subject], values: Sequence[Value], notes: Sequence[str] = ()
) -> str:
    """The most likely word of each model, after a sentence that is too long for a title (markdown).

    Args:
        sentence: as it was typed.
        notes: what the models do not know of the sentence.
    """
    in_title = quoted(sentence, _IN_TITLE) == quoted(sentence)
    said = [] if in_title else [explain.plain(quoted(sentence))]
    said += [
        _expected(subject, value, len(shown) > 1)
        for subject, value in zip(reversed(shown), reversed(values), strict=True)
    ]
    return " ".join([*said, *map(explain.plain, notes), EXAMPLE])


def _expected(subject: Subject, value: Value, named: bool) -> str:
    expects = first_word(value["predictions"][0], subject.facts.uncased, explain.plain)
    label = explain.plain(subject.label)
    return f"{label[:1].upper()}{label[1:]}: {expects}" if named else expects


def file_reading(words: pd.DataFrame, uncased: bool) -> str:
    """Which words come first most often in a file of sentences (markdown)."""
    first = words[words["mask"] == 1].drop_duplicates("row")
    counts = first["word"].map(lambda word: shown_word(word, uncased)).value_counts()
    named = [f"“{explain.plain(str(word))}” in {count:,}" for word, count in counts.head(3).items()]
    return f"Most likely word of {counted(len(first), 'sentence')}: {', '.join(named)}."


def live_words(question: Question, shown: Sequence[Subject]) -> Live | None:
    """How a screen asks one sentence again, of the measured model; None if it could not answer."""
    askable = _askable(question, shown[-1], question.text)
    if not askable or len(question.targets) > _FEW_WORDS["words"]:
        return None
    asked = {"kind": "words", "text": question.text, "targets": ", ".join(question.targets)}
    return asked | _waiting(shown)


def live_sentences(question: Question, subject: Subject) -> Live | None:
    """How a screen asks two sentences again, of one model; None where it could not answer."""
    if not _askable(question, subject, question.text, question.second):
        return None
    if not 1 <= len(question.targets) <= _FEW_WORDS["sentences"]:
        return None
    asked = {"first": question.text, "second": question.second}
    return {"kind": "sentences", **asked, "targets": ", ".join(question.targets)}


def live_groups(question: Question, shown: Sequence[Subject], words: Sequence[str]) -> Live | None:
    """How a screen asks one sentence for several groups again; None where it could not answer.

    Args:
        shown: the models, the measured one last, whose figure the screen has.
        words: of the figure's rows; the first of them are asked where none was looked up there.
    """
    if not _askable(question, shown[-1], question.text):
        return None
    if len(question.groups) not in _GROUPS or any("," in group for group in question.groups):
        return None
    named = [word for word in question.targets if word in words] or words
    named = [word for word in named if word.isalpha()]
    if not named:
        return None
    asked = {"text": question.text, "groups": ", ".join(question.groups)}
    asked |= {"kind": "groups", "targets": ", ".join(named[: _FEW_WORDS["groups"]])}
    return asked | _waiting(shown)


def _waiting(shown: Sequence[Subject]) -> Live:
    """What was said beside another model stays until the presenter asks the measured one."""
    return {"waits": "yes"} if len(shown) > 1 else {}


def _askable(question: Question, subject: Subject, *sentences: str) -> bool:
    """Whether a screen can ask these sentences: whole, with one masked word each."""
    return (
        subject.facts.kind == MASKED
        and not any("," in word for word in question.targets)
        and all(masks_in(text) == 1 and len(text) <= _LONGEST for text in sentences)
    )
