"""What the CABM page measures, and the command that measures the same."""

from __future__ import annotations

from dataclasses import dataclass

from components.cabm.own_sentences import TYPED, CabmSource
from components.frame.widgets.result import where_to_run
from engine.command_line.command import Command
from engine.files.layout import SHEET
from engine.files.mapping import mapping_text
from engine.measures.cabm.data.cooccurrence import CorpusCounts
from engine.measures.cabm.data.sentences import FramedSet
from engine.measures.cabm.scores import STANDARDISED
from engine.measures.cabm.settings import CabmSettings
from engine.measures.cabm.weighting import AUTOMATIC, USER

_USUAL = CabmSettings()
_TABLE = "occupations.csv"  # that the command writes


@dataclass(frozen=True, eq=False)
class Choice:
    """What the page measures.

    Args:
        sentences: where `data` comes from; corpus: where `counts` do.
    """

    data: FramedSet
    counts: CorpusCounts
    settings: CabmSettings
    sentences: CabmSource
    corpus: CabmSource

    @property
    def key(self) -> tuple[object, ...]:
        """Identity of the study; weights, scale and threshold are applied to it later."""
        chosen = self.settings
        vectors = (chosen.alpha, chosen.smoothing, chosen.context, chosen.sentence)
        return (self.sentences.key, self.corpus.key, *vectors, chosen.seed, chosen.published)

    def command(self) -> Command:
        """The command that measures the same, without the model."""
        chosen = self.settings
        words = ["cabm", *self.sentences.words, *self.corpus.words]
        if sheets := (*self.sentences.sheets, *self.corpus.sheets):
            words += [SHEET, mapping_text(sheets)]
        if chosen.published:
            words.append("--published")
        elif chosen.scale != STANDARDISED:
            words += ["--scale", chosen.scale]
        if chosen.weighting != AUTOMATIC:
            words += ["--weighting", chosen.weighting]
        if chosen.weighting == USER:
            words += ["--weights", ",".join(f"{k}={v:.4f}" for k, v in chosen.user_weights)]
        for name in ("alpha", "smoothing", "context", "sentence", "threshold", "seed"):
            value = getattr(chosen, name)
            if value is not None and value != getattr(_USUAL, name):
                words += [f"--{name}", f"{value:g}" if isinstance(value, float) else str(value)]
        return Command(tuple(words), self._files, _TABLE)

    @property
    def _files(self) -> dict[str, bytes]:
        return {**self.sentences.files, **self.corpus.files}

    @property
    def where(self) -> str:
        """What to know before the command is run."""
        typed = [name for name in TYPED if f"{name}.txt" in self.sentences.files]
        said = where_to_run(", with the full path of your file" * bool(self._files))
        if not typed:
            return said
        saved = " and ".join(f"{name} in {name}.txt" for name in typed)
        return f"{said} Save the {saved} first, one a line."
