"""From prompts to the completions that are judged, a bounded number of prompts at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.flow.asking import Ask
from engine.measures.arena.completion import completion_params
from engine.measures.arena.judged import Filling
from engine.measures.arena.settings import RAW, Settings
from engine.prompts.prompt import Prompt

if TYPE_CHECKING:
    from engine.flow.asking import Measurement

# What a long piece of work tells about itself: (stage, finished, all).
Progress = Callable[[str, int, int], None]

MEASURE = "prompt_completion"
COMPLETIONS = "completions"  # the stage, as it is counted
CHUNK = 4096  # prompts whose words are held at once beside what is kept of them


def completion_items(prompts: Sequence[Prompt], settings: Settings) -> list[dict[str, str]]:
    """What the measure is asked, one item a prompt."""
    return [{"text": entry.sentence} for entry in as_asked(prompts, settings)]


def as_asked(prompts: Sequence[Prompt], settings: Settings) -> list[Prompt]:
    """Prompts as the model sees them: with quotation marks around the mask, or as they are."""
    return [entry.quoted() for entry in prompts] if settings.quoted else list(prompts)


def filled(
    ask: Ask, prompts: Sequence[Prompt], settings: Settings, on_progress: Progress
) -> tuple[list[list[Filling]], tuple[str, ...]]:
    """The completions of all prompts, and warnings for the user.

    Prompts of one length share batches, and a batch that is not full costs as much as a full one:
    so they are asked by length. A value does not depend on that.

    Args:
        ask: (measure, items, params) -> measurement, on the model that fills.

    Returns:
        [prompt] its completions, none where the model gave no word.
    """
    items = completion_items(prompts, settings)
    order = sorted(range(len(items)), key=lambda place: by_length(items[place]))
    found: list[list[Filling]] = [[] for _ in items]
    warnings: dict[str, None] = {}
    words: dict[str, str] = {}  # one string for each word, however often it is given
    params = completion_params(settings.top_k)
    on_progress(COMPLETIONS, 0, len(items))
    for start in range(0, len(order), CHUNK):
        part = order[start : start + CHUNK]
        measured = ask(MEASURE, [items[place] for place in part], params)
        for place, fillings in zip(part, fillings_of(measured.values, settings), strict=True):
            found[place] = [_shared(filling, words) for filling in fillings]
        warnings |= dict.fromkeys(measured.warnings)
        on_progress(COMPLETIONS, start + len(part), len(items))
    return found, tuple(warnings)


def asked_once(ask: Ask, prompts: Sequence[Prompt], settings: Settings) -> Ask:
    """Ask for the words of all prompts at once, and give what answers for parts of them.

    For a subset whose words fit into memory together.
    """
    items = sorted(completion_items(prompts, settings), key=by_length)
    measured = ask(MEASURE, items, completion_params(settings.top_k))
    values = {item["text"]: value for item, value in zip(items, measured.values, strict=True)}

    def answer(_name: str, part: list[Any], _params: dict[str, Any]) -> Measurement:
        return replace(measured, values=[values[item["text"]] for item in part])

    return answer


def by_length(item: dict[str, str]) -> tuple[int, int]:
    """What items are sorted by: words, which say more of tokens than characters do."""
    text = item["text"]
    return text.count(" "), len(text)


def fillings_of(values: Sequence[Any], settings: Settings) -> list[list[Filling]]:
    """The completions that a variant judges, out of the values of `prompt_completion`.

    Returns:
        [prompt] completions whose weights add up to 1; none where there is no word.

    Source: METHODS, Arena: fill.
    """
    return [_fillings(value, settings) for value in values]


def _fillings(value: dict[str, Any], settings: Settings) -> list[Filling]:
    if "problem" in value:
        return []
    if settings.fill == RAW:
        first = value["first"]
        if not first["word"]:
            return []
        return [Filling(first["word"], first["token"], first["probability"], 1.0)]
    words = [entry for entry in value["words"] if entry[0]][: settings.top_k]
    total = sum(probability for _, _, probability in words)
    if total <= 0:  # none of them can be given more weight than another
        return [Filling(word, token, share, 1 / len(words)) for word, token, share in words]
    return [Filling(word, token, share, share / total) for word, token, share in words]


def _shared(filling: Filling, words: dict[str, str]) -> Filling:
    word = words.setdefault(filling.word, filling.word)
    token = words.setdefault(filling.token, filling.token)
    return Filling(word, token, filling.probability, filling.weight)
