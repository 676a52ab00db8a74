"""Agreement with annotators: seconds from sentences to scores, and coverage of the intervals.

The second part simulates people whose true agreement with a model is known, and counts how
often the 95% interval contains the truth, and how often two equal groups appear to differ.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.bench.shown import in_seconds, opening, ranged, write_report
from engine.bench.timing import seconds
from engine.command_line.inputs import split_words
from engine.command_line.options import with_model
from engine.command_line.subject import Subject

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from engine.measures.agreement.figures import Agreement
    from engine.models.loading import MaskedLM


SCORE = "p_at_1"
_TRUTH = 200_000  # sentences simulated for the true figure


@dataclass(frozen=True)
class AgreementSpeed:
    """Seconds of each step for one set of answers.

    Args:
        measured: by the model, nothing stored.
        second_look: every value read back from the store, to the figures of every group.
        figures: of that, every score of every group with its interval.
        draws: of the bootstrap.
        drawing: the gap of every score with its test, drawn before.
    """

    sentences: int
    answers: int
    measured: float
    second_look: float
    figures: float
    draws: int
    drawing: float


def agreement_speed(
    lm: MaskedLM, answers: pd.DataFrame, by: tuple[str, ...], folder: Path
) -> AgreementSpeed:
    """Time one set of answers.

    Args:
        by: attributes that make the groups.
        folder: for the store that the second look reads.
    """
    from engine.flow.measurement import measure
    from engine.measures.agreement.answering import answer_params
    from engine.measures.agreement.figures import Agreement, group_figures
    from engine.measures.agreement.gaps import gaps
    from engine.measures.agreement.groups import group_names
    from engine.measures.agreement.scores import score_names
    from engine.measures.agreement.table import items_of, scored_table
    from engine.storage.store import Store

    store = Store(folder / "agreement.sqlite")
    items = items_of(answers)
    tables: list[pd.DataFrame] = []

    def look() -> None:
        found = measure("cloze_answers", lm.spec, items, answer_params(), lambda: lm, store)
        tables.append(scored_table(answers, found.values, group_names(answers, by)))

    measured, back = seconds(look), seconds(look)
    agreement = Agreement(tables[-1])
    figures = seconds(lambda: group_figures(agreement))
    drawing = seconds(lambda: [gaps(agreement, score) for score in score_names()])
    store.close()
    return AgreementSpeed(
        sentences=len(items),
        answers=len(answers),
        measured=measured,
        second_look=back + figures,
        figures=figures,
        draws=agreement.draws,
        drawing=drawing,
    )


@dataclass(frozen=True)
class Design:
    """Who answers what in a simulation.

    Args:
        batches: sets of sentences; an annotator answers all of one.
        per_batch: sentences of a batch.
        annotators: of each of the two groups.
    """

    name: str
    batches: int
    per_batch: int
    annotators: int


# As in MozArt each annotator answers ten of a hundred sentences; and everyone answers everything.
DESIGNS = (
    Design("1.5 answers a sentence", 10, 10, 15),
    Design("4 answers a sentence", 5, 20, 20),
    Design("12 annotators, 40 sentences", 1, 40, 12),
)


@dataclass(frozen=True)
class People:
    """How likely people are to say what the model says first; spreads are in log-odds.

    Args:
        levels: log-odds of an average annotator of each group and an average sentence.
        sentences: spread of the sentences.
        annotators: spread of the annotators.
    """

    levels: tuple[float, float]
    sentences: float = 1.2
    annotators: float = 0.5


# Two groups that do not differ, and two that do.
PEOPLE = (People((-2.0, -2.0)), People((-1.5, -2.5)))


@dataclass(frozen=True)
class Kept:
    """How often simulated intervals hold the truth.

    Args:
        truth: the true P@1 of the first group, and the true gap to the second.
        group: share of the intervals of the first group that hold it.
        gap: share of the intervals of the gap that hold it.
        told_apart: share of simulations in which the two groups are distinguished.
        repeats: simulations.
    """

    design: str
    truth: tuple[float, float]
    group: float
    gap: float
    told_apart: float
    repeats: int


def intervals_kept(design: Design, people: People, repeats: int, seed: int) -> Kept:
    """Simulate, and count the intervals that hold the truth."""
    import numpy as np

    generator = np.random.default_rng(seed)
    first, second = (_true_precision(design, people, group, generator) for group in (0, 1))
    held = np.array(
        [
            _one(_simulated(design, people, generator), (first, first - second), number)
            for number in range(repeats)
        ]
    )
    group, gap, apart = held.mean(axis=0).tolist()
    return Kept(design.name, (first, first - second), group, gap, apart, repeats)


def _one(agreement: Agreement, truth: tuple[float, float], seed: int) -> list[bool]:
    from engine.measures.agreement.figures import LanguageGroup
    from engine.measures.agreement.gaps import gaps

    found = agreement.influences[LanguageGroup("en", "first")][SCORE]
    interval = agreement.bootstrap.interval(found, "en", (0.0, 1.0))
    (gap,) = gaps(agreement, SCORE)
    sign = 1.0 if gap["best"] == "first" else -1.0
    between = None if gap["interval"] is None else sorted(sign * end for end in gap["interval"])
    return [_holds(interval, truth[0]), _holds(between, truth[1]), bool(gap["told_apart"])]


def _holds(interval: list[float] | None, truth: float) -> bool:
    return interval is not None and interval[0] <= truth <= interval[1]


def _simulated(design: Design, people: People, generator: np.random.Generator) -> Agreement:
    """Answers of two groups as the table that the figures are made of."""
    import pandas as pd

    from engine.measures.agreement.figures import Agreement

    sentences = generator.normal(0, people.sentences, design.batches * design.per_batch)
    lines: list[dict[str, Any]] = []
    for group, level in zip(("first", "second"), people.levels, strict=True):
        for number in range(design.annotators):
            own = level + generator.normal(0, people.annotators)
            batch = number % design.batches
            for place in range(batch * design.per_batch, (batch + 1) * design.per_batch):
                same = generator.random() < _logistic(own + sentences[place])
                lines.append(
                    {
                        "language": "en",
                        "group": group,
                        "annotator": f"{group} {number}",
                        "sentence_id": str(place),
                        # What the model does not say is said by nobody else.
                        "key": "same" if same else f"{group} {number} {place}",
                        "rank": 1.0 if same else math.inf,
                    }
                )
    table = pd.DataFrame(lines).assign(
        log_probability=math.nan, covered=True, pieces=1, status="word", candidates=1, problem=""
    )
    table["form"], table["likeliest"] = table["key"], [()] * len(table)
    return Agreement(table, ks=(1,))


def _true_precision(
    design: Design, people: People, group: int, generator: np.random.Generator
) -> float:
    """P@1 over endless sentences and annotators, as many at each sentence as in the design."""
    import numpy as np

    level = people.levels[group]
    answering = [
        sum(number % design.batches == batch for number in range(design.annotators))
        for batch in range(design.batches)
    ]
    shares = []
    for count in answering:
        size = max(1, _TRUTH // len(answering))
        sentences = generator.normal(0, people.sentences, size)[:, None]
        annotators = generator.normal(0, people.annotators, (size, count))
        missed = 1 - _logistic(level + sentences + annotators)
        shares.append(1 - missed.prod(axis=1).mean())
    return float(np.mean(shares))


def _logistic(log_odds: Any) -> Any:
    import numpy as np

    return 1 / (1 + np.exp(-log_odds))


# --- agreement ----------------------------------------------------------------------------
# `bench agreement`: how long annotators take, and the coverage of their intervals.


@with_model("mask", "no_cache", no_cache=True)
def agreement(
    files: Annotated[
        list[str] | None, typer.Argument(help="As for `agreement`; MozArt's English if none.")
    ] = None,
    group_by: Annotated[str, typer.Option(help="As for `agreement`.")] = "gender,speaker",
    repeats: Annotated[
        int, typer.Option(min=0, help="Simulations of each design; 0 leaves them out.")
    ] = 1000,
    seed: Annotated[int, typer.Option(help="Seed of the simulations.")] = 0,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """How long a set of answers takes, and how often intervals contain a simulated truth."""
    import tempfile

    from engine.measures.agreement.command import read_given_answers
    from engine.statistics import wilson

    preamble = opening("agreement", subject.device)
    answers = read_given_answers(files or ["mozart-en"])
    lm = subject.lm()
    with tempfile.TemporaryDirectory() as folder:
        speed = agreement_speed(lm, answers, tuple(split_words(group_by)), Path(folder))
    kept = [
        intervals_kept(design, people, repeats, seed)
        for design in DESIGNS
        for people in PEOPLE
        if repeats
    ]
    report = {
        **preamble,
        "model": subject.checkpoint,
        "speed": asdict(speed),
        "seed": seed,
        "intervals": [asdict(entry) for entry in kept],
    }
    rows = [
        [
            f"{speed.sentences} sentences and {speed.answers:,} answers read",
            in_seconds(speed.measured),
        ],
        ["everything from the store", in_seconds(speed.second_look)],
        [f"every score with its interval, {speed.draws:,} draws", in_seconds(speed.figures)],
        ["the gap of every score with its test", in_seconds(speed.drawing)],
    ]
    for entry in kept:
        truth = f"{entry.design}, true P@1 {entry.truth[0]:.2f}, gap {entry.truth[1]:+.2f}"
        for what, share in (
            ("interval contains P@1", entry.group),
            ("interval contains the gap", entry.gap),
            ("clear difference", entry.told_apart),
        ):
            interval = wilson(round(share * entry.repeats), entry.repeats)
            rows.append([f"{truth}: {what}", ranged(share, interval, ".3f")])
    write_report(report, json_, ["", ""], rows)
