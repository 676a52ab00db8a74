"""Everyday knowledge of a masked LM: probes of the project's own, by topic.

Each probe is a sentence with one masked word and the answers that count. A first choice that
already stands in the sentence is counted apart: a weak model copies.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.datasets.samples import SAMPLES
from engine.families import MASKED
from engine.measures.kinds import check_kind, named
from engine.statistics import wilson

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM

ALL = "all"
_CHOICES = 5
_WORDS = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Probe:
    """A sentence with one masked word.

    Args:
        sentence: with one `[MASK]`.
        answers: every word that counts as right, in lower case.
    """

    topic: str
    sentence: str
    answers: tuple[str, ...]


@dataclass(frozen=True)
class Reply:
    """The likeliest words of a model at one probe, the first choice first."""

    probe: Probe
    choices: tuple[str, ...]

    @property
    def right(self) -> bool:
        """Whether the first choice is an answer."""
        return self.choices[0] in self.probe.answers

    @property
    def among_five(self) -> bool:
        """Whether an answer is among the first five choices."""
        return bool(set(self.choices) & set(self.probe.answers))

    @property
    def copied(self) -> bool:
        """Whether the first choice is wrong and a word of the sentence."""
        words = _WORDS.findall(self.probe.sentence.replace("[MASK]", " ").casefold())
        return not self.right and self.choices[0] in words


@dataclass(frozen=True)
class Knowledge:
    """How a model did on the probes of one topic, with 95% Wilson intervals.

    Args:
        first: share of the probes whose first choice is an answer.
        five: share with an answer among the first five choices.
        copies: share whose first choice is wrong and a word of the sentence.
    """

    topic: str
    probes: int
    first: float
    first_interval: tuple[float, float]
    five: float
    five_interval: tuple[float, float]
    copies: float
    copies_interval: tuple[float, float]


def probes() -> list[Probe]:
    """The project's own probes, topic after topic."""
    lines = (SAMPLES / "knowledge.jsonl").read_text(encoding="utf-8").splitlines()
    found = map(json.loads, lines)
    return [Probe(one["topic"], one["sentence"], tuple(one["answers"])) for one in found]


def replies(lm: MaskedLM, asked: Sequence[Probe]) -> list[Reply]:
    """The first five choices of a model at each probe.

    Raises:
        UnusableModelError: if the model masks no words.
    """
    from engine.measures.completion import completions

    check_kind(named(lm.model), MASKED, "everyday knowledge")
    found = completions(lm, [{"text": probe.sentence} for probe in asked], {"top_k": _CHOICES})
    return [
        Reply(probe, tuple(choice["word"].casefold() for choice in answer["predictions"][0]))
        for probe, answer in zip(asked, found, strict=True)
    ]


def knowledge(given: Sequence[Reply]) -> list[Knowledge]:
    """Shares of right and copied first choices, of all probes and then by topic."""
    topics = dict.fromkeys(reply.probe.topic for reply in given)
    parts = {topic: [reply for reply in given if reply.probe.topic == topic] for topic in topics}
    return [_summary(name, part) for name, part in {ALL: list(given), **parts}.items()]


def _summary(topic: str, given: Sequence[Reply]) -> Knowledge:
    count = len(given)
    first, five, copies = (
        sum(getattr(reply, name) for reply in given) for name in ("right", "among_five", "copied")
    )
    return Knowledge(
        topic=topic,
        probes=count,
        first=first / count,
        first_interval=wilson(first, count),
        five=five / count,
        five_interval=wilson(five, count),
        copies=copies / count,
        copies_interval=wilson(copies, count),
    )
