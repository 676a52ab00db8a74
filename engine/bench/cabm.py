"""Speed of CABM: a study from nothing, its weights with their bootstrap, and a second look."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.bench.shown import in_seconds, opening, write_report
from engine.bench.timing import seconds
from engine.command_line.options import with_model
from engine.command_line.subject import Subject
from engine.flow.derived import derived
from engine.flow.measurement import measure
from engine.measures.cabm.data.cooccurrence import CorpusCounts
from engine.measures.cabm.data.sentences import FramedSet
from engine.measures.cabm.settings import CabmSettings
from engine.measures.cabm.studied import CabmStudy
from engine.measures.cabm.study import study
from engine.measures.cabm.unmasking import templates_for
from engine.measures.cabm.weighting import SHAP_RF

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM
    from engine.storage.store import Store


@dataclass(frozen=True)
class CabmSpeed:
    """How long the parts of a study take, seconds.

    Args:
        read: the sentences and the unmasking, by the network.
        weights: SHAP weights of one forest and their bootstrap.
        whole: load, read, weights, scores and validation, with nothing stored.
        second_look: the same from the store.
    """

    sentences: int
    occupations: int
    load: float
    read: float
    weights: float
    whole: float
    second_look: float


def cabm_speed(
    model: Callable[[], MaskedLM], data: FramedSet, counts: CorpusCounts, folder: Path
) -> CabmSpeed:
    """Time a study of one set.

    Args:
        model: loads the model, once.
        folder: for the store.
    """
    from engine.storage.store import Store

    loaded: list[MaskedLM] = []
    store = Store(folder / "cabm.sqlite")
    load = seconds(lambda: loaded.append(model()))
    found: list[CabmStudy] = []
    read = seconds(lambda: found.append(_study(loaded[0], data, counts, store)))
    weights = seconds(lambda: found[0].weigh(SHAP_RF))
    rest = seconds(lambda: _panel(found[0]))
    second = seconds(lambda: _panel(_study(loaded[0], data, counts, store)))
    store.close()
    return CabmSpeed(
        sentences=len(data.sentences),
        occupations=len(found[0].frame),
        load=load,
        read=read,
        weights=weights,
        whole=load + read + weights + rest,
        second_look=second,
    )


def _study(lm: MaskedLM, data: FramedSet, counts: CorpusCounts, store: Store) -> CabmStudy:
    def derive(
        name: str, version: int, item: Any, params: dict[str, Any], work: Callable[[], Any]
    ) -> Any:
        return derived(name, version, item, params, work, store)

    return study(
        lambda name, items, params: measure(name, lm.spec, items, params, lambda: lm, store),
        derive,
        data,
        counts,
        CabmSettings(templates=templates_for(data.groups)),
    )


def _panel(found: CabmStudy) -> None:
    """What the command works out: scores under every weighting, and the validation."""
    frames = {}
    for name in found.available():
        weighed = found.weigh(name, intervals=name == SHAP_RF)
        frames[name] = found.scored(weighed["weights"])
    found.validated(frames, SHAP_RF)


# --- cabm ---------------------------------------------------------------------------------
# `bench cabm`: how long a CABM study takes, from nothing and from the store.


@with_model("mask", "no_cache", no_cache=True)
def cabm(
    sentences: Annotated[
        str, typer.Option(help="bundled, winobias, or a file as `cabm` reads it.")
    ] = "bundled",
    pmi_corpus: Annotated[str, typer.Option(help="As for `cabm`.")] = "bundled",
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """How long CABM takes: computed, its forest with the bootstrap, and from the store."""
    import tempfile

    from engine.measures.cabm.command_study import framed
    from engine.measures.cabm.data.corpora import corpus_counts
    from engine.measures.cabm.data.sentences import GENDER_WRITTEN

    preamble = opening("cabm", subject.device)
    data = framed(sentences, GENDER_WRITTEN, "")
    counts = corpus_counts(pmi_corpus, data, data.targets)
    with tempfile.TemporaryDirectory() as folder:
        found = cabm_speed(subject.lm, data, counts, Path(folder))
    report = {**preamble, "model": subject.checkpoint, **asdict(found)}
    what = f"{found.sentences:,} sentences, {found.occupations} occupations"
    write_report(
        report,
        json_,
        [what, "time"],
        [
            ["model loaded and gated", in_seconds(found.load)],
            ["sentences and unmasking read", in_seconds(found.read)],
            ["SHAP weights with their bootstrap", in_seconds(found.weights)],
            ["everything computed, with validation", in_seconds(found.whole)],
            ["everything from the store", in_seconds(found.second_look)],
        ],
    )
