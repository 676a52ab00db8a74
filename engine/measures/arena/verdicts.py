"""All completions of a report are judged, one evaluator after another, in bounded pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import Any

from engine.core.errors import BiascopeError, first_line
from engine.evaluators import judging
from engine.evaluators.judging import Classify
from engine.evaluators.suite import Completed, Evaluator, Suite, Verdict, failed_verdict
from engine.measures.arena.completion import Progress
from engine.measures.arena.judged import Filling
from engine.prompts.prompt import Prompt

CHUNK = 2048  # sentences that an evaluator is given at once
Judge = Callable[[Sequence[Any]], list[Verdict]]


def judge_fillings(
    suite: Suite,
    prompts: Sequence[Prompt],
    fillings: Sequence[Sequence[Filling]],
    classify: Classify | None,
    on_progress: Progress,
) -> tuple[dict[str, list[list[Verdict]]], dict[str, list[Verdict]]]:
    """What every evaluator says of every completion, and of the prompts with a neutral word.

    Equal sentences are judged once. An evaluator is done with both before the next one begins, so
    that no classifier is loaded twice.

    Args:
        prompts: as the model saw them.
        fillings: [prompt] its completions.

    Returns:
        Name of the evaluator -> [prompt][completion], and -> [prompt].
    """
    verdicts, baseline = {}, {}
    for evaluator in suite.evaluators:
        verdicts[evaluator.name] = verdicts_of(evaluator, prompts, fillings, classify, on_progress)
        neutral = partial(judging.baseline, evaluator, classify=classify)
        stage = f"neutral sentences judged by {evaluator.name}"
        baseline[evaluator.name] = _each(neutral, prompts, stage, on_progress)
    return verdicts, baseline


def verdicts_of(
    evaluator: Evaluator,
    prompts: Sequence[Prompt],
    fillings: Sequence[Sequence[Filling]],
    classify: Classify | None,
    on_progress: Progress,
) -> list[list[Verdict]]:
    """What one evaluator says of every completion, [prompt][completion]."""
    asked = [
        Completed(prompt, filling.word)
        for prompt, words in zip(prompts, fillings, strict=True)
        for filling in words
    ]
    judge = partial(judging.judge, evaluator, classify=classify)
    given = iter(_each(judge, asked, f"sentences judged by {evaluator.name}", on_progress))
    return [list(islice(given, len(words))) for words in fillings]


def _each(judge: Judge, items: Sequence[Any], stage: str, on_progress: Progress) -> list[Verdict]:
    """One verdict an item; equal verdicts are kept once."""
    distinct = list(dict.fromkeys(items))
    kept: dict[tuple[Any, ...], Verdict] = {}
    found: dict[Any, Verdict] = {}
    on_progress(stage, 0, len(distinct))
    for start in range(0, len(distinct), CHUNK):
        part = distinct[start : start + CHUNK]
        for item, verdict in zip(part, _verdicts(judge, part), strict=True):
            found[item] = kept.setdefault(tuple(verdict.items()), verdict)
        on_progress(stage, start + len(part), len(distinct))
    return [found[item] for item in items]


def _verdicts(judge: Judge, items: Sequence[Any]) -> list[Verdict]:
    """Verdicts on some items, also where an evaluator breaks down at a few of them."""
    try:
        return judge(items)
    except BiascopeError:
        raise
    except Exception:
        found = [_alone(judge, item) for item in items]
        if all("problem" in verdict for verdict in found):
            raise
        return found


def _alone(judge: Judge, item: Any) -> Verdict:
    try:
        return judge([item])[0]
    except Exception as error:
        return failed_verdict(
            f"It failed on this sentence ({type(error).__name__}: {first_line(error)})."
        )
