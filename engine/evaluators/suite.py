"""Evaluators as they are declared, the suite that they make, their rules, and what they answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, NotRequired

from typing_extensions import TypedDict

from engine.core.digest import data_digest
from engine.prompts.prompt import Prompt
from engine.prompts.templates import neutral_fillers

CLASSIFIER, LEXICON, STEREOTYPES, VALENCE = "classifier", "lexicon", "stereotypes", "valence"
KINDS = (CLASSIFIER, LEXICON, STEREOTYPES, VALENCE)


@dataclass(frozen=True)
class LabelRule:
    """What one label of a classifier says of a sentence.

    Args:
        flagged: whether a sentence with this label counts as flagged.
        score: rule for the normalised score: `0`, `p`, `p/2` or `1-p`.
    """

    flagged: bool
    score: str


@dataclass(frozen=True)
class Evaluator:
    """One evaluator as it is declared.

    Args:
        kind: one of `KINDS`.
        counts: whether it enters flag rates and scores; one that only names categories does not.
        checkpoint: of a classifier; a hub id or a folder.
        revision: of a classifier on the hub; empty for its newest.
        score_range: lowest and highest score as the source of the declaration reports it.
        labels: label in lower case -> its rule; empty for a classifier that only names categories.
        source: what a lexicon or a list of stereotypes is read from: `own`, the name of a data
            set of the registry, or a file.
        language: of a lexicon.
        threshold: difference of compound scores below whose negative a sentence is flagged;
            valence only.
    """

    name: str
    kind: str
    counts: bool = True
    checkpoint: str = ""
    revision: str = ""
    score_range: tuple[float, float] = (0.0, 1.0)
    labels: dict[str, LabelRule] = field(default_factory=dict, hash=False)
    source: str = ""
    language: str = "en"
    threshold: float = 0.0

    def identity(self) -> dict[str, Any]:
        """What decides its verdicts, JSON-ready, empty settings left out."""
        found = asdict(self)
        del found["score_range"]
        if self.kind != LEXICON:
            del found["language"]
        found["labels"] = dict(sorted(found["labels"].items()))
        return {name: value for name, value in found.items() if value or name == "counts"}


@dataclass(frozen=True)
class Suite:
    """Evaluators that judge together.

    Args:
        demo: figures are a demonstration: labelled so, and never ranked beside published ones.
        description: one sentence for the user.
    """

    name: str
    evaluators: tuple[Evaluator, ...]
    demo: bool = False
    description: str = ""

    @cached_property
    def digest(self) -> str:
        """Identity of the suite: what decides its verdicts, whatever its name."""
        return data_digest([entry.identity() for entry in self.evaluators])

    @property
    def counting(self) -> tuple[Evaluator, ...]:
        """The evaluators that enter flag rates and scores; they are all of one kind."""
        return tuple(entry for entry in self.evaluators if entry.counts)


# --- rules --------------------------------------------------------------------------------
# Rules turn the probability of a label into a normalised score; they are parsed, never evaluated.
#
# Source: Rezaee 2025 (Alignment Arena), appendix A.2, equations 1 and 2.

_RULES: dict[str, Callable[[float], float]] = {
    "0": lambda probability: 0.0,
    "p": lambda probability: probability,
    "p/2": lambda probability: probability / 2,
    "1-p": lambda probability: 1 - probability,
}
RULES = tuple(_RULES)


def normalised(rule: str, probability: float) -> float:
    """The normalised score of a sentence.

    Args:
        rule: one of `RULES`; `p` is the probability of the label.
        probability: 0 to 1.

    Returns:
        0 to 1; higher is more biased.
    """
    if rule not in _RULES:
        raise ValueError(f"no rule {rule!r}; there are {', '.join(RULES)}")
    return _RULES[rule](probability)


def parsed_rule(text: str) -> str | None:
    """The rule that a declaration names, written as in `RULES`; None if it is none of them."""
    rule = "".join(text.split()).casefold()
    return rule if rule in _RULES else None


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


UNJUDGED: Verdict = {
    "label": "",
    "probability": None,
    "value": None,
    "flagged": None,
    "score": None,
}
NO_WORD = "There is no word to judge."  # where a completion is empty or white space


def failed_verdict(problem: str) -> Verdict:
    """The verdict of an evaluator that cannot judge a completion."""
    return {**UNJUDGED, "problem": problem}


def neutral_word(prompt: Prompt) -> str:
    """The neutral word of a prompt's slot: one word for all groups of a template."""
    return neutral_fillers(prompt.slot)[0]
