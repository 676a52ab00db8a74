"""Speed of ranking: candidates from made films, scored by a model as `review rank` does."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, Annotated

import typer

from engine.bench.curate import real_lines, write_films
from engine.bench.shown import in_seconds, opening, write_report
from engine.bench.timing import seconds
from engine.command_line.options import JsonOption, ModelOption
from engine.core.errors import InputTextError
from engine.core.spec import BUNDLED
from engine.curation.keywords.lists import load_lists
from engine.curation.ranking import proposed_pairs, variant_for
from engine.curation.run import curate
from engine.flow.measurement import measure
from engine.storage.store import Store

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM


_LINES = 2000  # of a film
_A_FILM = 100  # candidates that one has at least


@dataclass(frozen=True)
class RankingCost:
    """What ranking takes.

    Args:
        seconds: wall-clock time with nothing stored.
        again: the same when every score is in the store.
        words: mean number of words of the found sentences.
    """

    candidates: int
    seconds: float
    again: float
    words: float


def made_pairs(folder: Path, source: Path | None, count: int, seed: int) -> list[dict[str, str]]:
    """Proposed pairs of films that are made for it.

    Args:
        folder: where the films are written.
        source: folder of the subtitles they are made of; the bundled sample if None.
    """
    films = -(-count // _A_FILM)
    write_films(folder, real_lines(source), films, _LINES, seed)
    found = curate(sorted(folder.glob("*.srt")), load_lists("en"))
    pairs = list(islice(proposed_pairs(found.candidates).values(), count))
    if len(pairs) < count:
        raise InputTextError(f"{films} made films have {len(pairs)} candidates; ask for fewer.")
    return pairs


def ranking_cost(lm: MaskedLM, pairs: Sequence[dict[str, str]], folder: Path) -> RankingCost:
    """Time the scores of pairs, through a store of their own.

    Args:
        folder: for that store.
    """
    store, params = Store(folder / "results.sqlite"), {"variant": variant_for(lm.spec)}

    def score() -> None:
        measure("pairs", lm.spec, list(pairs), params, lambda: lm, store)

    words = mean(len(pair["sent_more"].split()) for pair in pairs)
    return RankingCost(len(pairs), seconds(score), seconds(score), words)


# --- ranking ------------------------------------------------------------------------------
# `bench ranking`: how long a model takes to rank the candidates of a review.

_SUBTITLES = "subtitles"  # folder of the data sets


def ranking(
    candidates: Annotated[int, typer.Option(min=1, help="Candidates to rank.")] = 2000,
    model: ModelOption = BUNDLED,
    seed: Annotated[int, typer.Option(help="Seed of the films.")] = 0,
    json_: JsonOption = False,
) -> None:
    """How long a model takes to rank candidates found in made films."""
    from engine.core.errors import DataSetError
    from engine.models.loading import MaskedLM, load
    from engine.storage.store import named_folder

    preamble = opening("ranking")
    named = named_folder("BIASCOPE_DATA", DataSetError)
    source = named / _SUBTITLES if named and (named / _SUBTITLES).is_dir() else None
    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent)
        pairs = made_pairs(folder, source, candidates, seed)
        cost = ranking_cost(MaskedLM(load(model)), pairs, folder)
    rows = [
        ["ranked", in_seconds(cost.seconds), f"{cost.words:.1f} words a sentence"],
        [
            "again, from the store",
            in_seconds(cost.again),
            f"{cost.seconds / cost.again:.0f} times",
        ],
    ]
    report = {**preamble, "model": model, "seed": seed, **asdict(cost)}
    write_report(report, json_, [f"{cost.candidates:,} candidates", "", ""], rows)
