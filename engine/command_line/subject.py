"""The model that a command measures: identified at once, loaded only when needed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import typer

from engine.command_line.interventions import NOTHING_WRITTEN, InterventionWords
from engine.command_line.output import expecting, progress
from engine.core.families import FAMILIES
from engine.core.intervention_text import in_words, read_identity
from engine.core.scoped import scoped
from engine.core.spec import (
    BUNDLED,
    HeadRef,
    ModelSpec,
    check_dtype,
    format_heads,
    no_heads,
    parse_heads,
)
from engine.core.wording import counted, listed
from engine.files.mask_file import fit_mask, load_mask
from engine.flow import against_cpu
from engine.flow.asking import Measurement
from engine.flow.derived import derived
from engine.flow.guarded import AUTO, COARSE, FINE
from engine.flow.measurement import measure
from engine.flow.model_notes import noted
from engine.models.devices import check_device, why_no_bfloat16
from engine.models.facts import Facts, facts_of
from engine.models.room import release_memory
from engine.models.sources import ModelSource, resolve
from engine.storage.jobs.worker import this_worker
from engine.storage.store import Store, default_store

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.flow.asking import Ask
    from engine.models.loading import LoadedModel, MaskedLM

    Load = Callable[[ModelSource, str, str], LoadedModel]

_load: ContextVar[Load | None] = ContextVar("load", default=None)


def loading_with(load: Load) -> AbstractContextManager[None]:
    """Have models loaded otherwise, for one who runs several commands in this process.

    Args:
        load: called with where the files are, the device and the precision.
    """
    return scoped(_load, load)


@dataclass
class Subject:
    """The model a command measures, loaded and gated only when something must be computed.

    Args:
        guard: pairs are scored in mixed precision where that cannot change a preference; `dtype` is
            then float32.
        label: names it in lines on progress, where several models are measured; see `name_each`.
        words: what is done to it besides masking heads.
    """

    checkpoint: str
    mask: str
    device: str
    dtype: str
    no_cache: bool
    guard: bool = False
    label: str = ""
    words: InterventionWords = NOTHING_WRITTEN

    def __post_init__(self) -> None:
        check_device(self.device)

    def other(self, checkpoint: str = "", mask: str = "", dtype: str = "") -> Subject:
        """Another model that is run in the same way, with nothing done to it but the mask."""
        guard = dtype == AUTO or (self.guard and not dtype)
        wanted = FINE if guard else dtype or self.dtype
        return Subject(
            checkpoint or self.checkpoint, mask, self.device, wanted, self.no_cache, guard
        )

    @property
    def float32_only(self) -> str:
        """Why this model is used in no other precision, in words; empty where it can be."""
        if any(
            family.float32_only for family in FAMILIES.values() if family.name == self.facts.family
        ):
            return f"{self.facts.family} runs in float32 only"
        return ""

    @cached_property
    def coarse(self) -> Subject | str:
        """The same model in mixed precision; or why it is not used, in words."""
        if reason := self.float32_only or why_no_bfloat16(self.device):
            return reason
        found = replace(self, dtype=COARSE, guard=False)
        found.__dict__["source"] = self.source
        found.__dict__["_said"] = self._said
        found.__dict__["spec"] = replace(self.spec, dtype=COARSE)
        return found

    @cached_property
    def source(self) -> ModelSource:
        """Where its files are, found once: what is measured is what was identified."""
        check_dtype(self.dtype)
        return resolve(self.checkpoint, dtype=self.dtype)

    @cached_property
    def spec(self) -> ModelSpec:
        """Identity, known before any weight is loaded."""
        check_dtype(self.dtype)
        masked = self._masked()
        if self.words == NOTHING_WRITTEN:
            return masked
        asked = self.words.read(masked, self.facts, keep=not self.no_cache)
        return replace(masked, interventions=asked)

    def _masked(self) -> ModelSpec:
        plain = ModelSpec(self.source.checkpoint, self.source.revision, self.dtype)
        if not self.mask.strip().endswith(".json"):
            heads = parse_heads(self.mask)
            if heads and not self.facts.heads:
                raise no_heads(self.checkpoint)
            return replace(plain, masked_heads=heads)
        facts = self.facts
        if not facts.heads:
            raise no_heads(self.checkpoint)
        mask = load_mask(self.mask.strip())
        heads, warnings = fit_mask(mask, plain, facts.family, facts.layers, facts.heads)
        for warning in warnings:
            typer.echo(warning, err=True)
        return replace(plain, masked_heads=heads)

    @cached_property
    def facts(self) -> Facts:
        """Family and size, known before any weight is loaded."""
        return facts_of(self.source)

    @cached_property
    def store(self) -> Store | None:
        """The result store, or None under --no-cache."""
        return None if self.no_cache else default_store()

    @cached_property
    def ungated(self) -> MaskedLM:
        """The loaded model, whatever its health."""
        from engine.models.loading import MaskedLM
        from engine.models.loading import load as read

        load = _load.get() or read
        return MaskedLM.of(load(self.source, self.device, self.dtype), self.spec)

    @cached_property
    def tokenizer(self) -> Any:
        """The model's tokenizer, without its weights unless they are loaded anyway."""
        from engine.models.reading import guarded_tokenizer

        if "ungated" in self.__dict__:
            return self.ungated.tokenizer
        return guarded_tokenizer(self.source)

    def release(self) -> None:
        """Let the loaded model go, so that another fits into memory; asking loads it again."""
        if self.__dict__.pop("ungated", None) is not None:
            release_memory()

    def lm(self, measure: str = "") -> MaskedLM:
        """The loaded model, refused if its scores would be noise.

        Args:
            measure: for which it is loaded; by default one that reads its language-model head.
        """
        from engine.measures.health.check import gate, gate_for

        if measure:
            gate_for(self.ungated, measure)
        else:
            gate(self.ungated)
        self.say(self.ungated.model.notes)
        return self.ungated

    @cached_property
    def _said(self) -> set[str]:
        """Notes on the model that are said already."""
        return set()

    def say(self, notes: Iterable[str]) -> None:
        """Say what is noted of the model, once, on stderr and in the list of jobs."""
        worker = this_worker()
        for note in notes:
            if note not in self._said:
                self._said.add(note)
                typer.echo(f"{self.checkpoint}: {note}", err=True)
                if worker is not None:
                    worker.note(note)

    def note(self, manifest: Mapping[str, Any]) -> None:
        """Say what is noted of the model of a measurement, or what its files say.

        And how far the scores of its device are from the CPU's, where one computed.
        """
        self.say(noted(manifest, lambda: self._doubts))
        if "against_cpu" in manifest:
            self.say([against_cpu.in_words(manifest["against_cpu"])])

    @cached_property
    def _doubts(self) -> tuple[str, ...]:
        """What the files of the model say without its weights."""
        from engine.models.vocabulary import doubts_of_files

        if self.spec.checkpoint == BUNDLED:
            return ()
        return doubts_of_files(self.source, self.tokenizer, self.facts.kind)

    def ask(
        self, name: str, spec: ModelSpec, items: list[Any], params: dict[str, Any]
    ) -> Measurement:
        """Measure this model under another mask; the network is loaded once for all."""
        from engine.models.loading import MaskedLM

        def lm() -> MaskedLM:
            return MaskedLM.of(self.lm(name).model, spec)

        found = measure(name, spec, items, params, lm, self.store)
        self.note(found.manifest)
        return found

    def measure(self, name: str, items: list[Any], params: dict[str, Any]) -> Measurement:
        """Measure with progress on stderr, or in the list of jobs; warnings go there too."""
        worker = this_worker()
        show = progress(f"{name}, {self.label}" if self.label else name, len(items))
        model = partial(self.lm, name)
        result = measure(name, self.spec, items, params, model, self.store, show, expecting(show))
        for warning in result.warnings:
            typer.echo(warning, err=True)
            if worker is not None:
                worker.note(warning)
        self.note(result.manifest)
        return result

    def derive(
        self, name: str, version: int, item: Any, params: dict[str, Any], work: Callable[[], Any]
    ) -> Any:
        """What is worked out from measured values, through this subject's store."""
        return derived(name, version, item, params, work, self.store)

    def measure_coarse(self, name: str, items: list[Any], params: dict[str, Any]) -> Measurement:
        """As `measure`, after which the model is let go: another precision follows."""
        found = self.measure(name, items, params)
        self.release()
        return found

    @property
    def coarse_ask(self) -> Ask | str:
        """Measures in mixed precision; or why that is not done, in words."""
        coarse = self.coarse
        return coarse if isinstance(coarse, str) else coarse.measure_coarse


