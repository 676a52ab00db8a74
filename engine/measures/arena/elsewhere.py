"""Completions that were made elsewhere, judged as those of the Arena's own models are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from engine.core.errors import InputTextError
from engine.evaluators.judging import Classify
from engine.evaluators.suite import LEXICON, STEREOTYPES, Suite
from engine.measures.arena.filling import Progress
from engine.measures.arena.judged import Filling, Judged
from engine.measures.arena.settings import Settings
from engine.measures.arena.verdicts import failed, judged_by, verdicts_of
from engine.prompts.completions import Given
from engine.prompts.prompt import PromptSet

_OF_WORDS = (LEXICON, STEREOTYPES)
NO_WORD = (
    "It judges a word, and a whole sentence does not say which one was put in; give masked "
    "sentences and a column completion."
)


def judged_elsewhere(
    name: str,
    given: Sequence[Given],
    suite: Suite,
    settings: Settings,
    classify: Classify | None,
    on_progress: Progress,
) -> dict[str, Judged]:
    """The completions of a file, by the model that made them.

    Several completions of one prompt share its weight. Of whole sentences each stands for itself;
    evaluators of words do not judge those, and there is no neutral sentence to compare with.

    Args:
        name: of the file.
        given: as `read_completions` gives them.
        classify: as `run.run`.

    Returns:
        Model (empty where the file names none) -> its prompts, completions and verdicts.
    """
    whole = any(entry.whole for entry in given)
    if whole and all(entry.kind in _OF_WORDS for entry in suite.counting):
        raise InputTextError(
            f"The evaluators of the suite {suite.name} judge words, and {name} has whole sentences;"
            " give masked sentences and a column completion, or choose another suite."
        )
    order = list(dict.fromkeys(entry.prompt for entry in given))
    found = {}
    for model in dict.fromkeys(entry.model for entry in given):
        own = [entry for entry in given if entry.model == model]
        parts = [[entry] for entry in own] if whole else _by_prompt(own, order)
        prompts = PromptSet(name, "", tuple(part[0].prompt for part in parts))
        fillings = [_fillings(part) for part in parts]
        found[model] = _judged(prompts, fillings, suite, settings, classify, on_progress, whole)
    return found


def _by_prompt(own: Sequence[Given], order: Sequence[object]) -> list[list[Given]]:
    """One model's completions of each prompt, in the order in which the file names prompts."""
    found: dict[object, list[Given]] = {}
    for entry in own:
        found.setdefault(entry.prompt, []).append(entry)
    return [found[prompt] for prompt in order if prompt in found]


def _fillings(part: Sequence[Given]) -> list[Filling]:
    words = [entry.word for entry in part if entry.word]
    return [Filling(word, "", math.nan, 1 / len(words)) for word in words]


def _judged(
    prompts: PromptSet,
    fillings: list[list[Filling]],
    suite: Suite,
    settings: Settings,
    classify: Classify | None,
    on_progress: Progress,
    whole: bool,
) -> Judged:
    if not whole:
        asked = prompts.prompts
        verdicts, baseline = judged_by(suite, asked, fillings, classify, on_progress)
        return Judged(prompts, suite, settings, fillings, verdicts, baseline)
    found = {
        entry.name: [[failed(NO_WORD)] * len(words) for words in fillings]
        if entry.kind in _OF_WORDS
        else verdicts_of(entry, prompts.prompts, fillings, classify, on_progress)
        for entry in suite.evaluators
    }
    shown = tuple(
        replace(prompt, sentence=words[0].word if words else prompt.sentence)
        for prompt, words in zip(prompts.prompts, fillings, strict=True)
    )
    return Judged(replace(prompts, prompts=shown), suite, settings, fillings, found)
