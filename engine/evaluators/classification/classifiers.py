"""Classifiers one at a time: found, checked, loaded if something is missing, and freed again.

Their answers are values of the measure `nlu`, so they are kept text by text, an interrupted run
continues, and a suite that was run before needs no weights at all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.core.errors import BiascopeError, DeviceError
from engine.core.families import MASKED
from engine.core.paths import exists, shown_name
from engine.core.spec import ModelSpec, check_dtype
from engine.evaluators.classification.checkpoint import Checkpoint, check_fits, checkpoint_of
from engine.evaluators.judging import NO_CATEGORY, ClassAnswer, ClassAnswers
from engine.evaluators.suite import CLASSIFIER, VALENCE, Evaluator, Suite
from engine.evaluators.word_lists import OWN
from engine.files.fetch.places import find
from engine.files.fetch.registry import absent, data_sets
from engine.flow.against_cpu import in_words
from engine.flow.asking import Measurement
from engine.flow.measurement import measure
from engine.flow.model_notes import noted
from engine.flow.pace import Expected
from engine.models.devices import choose_device, computes_in
from engine.models.room import NoRoomError, check_room, release_memory
from engine.models.sizes import folder_bytes
from engine.models.vocabulary import doubts_of_files
from engine.server import shared
from engine.storage.store import Store

if TYPE_CHECKING:
    import torch

    from engine.models.loading import LoadedModel, MaskedLM


AUTO = "auto"
_APPLIES = 0.5  # probability from which a label of a multi-label head applies


@dataclass
class _Used:
    """What an evaluator's answers came from.

    Args:
        declared: the checkpoint as the suite names it.
        device: None as long as all of them were in the store.
    """

    declared: str
    checkpoint: Checkpoint
    dtypes: set[str] = field(default_factory=set)
    device: str | None = None


class Classifiers:
    """Runs the classifiers of a suite; what `judging.judge` is given to do so.

    On a shared server they answer from the store alone.

    Args:
        store: None to compute everything and keep nothing.
        device: as `choose_device` takes it.
        dtype: `auto` for float32 on the CPU, bfloat16 (or float16) on an accelerator that computes
            in it, and float32 where the model's family runs in nothing else; or one of
            `spec.DTYPES`.
        note: given sentences for the user, for example that a model runs on the CPU after all.
        on_progress: given (finished texts, all texts) of the evaluator at work.
        on_expected: given how long these texts take, before they begin.
    """

    def __init__(
        self,
        store: Store | None,
        device: str = AUTO,
        dtype: str = AUTO,
        note: Callable[[str], None] = lambda text: None,
        on_progress: Callable[[int, int], None] | None = None,
        on_expected: Callable[[Expected], None] | None = None,
    ) -> None:
        if dtype != AUTO:
            check_dtype(dtype)
        self._store, self._device, self._dtype = store, device, dtype
        self._note, self._on_progress, self._on_expected = note, on_progress, on_expected
        self._found: dict[tuple[str, str], Checkpoint] = {}
        self._used: dict[str, _Used] = {}
        self._on_cpu: set[str] = set()
        self._noted: set[str] = set()
        self._compared: set[str] = set()
        self._loaded: LoadedModel | None = None

    def __call__(
        self, evaluator: Evaluator, texts: list[str], seconds: Sequence[str] | None = None
    ) -> ClassAnswers:
        """The class of each text.

        Args:
            seconds: the second text of each, for classifiers of pairs of texts.
        """
        found = self._checkpoint(evaluator)
        others: Sequence[str | None] = [None] * len(texts) if seconds is None else seconds
        pairs = zip(texts, others, strict=True)
        items = [{"text": text, "second": second} for text, second in pairs]
        try:
            measured = self._measured(evaluator, found, items)
        except (NoRoomError, DeviceError) as error:
            if self._place(evaluator).type == "cpu":
                raise
            self._on_cpu.add(evaluator.name)
            self._note(f"{evaluator.name} runs on the CPU: {error}")
            measured = self._measured(evaluator, found, items)
        for warning in measured.warnings:
            self._note(warning)
        if "against_cpu" in measured.manifest and evaluator.name not in self._compared:
            self._compared.add(evaluator.name)
            self._note(f"{evaluator.name}: {in_words(measured.manifest['against_cpu'])}")
        if evaluator.name not in self._noted:
            self._noted.add(evaluator.name)
            for note in noted(measured.manifest, partial(self._doubts, evaluator, found)):
                self._note(f"{evaluator.name}: {note}")
        return ClassAnswers(found.classes, [_answer(found, value) for value in measured.values])

    def _doubts(self, evaluator: Evaluator, found: Checkpoint) -> Sequence[str]:
        """What the files of a classifier say without its weights."""
        return doubts_of_files(found.source, self.tokenizer(evaluator), MASKED)

    def classes(self, evaluator: Evaluator) -> tuple[str, ...]:
        """Names of a classifier's classes, in order; none of its weights is read."""
        return self._checkpoint(evaluator).classes

    def tokenizer(self, evaluator: Evaluator) -> Any:
        """What a classifier reads its texts with; none of its weights is read."""
        from engine.models.reading import guarded_tokenizer

        return guarded_tokenizer(self._checkpoint(evaluator).source)

    def identities(self) -> dict[str, dict[str, Any]]:
        """What answered, by the name of the evaluator.

        Returns:
            `checkpoint` (as declared, never where it is kept), `revision`, `dtype`,
            `device` (None where every answer was in the store) and `converted`.
        """
        return {
            name: {
                "checkpoint": used.declared,
                "revision": used.checkpoint.revision,
                "dtype": " and ".join(sorted(used.dtypes)),
                "device": used.device,
                "converted": used.checkpoint.converted,
            }
            for name, used in self._used.items()
        }

    def planned(self, suite: Suite) -> dict[str, dict[str, Any]]:
        """What the classifiers of a suite are to answer with, before any of them is loaded.

        Returns:
            As `identities`, without the device.
        """
        return {
            entry.name: {
                "checkpoint": entry.checkpoint,
                "revision": checkpoint.revision,
                "dtype": self._precision(checkpoint, self._place(entry)),
                "converted": checkpoint.converted,
            }
            for entry in suite.evaluators
            if entry.kind == CLASSIFIER
            for checkpoint in [self._checkpoint(entry)]
        }

    def release(self) -> None:
        """Free the classifier in memory, if there is one."""
        if self._loaded is not None:
            self._loaded = None
            release_memory()

    def _checkpoint(self, evaluator: Evaluator) -> Checkpoint:
        """Found once, so that a run never mixes two revisions; labels are checked before work."""
        key = (evaluator.checkpoint, evaluator.revision)
        if key not in self._found:
            self._found[key] = checkpoint_of(evaluator)
        check_fits(evaluator, self._found[key])
        return self._found[key]

    def _measured(
        self, evaluator: Evaluator, found: Checkpoint, items: list[dict[str, Any]]
    ) -> Measurement:
        place = self._place(evaluator)
        spec = ModelSpec(
            found.source.checkpoint, found.source.revision, self._precision(found, place)
        )
        # Texts of one length share batches of one shape; each chunk of work fills a last batch of
        # every length up with copies, so the fewer lengths a chunk holds the less is wasted.
        order = sorted(range(len(items)), key=lambda index: len(items[index]["text"].split()))

        def model() -> MaskedLM:
            shared.refuse(f"Running the classifier {evaluator.name}")
            return self._model(found, spec, place)

        measured = measure(
            "nlu",
            spec,
            [items[index] for index in order],
            {"multi_label": True} if found.multi_label else {},
            model,
            self._store,
            self._on_progress,
            self._on_expected,
        )
        values: list[Any] = [None] * len(items)
        for index, value in zip(order, measured.values, strict=True):
            values[index] = value
        used = self._used.setdefault(evaluator.name, _Used(evaluator.checkpoint, found))
        used.dtypes.add(spec.dtype)
        used.device = measured.manifest["device"] or used.device
        return replace(measured, values=values)

    def _place(self, evaluator: Evaluator) -> torch.device:
        return choose_device("cpu" if evaluator.name in self._on_cpu else self._device)

    def _precision(self, found: Checkpoint, place: torch.device) -> str:
        if self._dtype != AUTO:
            return self._dtype
        if found.float32_only or place.type == "cpu":
            return "float32"
        return next(
            (dtype for dtype in ("bfloat16", "float16") if computes_in(place, dtype)), "float32"
        )

    def _model(self, found: Checkpoint, spec: ModelSpec, place: torch.device) -> MaskedLM:
        """The one classifier in memory; another is freed before this one is loaded."""
        from engine.models.loading import MaskedLM, load_classifier

        here = self._loaded
        fits = here is not None and here.source == found.source and here.dtype == spec.dtype
        if here is None or not fits or here.device != place:
            here = None
            self.release()
            check_room(found.source, spec.dtype, place)
            self._loaded = here = load_classifier(found.source, str(place), spec.dtype)
        return MaskedLM(here)