_NAMED_HEADS = 3  # in a line on progress; more are counted


def name_each(subjects: Sequence[Subject]) -> None:
    """Name the models in their lines on progress, each by what tells it from the others.

    Args:
        subjects: all that a command measures; one alone needs no name.
    """
    if len(subjects) < 2:
        return
    precisions = len({subject.spec.dtype for subject in subjects}) > 1
    taken: set[str] = set()
    for number, subject in enumerate(subjects, start=1):
        precision = subject.spec.dtype if precisions else ""
        parts = [subject.checkpoint, _done(subject.spec), precision]
        label = ", ".join(filter(None, parts))
        subject.label = f"{label} #{number}" if label in taken else label
        taken.add(subject.label)


def _done(spec: ModelSpec) -> str:
    """What is done to a model, in a few words; empty where nothing is."""
    return ", ".join(filter(None, [_masks(spec.masked_heads), in_words(spec.interventions)]))


def _masks(heads: Sequence[HeadRef]) -> str:
    if not heads or len(heads) > _NAMED_HEADS:
        return f"{counted(len(heads), 'head')} masked" if heads else ""
    return f"{format_heads(heads)} masked"


def model_in_words(identity: Mapping[str, Any]) -> str:
    """The model that was measured and what was done to it, for the title of a table.

    Args:
        identity: of its spec, as a manifest has it.
    """
    heads = identity["masked_heads"]
    done = [f"{listed(heads)} masked"] if heads else []
    done += filter(None, [in_words(read_identity(identity))])
    under = f" with {', '.join(done)}" if done else ""
    return f"model {identity['checkpoint']}{under}"
