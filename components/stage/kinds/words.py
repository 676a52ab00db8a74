"""Live: the words that a model expects in one sentence."""

from __future__ import annotations

from components.frame import session
from components.frame.present.comparison import ratio_text
from components.frame.present.numbers import percent, whole_percent
from components.frame.present.word_bars import word_bars
from components.frame.present.words import shown_word, shown_words
from components.stage.kinds.answer import Answer, Asked, Field, Kind, blank, text, words
from components.stage.kinds.completions import completed, completion_rows, fill_line, mask_count
from engine.core.errors import InputTextError
from engine.core.spec import ModelSpec

_SHOWN = 6  # bars


def answer(spec: ModelSpec, facts: session.Facts, asked: Asked) -> Answer:
    """The most likely words, and two of them compared."""
    sentence = text(asked, "text", "a sentence with [MASK] in place of a word")
    targets = words(asked, "targets", 0, 4, "words to compare")
    found = completed(spec, [sentence], targets)
    if mask_count(found.values[0]) != 1:
        raise InputTextError("Put [MASK] into the sentence once, in place of one word.")
    value = found.values[0]
    ranked = value["predictions"][0][:_SHOWN]
    shown = shown_words(ranked, facts.uncased)
    first = ranked[0]
    expected = shown_word(first["word"], facts.uncased)
    compared = ratio_text(value["targets"])
    said = f"The model's first guess is “{expected}” ({whole_percent(first['probability'])})"
    reading = f"{blank(sentence)} {said}{f'; {compared}' * bool(compared)}."
    listed = ", ".join(f"{word} {percent(share)}" for word, share in shown)
    return Answer(
        reading,
        f"Most likely words in “{sentence}”: {listed}.",
        word_bars(shown),
        completion_rows([sentence], found.values),
        fill_line(spec, sentence, targets),
        found.manifest,
    )


KIND = Kind(
    "words",
    (Field("text", "Sentence with [MASK]"), Field("targets", "Words to compare")),
    answer,
)
