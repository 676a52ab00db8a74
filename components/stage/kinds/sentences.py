"""Live: the same words in two sentences that differ in one, such as a profession."""

from __future__ import annotations

from components.frame import session
from components.frame.present.numbers import whole_percent
from components.stage.charts.shares import grouped_shares
from components.stage.kinds import titles
from components.stage.kinds.answer import (
    Answer,
    Asked,
    Field,
    Kind,
    gap_text,
    unknown_words,
    with_notes,
    words,
)
from components.stage.kinds.completions import (
    completed,
    completion_rows,
    fill_line,
    shares,
    unknown_in,
)
from engine.core.spec import ModelSpec


def answer(spec: ModelSpec, facts: session.Facts, asked: Asked) -> Answer:
    """The probability of a few words in both sentences."""
    sentences = [gap_text(asked, name, f"The {name} sentence") for name in ("first", "second")]
    targets = words(asked, "targets", 1, 4, "words to compare")
    found = completed(spec, sentences, targets)
    first, second = (shares(value) for value in found.values)
    known = [word for word in targets if word in first and word in second]
    unknown = unknown_in(*found.values)
    if not known:
        raise unknown_words(unknown)
    said = f"{', '.join(_change(word, first[word], second[word]) for word in known)}."
    return Answer(
        with_notes(f"From the first sentence to the second, {said}", spec, sentences, unknown),
        f"Probability of words in “{sentences[0]}” and in “{sentences[1]}”. {said}",
        grouped_shares({sentences[0]: first, sentences[1]: second}, known),
        completion_rows(sentences, found.values),
        "\n".join(fill_line(spec, sentence, targets) for sentence in sentences),
        found.manifest,
    )


def _change(word: str, first: float, second: float) -> str:
    """How a share changes, as it is read aloud."""
    before, after = whole_percent(first), whole_percent(second)
    if before == after:
        return f"“{word}” stays at {before}"
    return f"“{word}” {'rises' if second > first else 'falls'} from {before} to {after}"


KIND = Kind(
    "sentences",
    (
        Field("first", "First sentence"),
        Field("second", "Second sentence"),
        Field("targets", "Words to compare"),
    ),
    answer,
    titles.of_sentences,
)
