"""Everyday knowledge of masked LMs: which probes are answered, topic by topic, model by model."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.bench.overlap import LEAST_NGRAM, NGRAM, overlapping
from engine.bench.probes import KNOWLEDGE, probes_named
from engine.bench.shown import opening, ranged, write_report
from engine.command_line.facts import Names
from engine.command_line.given import check_used
from engine.command_line.options import DEFAULT_MODEL, with_model
from engine.command_line.subject import Subject
from engine.core.families import MASKED
from engine.flow.kinds import check_kind, named
from engine.measures.completion.completions import completions
from engine.measures.health.check import MASK, PARAMS, Probe, correct_completions, prompts
from engine.statistics import ratio_bootstrap, wilson
from engine.training.bundled import corpus_files, lines_left_out, read_lines
from engine.training.recipe import SHARES

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
        right_outside: as `right`, of the probes that do not stand inside a text; None where no
            text is given, or all of them do.
    """

    right: Share
    copied: Share
    topics: dict[str, Share]
    to_first: dict[str, Ratio]
    right_outside: Share | None


def knowledge_summary(
    probes: Sequence[Probe],
    answers: Sequence[Given],
    first: Sequence[Given],
    seed: int,
    inside: Sequence[bool] | None = None,
) -> Known:
    """Sum up what a model says.

    Args:
        answers: [probe].
        first: [probe], of the model that it is counted against.
        seed: of the bootstrap of the ratios.
        inside: [probe], whether it stands inside a text.
    """
    right, was_right = ([answer.right for answer in one] for one in (answers, first))
    copied, was_copied = ([answer.copied for answer in one] for one in (answers, first))
    outside = [
        hit for hit, there in zip(right, inside or (), strict=inside is not None) if not there
    ]
    return Known(
        right=share_of(right),
        copied=share_of(copied),
        topics=shares_by_topic(probes, answers),
        to_first={
            "right": ratio(right, was_right, seed),
            "copied": ratio(copied, was_copied, seed),
        },
        right_outside=share_of(outside) if outside else None,
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
    asked: Annotated[
        str,
        typer.Option(
            "--set", help="knowledge, cloze, or a file with a sentence and answers on each line."
        ),
        Names.FILE,
    ] = KNOWLEDGE,
    text: Annotated[
        list[Path] | None,
        typer.Option(
            help="Text in which probes may stand: a file, or a folder of them; one or more."
        ),
    ] = None,
    ngram: Annotated[
        int,
        typer.Option(
            min=LEAST_NGRAM,
            help="Words in a row, the answer among them, by which a probe stands in the text.",
        ),
    ] = NGRAM,
    as_trained: Annotated[
        bool,
        typer.Option(
            "--as-trained", help="Leave out the lines of the text that train-bundled leaves out."
        ),
    ] = False,
    seed: Annotated[int, typer.Option(help="Seed of the bootstrap of the ratios.")] = 0,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """How many everyday facts models know at first choice, and how often they copy a word."""
    if not text:
        check_used("--text", "--ngram", "--as-trained")
    questions = probes_named(asked)
    inside = overlapping(questions, _lines(text, as_trained), ngram) if text else None
    preamble = {
        **opening("knowledge", subject.device),
        "set": asked,
        "seed": seed,
        "text": [str(path) for path in text or ()],
        "ngram": ngram if text else None,
        "inside": None if inside is None else sum(inside),
    }
    results: list[dict[str, Any]] = []
    first: list[Given] = []
    for name in models or [DEFAULT_MODEL]:
        lm = subject.other(name).lm()
        answers = first_choices(lm, questions)
        first = first or answers
        there: Sequence[bool | None] = inside or [None] * len(questions)
        said = zip(questions, answers, there, strict=True)
        results.append(
            {
                "model": name,
                "revision": lm.spec.revision,
                **asdict(knowledge_summary(questions, answers, first, seed, inside)),
                "answers": [
                    asdict(probe) | asdict(answer) | {"inside": within}
                    for probe, answer, within in said
                ],
            }
        )
    columns, rows = _listed(results) if probes and not json_ else _summed(results)
    write_report({**preamble, "results": results}, json_, columns, rows)


def _lines(paths: Sequence[Path], as_trained: bool) -> Iterator[str]:
    """Lines of all texts; as trained, without files and lines that `train-bundled` leaves out."""
    left_out = lines_left_out() if as_trained else lambda line: False
    for path in paths:
        for file in corpus_files(path) if path.is_dir() else [path]:
            if not as_trained or SHARES.get(file.name.split(".")[0], 1.0):
                yield from (line for line in read_lines(file) if not left_out(line))


def _summed(results: Sequence[dict[str, Any]]) -> tuple[list[str], list[list[str]]]:
    """A row a topic, a column a model."""
    names = [Path(entry["model"]).name for entry in results]
    rows = [
        [topic, *(_share(entry["topics"][topic]) for entry in results)]
        for topic in results[0]["topics"]
        if topic
    ]
    rows.append(["all", *(_share(entry["right"]) for entry in results)])
    if any(entry["right_outside"] for entry in results):
        rows.append(
            ["all, not inside the text", *(_share(entry["right_outside"]) for entry in results)]
        )
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
