"""Everyday knowledge of masked LMs: which probes are answered, topic by topic, model by model."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.core.families import MASKED
from engine.flow.kinds import check_kind, named
from engine.measures.completion.completions import completions
from engine.measures.health.check import PARAMS, answered, prompts
from engine.measures.health.probes import MASK, Probe
from engine.statistics import ratio_bootstrap, wilson

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM

Bounds = tuple[float, float]


@dataclass(frozen=True)
class Given:
    """What one model says at one probe.

    Args:
        word: its first choice.
        right: whether that is an accepted answer.
        copied: whether that word stands in the sentence.
    """

    word: str
    right: bool
    copied: bool


@dataclass(frozen=True)
class Share:
    """A part of some probes.

    Args:
        interval: Wilson's, at 95%.
    """

    count: int
    n: int
    share: float
    interval: Bounds


def given(lm: MaskedLM, probes: Sequence[Probe]) -> list[Given]:
    """First choice of a model at every probe."""
    check_kind(named(lm.model), MASKED, "everyday knowledge")
    items = [{"sentence": probe.sentence, "answers": probe.answers} for probe in probes]
    values = completions(lm, prompts(items), dict(PARAMS))
    words = [value["predictions"][0][0]["word"] for value in values]
    return [
        Given(word, right, stands_in(word, probe.sentence))
        for probe, word, right in zip(probes, words, answered(items, values), strict=True)
    ]


def stands_in(word: str, sentence: str) -> bool:
    """Whether a word is one of a sentence's, in capitals or not; the gap is none."""
    return word.casefold() in re.findall(r"\w+", sentence.replace(MASK, " ").casefold())


def share_of(hits: Sequence[bool]) -> Share:
    """How many of some probes are so."""
    if not hits:
        raise ValueError("there are no probes")
    count = sum(hits)
    return Share(count, len(hits), count / len(hits), wilson(count, len(hits)))


def shares_by_topic(probes: Sequence[Probe], answers: Sequence[Given]) -> dict[str, Share]:
    """Share answered right within each topic, in the order of the topics."""
    topics = dict.fromkeys(probe.topic for probe in probes)
    return {
        topic: share_of(
            [
                answer.right
                for probe, answer in zip(probes, answers, strict=True)
                if probe.topic == topic
            ]
        )
        for topic in topics
    }


@dataclass(frozen=True)
class Ratio:
    """How many times as many probes one model has as another.

    Args:
        interval: by bootstrap over the probes, which both were asked; None where one has none.
    """

    value: float | None
    interval: Bounds | None


def ratio(ours: Sequence[bool], theirs: Sequence[bool], seed: int) -> Ratio:
    """Hits of one model for each hit of another on the same probes.

    Args:
        ours: [probe], the counted ones.
        theirs: [probe], what they are counted against.
        seed: of the bootstrap.
    """
    if not any(theirs):
        return Ratio(None, None)
    interval = ratio_bootstrap(ours, theirs, seed, within=(0, float("inf"))) if any(ours) else None
    return Ratio(sum(ours) / sum(theirs), interval)


@dataclass(frozen=True)
class Known:
    """What one model knows.

    Args:
        right: probes answered.
        copied: probes at which it repeats a word of the sentence.
        topics: those answered, topic by topic.
        to_first: `right` and `copied` for each of the first model's.
    """

    right: Share
    copied: Share
    topics: dict[str, Share]
    to_first: dict[str, Ratio]


def known(
    probes: Sequence[Probe], answers: Sequence[Given], first: Sequence[Given], seed: int
) -> Known:
    """Sum up what a model says.

    Args:
        answers: [probe].
        first: [probe], of the model that it is counted against.
        seed: of the bootstrap of the ratios.
    """
    right, was_right = ([answer.right for answer in one] for one in (answers, first))
    copied, was_copied = ([answer.copied for answer in one] for one in (answers, first))
    return Known(
        right=share_of(right),
        copied=share_of(copied),
        topics=shares_by_topic(probes, answers),
        to_first={
            "right": ratio(right, was_right, seed),
            "copied": ratio(copied, was_copied, seed),
        },
    )
