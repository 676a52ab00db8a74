"""Completion of many prompts: the likeliest token and the likeliest words for one masked word.

What `completion` gives for a sentence that somebody reads, this gives for thousands that are
judged: a few words each, and no vocabulary of numbers is kept. Probabilities are over the
model's whole vocabulary and are never renormalised. Word pieces, punctuation and special
tokens are no words; the likeliest token may be any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from sys import intern
from typing import TYPE_CHECKING, Any, TypeVar

from engine.core.errors import InputTextError
from engine.core.mask_token import MASK, masks_in
from engine.core.wording import counted
from engine.flow.asking import Ask
from engine.flow.kinds import named
from engine.flow.registry import suits
from engine.flow.shapes import Problem
from engine.inference.likeliest import Likeliest, PlaceRow, likeliest
from engine.inference.runner import run_rows
from engine.inference.text import encode, mask_positions, with_model_masks
from engine.inference.vocabulary import Vocabulary, vocabulary_of
from engine.measures.arena.judged import Filling
from engine.measures.arena.settings import RAW, ArenaSettings
from engine.measures.arena.value import PromptCompletionValue
from engine.prompts.prompt import Prompt

if TYPE_CHECKING:
    from torch import Tensor

    from engine.flow.asking import Measurement
    from engine.models.loading import MaskedLM


MEASURE = "prompt_completion"
WORDS = 10  # kept of each prompt, so that reports of up to so many words share their values
_DIGITS = 9  # all that float32 holds
Value = TypeVar("Value")


def completion_params(top_k: int) -> dict[str, Any]:
    """Parameters of the measure for a report that judges `top_k` words of a prompt."""
    return {"top_k": max(WORDS, top_k)}


def prompt_completions(
    lm: MaskedLM, items: Sequence[dict[str, str]], params: dict[str, Any]
) -> list[PromptCompletionValue | Problem]:
    """Likeliest token and likeliest words for the masked word of each prompt.

    Args:
        items: `{"text": ...}` with exactly one `[MASK]`.
        params: `top_k`, words kept of each.

    Returns:
        For each prompt `first` (token, word, kind, probability) and `words` ([word, token,
        probability], likeliest first, each spelling once); `problem`, one sentence, where it
        cannot be read.

    Source: METHODS, Arena: fill.
    """
    suits(MEASURE, named(lm.model), items, params)
    return read_masks(lm, items, params["top_k"], _value)


def _value(
    vocabulary: Vocabulary, read: Likeliest, bare: bool, top_k: int
) -> PromptCompletionValue:
    token, probability = read.tokens[0]
    return {
        "first": {
            "token": vocabulary.tokens[token],
            "word": vocabulary.word(token),
            "kind": vocabulary.kind(token, bare),
            "probability": _short_share(probability),
        },
        "words": different_words(vocabulary, read.words, top_k),
    }


def read_masks(
    lm: MaskedLM,
    items: Sequence[dict[str, str]],
    top_k: int,
    value: Callable[[Vocabulary, Likeliest, bool, int], Value],
    any_k: int = 1,
) -> list[Value | Problem]:
    """The values of texts with one mask each; a problem where one cannot be read.

    Args:
        value: makes one of what the model expects, given whether a bare token starts a word there.
        any_k: tokens of the whole vocabulary that are read.
    """
    with_model_masks("[MASK]", lm.tokenizer)  # refuses a model that cannot fill in a masked word
    vocabulary = vocabulary_of(lm.tokenizer, lm.model.vocabulary)
    asked = [_asked_place(lm, vocabulary, item["text"]) for item in items]
    groups = [[] if isinstance(row, str) else [row] for row in asked]
    # Some spellings come twice, as a token that starts a word and as one that does not.
    allowed = _word_tokens(lm, vocabulary)
    score = partial(likeliest, allowed=allowed, top_k=2 * top_k, any_k=any_k)
    found: list[Value | Problem] = []
    for row, reads in zip(asked, run_rows(lm, groups, score), strict=True):
        if isinstance(row, str):
            found.append({"problem": row})
        elif reads[0].first is None:
            found.append({"problem": "The model gave no finite number for this sentence."})
        else:
            found.append(value(vocabulary, reads[0], row.bare, top_k))
    return found


def _asked_place(lm: MaskedLM, vocabulary: Vocabulary, text: str) -> PlaceRow | str:
    """The row of a prompt, or why there is none."""
    if masks_in(text) > 1:
        return f"The sentence has {counted(masks_in(text), 'blank')}; there must be exactly one."
    try:
        masked = with_model_masks(text, lm.tokenizer)
        encoded = encode(lm.tokenizer, masked, lm.model.max_length)
    except InputTextError as error:
        return str(error)
    places = mask_positions(encoded, lm.tokenizer)
    if len(places) != 1:
        return "The sentence writes the model's own mask token beside [MASK]; take it out."
    before = MASK.split(text, maxsplit=1)[0]
    return PlaceRow(encoded.ids, tuple(places), bare=vocabulary.starts_bare(before))


def _word_tokens(lm: MaskedLM, vocabulary: Vocabulary) -> Tensor:
    """[2, vocabulary] bool: whole words, where a bare token starts one and where not."""
    import numpy as np
    import torch

    # A space, and a place after a sign, stand for all places of the two kinds.
    inside = vocabulary.initial(" ")
    bare = vocabulary.initial("(")
    return torch.from_numpy(np.stack([inside, bare])).to(lm.model.device)


def entries_of(
    vocabulary: Vocabulary, found: Iterable[tuple[int, float]], as_piece: bool = False
) -> list[list[Any]]:
    """[word, token, probability] of each token.

    Args:
        as_piece: keep the sign of a piece of a longer word (`##ing`), so that it is not taken for
            a word.
    """
    marked = as_piece and vocabulary.marker is None
    return [
        [
            vocabulary.tokens[number] if marked else vocabulary.word(number),
            vocabulary.tokens[number],
            _short_share(share),
        ]
        for number, share in found
    ]


def different_words(
    vocabulary: Vocabulary, found: Iterable[tuple[int, float]], top_k: int
) -> list[list[Any]]:
    """The first `top_k` entries of different words."""
    words: dict[str, list[Any]] = {}
    for entry in entries_of(vocabulary, found):
        words.setdefault(entry[0], entry)
    return list(words.values())[:top_k]


def _short_share(probability: float) -> float:
    """A probability with all digits that float32 holds, and no more."""
    return float(f"{probability:.{_DIGITS}g}")


# --- filling ------------------------------------------------------------------------------
# From prompts to the completions that are judged, a bounded number of prompts at a time.

# What a long piece of work tells about itself: (stage, finished, all).
Progress = Callable[[str, int, int], None]

COMPLETIONS = "completions"  # the stage, as it is counted
CHUNK = 4096  # prompts whose words are held at once beside what is kept of them


def completion_items(prompts: Sequence[Prompt], settings: ArenaSettings) -> list[dict[str, str]]:
    """What the measure is asked, one item a prompt."""
    return [{"text": entry.sentence} for entry in as_asked(prompts, settings)]


def as_asked(prompts: Sequence[Prompt], settings: ArenaSettings) -> list[Prompt]:
    """Prompts as the model sees them: with quotation marks around the mask, or as they are."""
    return [entry.quoted() for entry in prompts] if settings.quoted else list(prompts)


def complete_prompts(
    ask: Ask, prompts: Sequence[Prompt], settings: ArenaSettings, on_progress: Progress
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
    params = completion_params(settings.top_k)
    on_progress(COMPLETIONS, 0, len(items))
    for start in range(0, len(order), CHUNK):
        part = order[start : start + CHUNK]
        measured = ask(MEASURE, [items[place] for place in part], params)
        for place, value in zip(part, measured.values, strict=True):
            found[place] = fillings_of(value, settings)
        warnings |= dict.fromkeys(measured.warnings)
        on_progress(COMPLETIONS, start + len(part), len(items))
    return found, tuple(warnings)


def asked_once(ask: Ask, prompts: Sequence[Prompt], settings: ArenaSettings) -> Ask:
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


def fillings_of(value: dict[str, Any], settings: ArenaSettings) -> list[Filling]:
    """The completions that a variant judges, out of a value of `prompt_completion`.

    Returns:
        Completions whose weights add up to 1; none where there is no word.

    Source: METHODS, Arena: fill.
    """
    if "problem" in value:
        return []
    if settings.fill == RAW:
        first = value["first"]
        words = [(first["word"], first["token"], first["probability"])] * bool(first["word"])
    else:
        words = [entry for entry in value["words"] if entry[0]][: settings.top_k]
    total = sum(share for _, _, share in words)
    # Where none has a probability, none can be given more weight than another. There is one string
    # for each word, however often it is given.
    return [
        Filling(intern(word), intern(token), share, share / total if total > 0 else 1 / len(words))
        for word, token, share in words
    ]
