"""Completion of many prompts: the likeliest token and the likeliest words for one masked word.

What `completion` gives for a sentence that somebody reads, this gives for thousands that are
judged: a few words each, and no vocabulary of numbers is kept. Probabilities are over the
model's whole vocabulary and are never renormalised. Word pieces, punctuation and special
tokens are no words; the likeliest token may be any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.core.mask_token import MASK, masks_in
from engine.flow.asking import Ask
from engine.flow.kinds import named
from engine.flow.registry import suits
from engine.flow.shapes import Problem
from engine.inference.likeliest import Likeliest, PlaceRow, likeliest
from engine.inference.runner import run_rows
from engine.inference.text import encode, mask_positions, with_model_masks
from engine.inference.vocabulary import Vocabulary, vocabulary_of
from engine.measures.arena.judged import Filling
from engine.measures.arena.settings import RAW, Settings
from engine.measures.arena.value import PromptCompletionValue
from engine.prompts.prompt import Prompt

if TYPE_CHECKING:
    from torch import Tensor

    from engine.flow.asking import Measurement
    from engine.models.loading import MaskedLM


WORDS = 10  # kept of each prompt, so that reports of up to so many words share their values
_DIGITS = 9  # all that float32 holds


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
    suits("prompt_completion", named(lm.model), items, params)
    check_mask(lm.tokenizer)
    vocabulary = vocabulary_of(lm.tokenizer, lm.model.vocabulary)
    asked = [asked_place(lm, vocabulary, item["text"]) for item in items]
    groups = [[] if isinstance(row, str) else [row] for row in asked]
    top_k = params["top_k"]
    # Some spellings come twice, as a token that starts a word and as one that does not.
    score = partial(likeliest, allowed=word_tokens(lm, vocabulary), top_k=2 * top_k)
    found = run_rows(lm, groups, score)
    return [
        {"problem": row} if isinstance(row, str) else _value(vocabulary, row.bare, top_k, read[0])
        for row, read in zip(asked, found, strict=True)
    ]


def check_mask(tokenizer: Any) -> None:
    """Refuse a model that cannot fill in a masked word."""
    with_model_masks("[MASK]", tokenizer)


def asked_place(lm: MaskedLM, vocabulary: Vocabulary, text: str) -> PlaceRow | str:
    """The row of a prompt, or why there is none."""
    if masks_in(text) > 1:
        return f"{masks_in(text)} words are masked in the sentence; there must be exactly one."
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


def word_tokens(lm: MaskedLM, vocabulary: Vocabulary) -> Tensor:
    """[2, vocabulary] bool: whole words, where a bare token starts one and where not."""
    import numpy as np
    import torch

    # A space, and a place after a sign, stand for all places of the two kinds.
    inside = vocabulary.initial(" ")
    bare = vocabulary.initial("(")
    return torch.from_numpy(np.stack([inside, bare])).to(lm.model.device)


def _value(
    vocabulary: Vocabulary, bare: bool, top_k: int, read: Likeliest
) -> PromptCompletionValue | Problem:
    if read.first is None:
        return {"problem": "The model gave no finite number for this sentence."}
    token, probability = read.first
    words: dict[str, list[Any]] = {}
    for number, share in read.words:
        word = vocabulary.word(number)
        words.setdefault(word, [word, vocabulary.tokens[number], short_share(share)])
    return {
        "first": {
            "token": vocabulary.tokens[token],
            "word": vocabulary.word(token),
            "kind": vocabulary.kind(token, bare),
            "probability": short_share(probability),
        },
        "words": list(words.values())[:top_k],
    }


def short_share(probability: float) -> float:
    """A probability with all digits that float32 holds, and no more."""
    return float(f"{probability:.{_DIGITS}g}")


# --- filling ------------------------------------------------------------------------------
# From prompts to the completions that are judged, a bounded number of prompts at a time.

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


def complete_prompts(
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
