"""Live: the words that a model expects in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from components.frame import session
from components.frame.present.comparison import LEAST_LIKELY, first_word, ratio_text, unlikely
from components.frame.present.numbers import percent, whole_percent
from components.frame.present.word_bars import word_bars
from components.frame.present.words import shown_words
from components.stage.kinds import titles
from components.stage.kinds.answer import (
    KEPT,
    Answer,
    Asked,
    Field,
    Kind,
    blank,
    gap_text,
    with_notes,
    words,
)
from components.stage.kinds.completions import (
    completed,
    completion_rows,
    fill_line,
    looked_up_first,
    unknown_in,
)
from engine.core.spec import ModelSpec
from engine.core.wording import in_quotes

_SHOWN = 6  # bars
_BAR = 34  # pixels of each


def answer(spec: ModelSpec, facts: session.Facts, asked: Asked) -> Answer:
    """The most likely words, and two of them compared."""
    sentence = gap_text(asked, "text")
    targets = words(asked, "targets", 0, 4, "words to compare")
    found = completed(spec, [sentence], targets)
    value = found.values[0]
    ranked = value["predictions"][0][:_SHOWN]
    shown = shown_words(ranked, facts.uncased)
    looked = looked_up_first(value)
    compared = _compared(looked) if _are_asked(asked, looked) else ""
    said = first_word(ranked, facts.uncased)
    said = f"{said.removesuffix('.')}; {compared}." if compared else said
    said = with_notes(said, spec, [sentence], unknown_in(value))
    listed = ", ".join(f"{word} {percent(share)}" for word, share in shown)
    return Answer(
        f"{blank(sentence)} {said}",
        f"Most likely words in “{sentence}”: {listed}.",
        word_bars(shown, bar=_BAR),
        completion_rows([sentence], found.values),
        fill_line(spec, sentence, targets),
        found.manifest,
        said=said,
    )


def _are_asked(asked: Asked, targets: Sequence[dict[str, Any]]) -> bool:
    """Whether the words to compare are said: typed, or likely in the sentence.

    Those of the kept question stay in their field when another sentence is typed, and nobody
    asked for them there.
    """
    kept = asked.get(KEPT)
    left = kept is not None and not titles.is_changed(asked, kept, "targets")
    return bool(targets) and not (left and unlikely(targets))


def _compared(targets: Sequence[dict[str, Any]]) -> str:
    """The words looked up: as a ratio where two are comparable, else one by one."""
    ratio = ratio_text(targets) if len(targets) < 3 else ""
    if ratio:
        return f"{ratio} (both below {whole_percent(LEAST_LIKELY)})" * unlikely(targets) or ratio
    known = [(each["word"], each["probability"]) for each in targets]
    return ", ".join(f"{in_quotes(word)} {percent(p)}" for word, p in known if p is not None)


KIND = Kind(
    "words",
    (Field("text", "Sentence with ____ or [MASK]"), Field("targets", "Words to compare")),
    answer,
    titles.of_sentence,
)
