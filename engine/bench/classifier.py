"""Speed of judging short sentences with a classifier, beside the ceiling of its encoder.

The ceiling is the encoder alone on the same rows in full batches, with nothing read; both take
turns on the same slices, so that a busy machine slows them alike.
"""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer

from engine.bench.random_models import BERT_BASE_CLASSIFIER, Shape, build, made_up_sentence
from engine.bench.shown import opening, ranged, write_report
from engine.bench.timing import Ratio, Work, in_turn, ratio
from engine.command_line.options import DeviceOption, JsonOption
from engine.evaluators.classification.classifiers import Classifiers
from engine.evaluators.suite import CLASSIFIER, Evaluator
from engine.inference.plan import Row
from engine.inference.reference import run_encoder
from engine.inference.runner import class_row
from engine.models.loading import MaskedLM, load_classifier

JUDGED, ENCODER = "judged through the engine", "encoder only"
_WORDS = (8, 9, 10, 11, 11, 12, 13, 14)  # in a sentence; 13 tokens on average with the ends
_SLICES = 4
_WARM = 32


@dataclass(frozen=True)
class ClassifierSpeed:
    """How fast sentences are judged.

    Args:
        tokens: of a sentence on average, special ones included.
        sentences_per_second: way -> sentences a second over all slices.
        to_ceiling: speed over that of the encoder alone.
    """

    sentences: int
    tokens: float
    sentences_per_second: dict[str, float]
    to_ceiling: Ratio


def classifier_speed(
    folder: Path,
    sentences: int,
    device: str = "cpu",
    seed: int = 0,
    shape: Shape = BERT_BASE_CLASSIFIER,
) -> ClassifierSpeed:
    """Time both ways on a random classifier.

    Args:
        folder: for the classifier.
        sentences: at least one a slice.
    """
    checkpoint = str(build(shape, folder / "classifier"))
    evaluator = Evaluator("bench", CLASSIFIER, counts=False, checkpoint=checkpoint)
    run = Classifiers(None, device, "float32")
    lm = MaskedLM(load_classifier(checkpoint, device))
    draw = random.Random(seed)
    texts = [
        made_up_sentence(draw.choice(_WORDS), shape.vocabulary // 2, draw) for _ in range(sentences)
    ]
    parts = [texts[start::_SLICES] for start in range(_SLICES)]
    rows = [[class_row(lm, text, None) for text in part] for part in parts]
    run(evaluator, texts[:_WARM])  # loads it, and both are warm
    run_encoder(lm, rows[0][:_WARM])

    def ways(part: list[str], found: list[Row]) -> dict[str, Work]:
        return {JUDGED: lambda: run(evaluator, part), ENCODER: lambda: run_encoder(lm, found)}

    spent = in_turn(ways(part, found) for part, found in zip(parts, rows, strict=True))
    speeds = {
        way: [len(part) / time for part, time in zip(parts, spent[way], strict=True)]
        for way in spent
    }
    return ClassifierSpeed(
        sentences=sentences,
        tokens=sum(len(row.ids) for found in rows for row in found) / sentences,
        sentences_per_second={way: sentences / sum(spent[way]) for way in spent},
        to_ceiling=ratio(speeds[JUDGED], speeds[ENCODER]),
    )


# --- classifier ---------------------------------------------------------------------------
# `bench classifier`: how fast a classifier of the Arena judges short sentences.


def classifier(
    sentences: Annotated[
        int, typer.Option(min=4, help="Sentences to judge, a quarter at a time.")
    ] = 4000,
    seed: Annotated[int, typer.Option(help="Seed of the sentences.")] = 0,
    device: DeviceOption = "cpu",
    json_: JsonOption = False,
) -> None:
    """Speed of a classifier of BERT-base size on short sentences, and its encoder's ceiling."""
    import tempfile

    preamble = opening("classifier", device)
    with tempfile.TemporaryDirectory() as folder:
        found = classifier_speed(Path(folder), sentences, device, seed)
    what = f"{found.sentences:,} sentences of {found.tokens:.1f} tokens"
    to_ceiling = found.to_ceiling
    rows = [
        *(
            [way, f"{speed:,.0f} sentences/s", what]
            for way, speed in found.sentences_per_second.items()
        ),
        [
            "judged / encoder only",
            ranged(to_ceiling.median, (to_ceiling.low, to_ceiling.high), ".2f"),
            "median of the slices, lowest and highest",
        ],
    ]
    write_report({**preamble, "seed": seed, **asdict(found)}, json_, ["", "value", "what"], rows)
