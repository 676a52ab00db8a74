"""What each evaluator of a suite needs, and whether it is on this machine; nothing is fetched."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.errors import BiascopeError
from engine.core.paths import exists, shown
from engine.evaluators.classification.checkpoint import check_fits, checkpoint_of
from engine.evaluators.suite import CLASSIFIER, VALENCE, Evaluator
from engine.evaluators.word_lists import OWN
from engine.files.fetch.places import find
from engine.files.fetch.registry import absent, data_sets
from engine.models.file_sizes import folder_bytes


@dataclass(frozen=True)
class Need:
    """What an evaluator needs.

    Args:
        what: in words.
        problem: why it cannot judge now, and what would do; empty where it can.
        licence: of what it needs; empty where it is not known here, as of a checkpoint.
        bytes: size of it; None where it is not known.
    """

    what: str
    problem: str = ""
    licence: str = ""
    bytes: int | None = None

    @property
    def here(self) -> bool:
        """Whether everything is on this machine."""
        return not self.problem


def need_of(evaluator: Evaluator) -> Need:
    """What an evaluator needs; no hub is asked and no weight is read."""
    if evaluator.kind == CLASSIFIER:
        return _checkpoint(evaluator)
    if evaluator.kind == VALENCE:
        return Need("nothing: VADER's lexicon comes with Biascope", licence="MIT")
    if evaluator.source == OWN:
        return Need("nothing: the list comes with Biascope")
    if evaluator.source in data_sets():
        return _data_set(evaluator.source)
    there = exists(evaluator.source)
    name = shown(evaluator.source)
    return Need(f"the file {name}", "" if there else f"There is no file {name}.")


def _checkpoint(evaluator: Evaluator) -> Need:
    what = f"the checkpoint {evaluator.checkpoint}"
    if evaluator.revision:
        what += f" at {evaluator.revision}"
    try:
        found = checkpoint_of(evaluator, ask_hub=False)
        check_fits(evaluator, found)
    except BiascopeError as error:
        return Need(what, str(error))
    if found.converted:
        what += ", converted"
    return Need(what, bytes=folder_bytes(str(found.source.folder)))


def _data_set(name: str) -> Need:
    wanted = data_sets()[name]
    problem = "" if find(name) else str(absent(name))
    return Need(f"the data set {wanted.title}", problem, wanted.licence, wanted.bytes)
