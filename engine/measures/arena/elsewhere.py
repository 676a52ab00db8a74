"""Completions that were made elsewhere are judged as those of the Arena's own models are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from engine.core.errors import InputTextError
from engine.evaluators.judging import Classify
from engine.evaluators.suite import LEXICON, STEREOTYPES, Suite, Verdict, failed_verdict
from engine.measures.arena.completion import Progress
from engine.measures.arena.judged import Filling, Judged
from engine.measures.arena.settings import ArenaSettings
from engine.measures.arena.verdicts import judge_fillings, verdicts_of
from engine.prompts.completions import Given
from engine.prompts.prompt import Prompt, PromptSet

_OF_WORDS = (LEXICON, STEREOTYPES)
WHOLE_SENTENCE = (
    "It judges a word, and a whole sentence does not say which one was put in; give "
    "sentences with a blank and a column completion."
)


def judge_given(
    name: str,
    given: Sequence[Given],
    suite: Suite,
    settings: ArenaSettings,
    classify: Classify | None,
    on_progress: Progress,
) -> dict[str, Judged]:
    """The completions of a file, by the model that made them.

    Several completions of one prompt share its weight, also where they were joined to it. Of
    other whole sentences each stands for itself. Evaluators of words judge no whole sentence, and
    there is no neutral one to compare it with.

    Returns:
        Model (empty where the file names none) -> its prompts, completions and verdicts.
    """
    whole = any(entry.whole for entry in given)
    if whole and all(entry.kind in _OF_WORDS for entry in suite.counting):
        raise InputTextError(
            f"The evaluators of the suite {suite.name} judge words, and {name} has whole sentences;"
            " give sentences with a blank and a column completion, or choose another suite."
        )
    named = dict.fromkeys(map(_asked, given))
    order = {prompt: place for place, prompt in enumerate(named)}
    found = {}
    for model in dict.fromkeys(entry.model for entry in given):
        own = [entry for entry in given if entry.model == model]
        if whole and not own[0].asked:
            parts = [[entry] for entry in own]
        else:
            own.sort(key=lambda entry: order[_asked(entry)])
            parts = [[*part] for _, part in groupby(own, key=_asked)]
        prompts = tuple(part[0].prompt for part in parts)
        fillings = [_fillings(part) for part in parts]
        judge = _judge_whole if whole else judge_fillings
        verdicts, baseline = judge(suite, prompts, fillings, classify, on_progress)
        if whole:
            prompts = tuple(_as_named(*both) for both in zip(parts, fillings, strict=True))
        chosen = PromptSet(name, "", prompts)
        found[model] = Judged(chosen, suite, settings, fillings, verdicts, baseline)
    return found


def _asked(entry: Given) -> Prompt:
    """The prompt that a completion is one of."""
    return replace(entry.prompt, sentence=entry.asked) if entry.asked else entry.prompt


def _as_named(part: Sequence[Given], words: Sequence[Filling]) -> Prompt:
    """The prompt of whole sentences as a report has it: what they begin with, or the sentence."""
    if part[0].asked or not words:
        return _asked(part[0])
    return replace(part[0].prompt, sentence=words[0].word)


def _fillings(part: Sequence[Given]) -> list[Filling]:
    words = [entry.word for entry in part if entry.word]
    return [Filling(word, "", math.nan, 1 / len(words)) for word in words]


def _judge_whole(
    suite: Suite,
    prompts: Sequence[Prompt],
    fillings: Sequence[Sequence[Filling]],
    classify: Classify | None,
    on_progress: Progress,
) -> tuple[dict[str, list[list[Verdict]]], dict[str, list[Verdict]]]:
    """As `judge_fillings`, of whole sentences."""
    verdicts = {
        entry.name: [[failed_verdict(WHOLE_SENTENCE)] * len(words) for words in fillings]
        if entry.kind in _OF_WORDS
        else verdicts_of(entry, prompts, fillings, classify, on_progress)
        for entry in suite.evaluators
    }
    return verdicts, {}
