"""Cost of the head bias scores: seconds, against bare passes, and memory as contexts grow.

The bare passes are two forwards and one backward over the same tokens in the same batches;
both ways are timed in turn within one run.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.bench.memory import peak_of
from engine.bench.timing import Ratio, Times, Work, in_turn, ratio, seconds, times
from engine.core.spec import HeadRef
from engine.files.samples import SAMPLES
from engine.inference.plan import Row
from engine.inference.reference import two_forwards_and_a_backward
from engine.measures.completion.completions import completions
from engine.measures.heads.bias import bias_params, head_biases
from engine.measures.seat.measure import association_tests, seat_params
from engine.measures.seat.reading import TOKEN, read_test
from engine.models.loading import MaskedLM
from engine.words.association_tests import AssociationTest, bundled_test
from engine.words.contexts import MAX_CONTEXTS

if TYPE_CHECKING:
    from engine.models.loading import LoadedModel

SENTENCE = "The nurse said that [MASK] was tired."
GRADIENT, BARE = "head bias", "two forwards and a backward"
GROWTH = 4
# Words put before a sentence to make another context of it.
_OPENINGS = ("", "Once ", "Later ", "Then ")


@dataclass(frozen=True)
class Cost:
    """Time of the bias scores of all heads.

    Args:
        inputs: distinct texts read.
        tokens: special ones included.
        gradient: seconds of the whole measure.
        bare: seconds of two forwards and a backward over the same tokens.
        ratio: the first over the second, run by run.
    """

    inputs: int
    tokens: int
    gradient: Times
    bare: Times
    ratio: Ratio


@dataclass(frozen=True)
class Growth:
    """Peak memory of the `heads` command as the contexts grow, 10^9 bytes.

    Args:
        contexts: number of sentences of the smaller corpus.
        once: peak with it.
        grown: peak with `factor` times as many.
    """

    contexts: int
    factor: int
    once: float
    grown: float


def gradient_cost(lm: MaskedLM, test: AssociationTest, repeats: int) -> Cost:
    """Time the bias scores and the bare passes in turn.

    Args:
        repeats: runs of each.
    """
    item = test.item()
    reading = read_test(lm, item, TOKEN, MAX_CONTEXTS)
    rows = [Row(ids, ()) for ids in reading.shares]
    work: dict[str, Work] = {
        GRADIENT: lambda: head_biases(lm, [item], bias_params(TOKEN)),
        BARE: lambda: two_forwards_and_a_backward(lm, rows),
    }
    for way in work.values():
        way()  # the first call of each warms up what later ones find ready
    found = in_turn([work] * repeats)
    return Cost(
        inputs=len(rows),
        tokens=sum(len(row.ids) for row in rows),
        gradient=times(found[GRADIENT]),
        bare=times(found[BARE]),
        ratio=ratio(found[GRADIENT], found[BARE]),
    )


def memory_growth(folder: Path, model: str, dtype: str) -> Growth:
    """Peak memory of `heads` on the bundled contexts, and on four times as many.

    Args:
        folder: empty; the corpora are written there.
    """
    contexts = (SAMPLES / "contexts.txt").read_text(encoding="utf-8").splitlines()
    peaks = []
    for factor in (1, GROWTH):
        corpus = folder / f"contexts-{factor}.txt"
        lines = [_opened(word, line) for word in _OPENINGS[:factor] for line in contexts]
        corpus.write_text("\n".join(lines), encoding="utf-8")
        peak, _ = peak_of(
            [
                *("heads", "--corpus", str(corpus), "--max-contexts", str(MAX_CONTEXTS * factor)),
                *("--model", model, "--dtype", dtype, "--device", "cpu"),
            ]
        )
        peaks.append(peak / 1e9)
    return Growth(len(contexts), GROWTH, *peaks)


def _opened(word: str, line: str) -> str:
    return word + line[:1].lower() + line[1:] if word else line


def click_times(model: LoadedModel, max_contexts: int, repeats: int, seed: int = 0) -> Times:
    """Time from a newly masked head to its sentence and its SEAT on the bundled contexts.

    Args:
        max_contexts: sentences a word is read in.
        repeats: heads masked, one after another.
        seed: of the choice of heads.
    """
    item = bundled_test("gender", max_contexts).item()
    draw = random.Random(seed)

    def click() -> None:
        head = HeadRef(draw.randrange(model.layers), draw.randrange(model.heads))
        lm = MaskedLM(model, (head,))
        completions(lm, [{"text": SENTENCE}], {"top_k": 10})
        association_tests(lm, [item], seat_params(TOKEN, max_contexts=max_contexts))

    click()
    return times([seconds(click) for _ in range(repeats)])