def _answer(found: Checkpoint, value: dict[str, Any]) -> ClassAnswer:
    if "problem" in value:
        return ClassAnswer(problem=value["problem"])
    if found.multi_label and value["probability"] < _APPLIES:
        return ClassAnswer(NO_CATEGORY)
    return ClassAnswer(found.classes[value["class"]], value["probability"])


# --- needs --------------------------------------------------------------------------------
# What each evaluator of a suite needs, and whether it is on this machine; nothing is fetched.


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
    source = evaluator.source
    if evaluator.kind == CLASSIFIER:
        return _need_of_classifier(evaluator)
    if evaluator.kind == VALENCE:
        return Need("nothing: VADER's lexicon comes with Biascope", licence="MIT")
    if source == OWN:
        return Need("nothing: the list comes with Biascope")
    if (wanted := data_sets().get(source)) is not None:
        problem = "" if find(source) else str(absent(source))
        return Need(f"the data set {wanted.title}", problem, wanted.licence, wanted.bytes)
    name = shown_name(source)
    return Need(f"the file {name}", "" if exists(source) else f"There is no file {name}.")


def _need_of_classifier(evaluator: Evaluator) -> Need:
    what = f"the checkpoint {evaluator.checkpoint}"
    if evaluator.revision:
        what += f" at {evaluator.revision}"
    try:
        found = checkpoint_of(evaluator, ask_hub=False)
        check_fits(evaluator, found)
    except BiascopeError as error:
        return Need(what, str(error))
    what += ", converted" * found.converted
    return Need(what, bytes=folder_bytes(str(found.source.folder)))
