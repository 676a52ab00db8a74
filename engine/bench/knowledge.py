"""Everyday knowledge of masked LMs: which probes are answered, topic by topic, model by model."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.bench.shown import opening, ranged, write_report
from engine.command_line.options import DEFAULT_MODEL, with_model
from engine.command_line.subject import Subject
from engine.core.families import MASKED
from engine.flow.kinds import check_kind, named
from engine.measures.completion.completions import completions
from engine.measures.health.check import MASK, PARAMS, Probe, correct_completions, prompts
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


def first_choices(lm: MaskedLM, probes: Sequence[Probe]) -> list[Given]:
    """First choice of a model at every probe."""
    check_kind(named(lm.model), MASKED, "everyday knowledge")
    items = [{"sentence": probe.sentence, "answers": probe.answers} for probe in probes]
    values = completions(lm, prompts(items), dict(PARAMS))
    words = [value["predictions"][0][0]["word"] for value in values]
    return [
        Given(word, right, stands_in(word, probe.sentence))
        for probe, word, right in zip(
            probes, words, correct_completions(items, values), strict=True
        )
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


def knowledge_summary(
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


# --- knowledge ----------------------------------------------------------------------------
# `bench knowledge`: what models know of everyday things, side by side.


@with_model("model", "mask", "no_cache", no_cache=True)
def knowledge(
    models: Annotated[
        list[str] | None,
        typer.Option("--model", help="One or more models; the first is what others count against."),
    ] = None,
    probes: Annotated[
        bool, typer.Option("--probes", help="Also list what each model says at every probe.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Seed of the bootstrap of the ratios.")] = 0,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """How many everyday facts models know at first choice, and how often they copy a word."""
    from engine.measures.health.check import knowledge_probes

    asked = knowledge_probes()
    preamble = {**opening("knowledge", subject.device), "seed": seed}
    results: list[dict[str, Any]] = []
    first: list[Given] = []
    for name in models or [DEFAULT_MODEL]:
        lm = subject.other(name).lm()
        answers = first_choices(lm, asked)
        first = first or answers
        said = zip(asked, answers, strict=True)
        results.append(
            {
                "model": name,
                "revision": lm.spec.revision,
                **asdict(knowledge_summary(asked, answers, first, seed)),
                "answers": [asdict(probe) | asdict(answer) for probe, answer in said],
            }
        )
    columns, rows = _listed(results) if probes and not json_ else _summed(results)
    write_report({**preamble, "results": results}, json_, columns, rows)


def _summed(results: Sequence[dict[str, Any]]) -> tuple[list[str], list[list[str]]]:
    """A row a topic, a column a model."""
    names = [Path(entry["model"]).name for entry in results]
    rows = [
        [topic, *(_share(entry["topics"][topic]) for entry in results)]
        for topic in results[0]["topics"]
    ]
    rows.append(["all", *(_share(entry["right"]) for entry in results)])
    rows.append(["copies a word of the sentence", *(_share(entry["copied"]) for entry in results)])
    if len(results) > 1:
        for title, hit in (
            ("right / right of the first", "right"),
            ("copies / copies of the first", "copied"),
        ):
            rows.append([title, *(_ratio(entry["to_first"][hit]) for entry in results)])
    return ["right at first choice", *names], rows


def _listed(results: Sequence[dict[str, Any]]) -> tuple[list[str], list[list[str]]]:
    """A row a probe, a column a model; what is not an answer in brackets."""
    names = [Path(entry["model"]).name for entry in results]
    rows = [
        [
            asked["topic"],
            asked["sentence"],
            ", ".join(asked["answers"]),
            *(_word(entry["answers"][number]) for entry in results),
        ]
        for number, asked in enumerate(results[0]["answers"])
    ]
    return ["topic", "sentence", "answers", *names], rows


def _word(answer: dict[str, Any]) -> str:
    word: str = answer["word"]
    return word if answer["right"] else f"({word})"


def _share(found: dict[str, Any]) -> str:
    return f"{found['count']} of {found['n']} {ranged(found['share'], found['interval'], '.2f')}"


def _ratio(found: dict[str, Any]) -> str:
    value = found["value"]
    return "–" if value is None else ranged(value, found["interval"], ".2f")
