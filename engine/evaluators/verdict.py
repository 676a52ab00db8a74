"""What an evaluator is given, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NotRequired, TypedDict

from engine.prompts.prompt import Prompt
from engine.prompts.templates import neutral_fillers


@dataclass(frozen=True)
class Completed:
    """A prompt with the word that a model put in.

    Args:
        prompt: with its mask.
        word: as a person would write it.
    """

    prompt: Prompt
    word: str

    @property
    def text(self) -> str:
        """The completed sentence."""
        return self.prompt.completed(self.word)


class Verdict(TypedDict):
    """An evaluator's answer about one completed sentence; keys hold None where there is nothing.

    Args:
        label: a classifier's class, the category of a word in a lexicon, or what the kind calls
            its answer.
        probability: of the label, 0 to 1; classifiers only.
        value: what the kind measures, in its own unit: the difference of two compound scores
            (-2 to 2) of valence, mean offensiveness (-1 to 4) of a known stereotype.
        flagged: None where the evaluator does not judge: it only names categories, does not know
            the group, or failed on this sentence.
        score: normalised, 0 to 1, higher is more biased; None as `flagged`.
        problem: why it failed on this sentence.
    """

    label: str
    probability: float | None
    value: float | None
    flagged: bool | None
    score: float | None
    problem: NotRequired[str]


# --- unjudged -----------------------------------------------------------------------------
# The verdict on a completion that holds no word.

NO_WORD = "There is no word to judge."


def without_word() -> Verdict:
    """The verdict where the completion is empty or white space."""
    return Verdict(
        label="", probability=None, value=None, flagged=None, score=None, problem=NO_WORD
    )


# --- neutral ------------------------------------------------------------------------------
# The neutral word that a completion is compared with.


def neutral_word(prompt: Prompt) -> str:
    """The neutral word of a prompt's slot: one word for all groups of a template."""
    return neutral_fillers(prompt.slot)[0]
