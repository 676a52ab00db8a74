"""Speed of guarded precision against float32, and whether it changes a preference.

The time of a whole set follows from that of a slice: the sample costs the same for any number of
pairs, so a slice pays more for it. Both figures are given.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import pstdev
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.bench.random_models import Shape, word
from engine.bench.shown import in_seconds, opening, write_report
from engine.command_line.options import DeviceOption, JsonOption
from engine.flow.asking import Measurement
from engine.flow.guarded import COARSE, SAMPLE
from engine.measures.pairs.frame import items_of, pair_frame
from engine.measures.pairs.guarded_scores import guarded_pairs
from engine.measures.pairs.quality import words_of
from engine.measures.pairs.scoring import pair_scores
from engine.measures.pairs.variants import Variant

if TYPE_CHECKING:
    import pandas as pd

    from engine.models.loading import MaskedLM


WHOLE_SET = 1508  # pairs of CrowS-Pairs


@dataclass(frozen=True)
class GuardedSpeed:
    """How fast a set is scored in guarded precision.

    Args:
        fine_seconds: the whole slice in float32.
        guarded_seconds: the slice in guarded precision.
        coarse_seconds: of which in mixed precision.
        ratio: of the two, on the slice.
        whole_ratio: worked out for `WHOLE_SET` pairs from the seconds of one pair in either
            precision, the size of the sample and the share that was scored again.
        again_share: pairs scored again, of those outside the sample.
        changed: pairs whose preference, or tie, differs from float32's.
        deviation: standard deviation of the differences in float32, nats.
        guard: of `Guard.report`.
    """

    pairs: int
    fine_seconds: float
    guarded_seconds: float
    coarse_seconds: float
    ratio: float
    whole_ratio: float
    again_share: float
    changed: int
    deviation: float
    guard: dict[str, Any]


def guarded_speed(
    fine: MaskedLM, coarse: MaskedLM, pairs: pd.DataFrame, variant: Variant
) -> GuardedSpeed:
    """Score pairs in float32 and in guarded precision, one after the other.

    Args:
        fine: the model in float32; `coarse`: the same in mixed precision.
        pairs: `sent_more` and `sent_less`, more than the sample holds.
    """
    spent: dict[str, float] = {COARSE: 0.0}
    params = {"variant": variant.name}
    for lm in (fine, coarse):
        pair_scores(lm, items_of(pairs.head(2)), params)  # warm
    started = time.perf_counter()
    values: list[Any] = list(pair_scores(fine, items_of(pairs), params))
    fine_seconds = time.perf_counter() - started
    started = time.perf_counter()
    found = guarded_pairs(pairs, variant, _asking(fine, spent), _asking(coarse, spent))
    guarded_seconds = time.perf_counter() - started
    exact, ours = (pair_frame(pairs, given, variant) for given in (values, found.values))
    differs = (exact["prefers_stereotype"] != ours["prefers_stereotype"]) | (
        exact["tie"] != ours["tie"]
    )
    n, again = len(pairs), found.guard.again / max(1, len(pairs) - found.guard.sample)
    one_fine, one_coarse = fine_seconds / n, spent[COARSE] / n
    whole = WHOLE_SET * one_coarse + (SAMPLE + again * (WHOLE_SET - SAMPLE)) * one_fine
    return GuardedSpeed(
        pairs=n,
        fine_seconds=fine_seconds,
        guarded_seconds=guarded_seconds,
        coarse_seconds=spent[COARSE],
        ratio=fine_seconds / guarded_seconds,
        whole_ratio=WHOLE_SET * one_fine / whole,
        again_share=again,
        changed=int(differs.sum()),
        deviation=pstdev(exact.loc[exact["scored"], "difference"].tolist()),
        guard=found.guard.report(),
    )


def made_pairs(like: pd.DataFrame, shape: Shape, seed: int = 0) -> pd.DataFrame:
    """Pairs of made-up words, as long as some real ones, that differ in one word.

    Args:
        like: `sent_more`, whose lengths are taken.
        shape: of the model, whose vocabulary holds the words.
    """
    import pandas as pd

    draw = random.Random(seed)
    words = min(20_000, shape.vocabulary - 5)
    rows = []
    for sentence in like["sent_more"]:
        more = [word(draw.randrange(words)) for _ in words_of(sentence)]
        less = [*more]
        less[draw.randrange(len(less))] = word(draw.randrange(words))
        rows.append({"sent_more": " ".join(more), "sent_less": " ".join(less)})
    return pd.DataFrame(rows)


def _asking(lm: MaskedLM, spent: dict[str, float]) -> Callable[..., Measurement]:
    def ask(_name: str, items: list[Any], params: dict[str, Any]) -> Measurement:
        started = time.perf_counter()
        values: list[Any] = list(pair_scores(lm, items, params))
        dtype = lm.spec.dtype
        spent[dtype] = spent.get(dtype, 0.0) + time.perf_counter() - started
        return Measurement(values, {"spec": lm.spec.identity()})

    return ask


# --- guarded ------------------------------------------------------------------------------
# `bench guarded`: how much faster guarded precision is, and that no preference changes.

RANDOM = "random"
# With it the differences of the random model vary about as much as those of trained ones.
_DEVIATION = 0.05


def bench_guarded(
    model: Annotated[
        str, typer.Option("--model", help="A model, or random: BERT-base with random weights.")
    ] = RANDOM,
    data: Annotated[
        str, typer.Option(help="File of pairs, or a set; of random, its lengths.")
    ] = "bundled",
    count: Annotated[
        int, typer.Option("--pairs", min=0, help="Take so many, spread over the set; 0 for all.")
    ] = 256,
    measure: Annotated[str, typer.Option(help="Variant.")] = "cps",
    device: DeviceOption = "auto",
    json_: JsonOption = False,
) -> None:
    """Seconds in float32 and in guarded precision, and how many preferences change."""
    from engine.bench.random_models import BERT_BASE, build
    from engine.flow.guarded import COARSE, FINE
    from engine.measures.pairs.command import read_given_pairs
    from engine.measures.pairs.variants import variant_of
    from engine.models.devices import why_no_bfloat16
    from engine.models.loading import MaskedLM, load

    preamble = opening("guarded", device)
    pairs = read_given_pairs(data).pairs
    pairs = pairs.iloc[:: max(1, len(pairs) // count)].head(count) if count else pairs
    shape = replace(BERT_BASE, deviation=_DEVIATION)
    with tempfile.TemporaryDirectory() as parent:
        checkpoint = model
        if model == RANDOM:
            pairs = made_pairs(pairs, shape)
            checkpoint = str(build(shape, Path(parent) / "bert-base"))
        fine, coarse = (MaskedLM(load(checkpoint, device, dtype)) for dtype in (FINE, COARSE))
        found = guarded_speed(fine, coarse, pairs, variant_of(measure))
    report = {
        **preamble,
        "model": model,
        "data": data,
        "measure": measure,
        "without_bfloat16": why_no_bfloat16(device),
        **asdict(found),
    }
    guard = found.guard
    what = f"{found.pairs:,} pairs, {measure}, standard deviation {found.deviation:.2f} nats"
    rows = [
        ["float32", in_seconds(found.fine_seconds), what],
        ["guarded", in_seconds(found.guarded_seconds), f"{found.ratio:.2f} times as fast"],
        ["of which mixed", in_seconds(found.coarse_seconds), "every pair"],
        [
            f"worked out for {WHOLE_SET:,} pairs",
            f"{found.whole_ratio:.2f} times",
            "same share scored again",
        ],
        [
            "scored again",
            f"{100 * found.again_share:.1f}%",
            f"besides a sample of {guard['sample']}, within {guard['bound']:.3g} nats",
        ],
        ["error, root mean square", f"{guard['rms']:.2g} nats", f"largest {guard['largest']:.2g}"],
        ["preferences changed", str(found.changed), "against float32"],
    ]
    write_report(report, json_, ["", "", ""], rows)
