"""What a pinned result of the Pairs page says, and how the Stage asks the model again."""

from __future__ import annotations

from components.frame.present import explain
from components.frame.present.labels import short
from components.frame.shell.model_bar import Subject
from components.pairs import one_pair
from components.pairs.controls import Choice
from components.pairs.headline import in_short
from components.pairs.scored import Scored
from engine.core.families import MASKED
from engine.measures.pairs.tokens import payers

_VARIANT = "cps"  # what a live screen scores a pair by
_LONGEST = 400  # letters of a sentence that a screen can ask again
_ROOM = 60  # letters of a sentence in a reading


def pairs_reading(scored: Scored, before: Scored | None) -> str:
    """The score of a set, or how it changes from the model compared with (markdown)."""
    if before is None:
        return in_short(scored.summary)
    return " ".join(
        f"{explain.plain(each.label)}: {in_short(each.summary)}" for each in (before, scored)
    )


def own_reading(scored: Scored, more: str, less: str) -> str:
    """Which of two sentences is preferred, and by which words (markdown)."""
    pair = scored.frame.loc[0].to_dict()
    largest = one_pair.largest(payers(scored.tokens(0)), scored.digits)
    named = " or ".join(f"“{explain.plain(short(text, _ROOM))}”" for text in (more, less))
    return f"{named}: {_lower(one_pair.verdict(pair, scored.digits))} {largest}"


def _lower(sentence: str) -> str:
    """A sentence that goes on after a colon."""
    return sentence.replace("Prefers the", "the model prefers the", 1)


def live_pair(choice: Choice, subject: Subject, more: str, less: str) -> dict[str, str] | None:
    """How a screen scores the user's pair again; None where it would score it otherwise.

    Args:
        choice: whose measure and scoring are used.
    """
    as_live = choice.variant == _VARIANT and choice.reduction is None and not choice.published
    if not as_live or subject.facts.kind != MASKED or max(len(more), len(less)) > _LONGEST:
        return None
    return {"kind": "pair", "more": more, "less": less}
