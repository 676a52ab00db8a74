"""Quality of a masked LM on running text: masked tokens of real sentences, found or not.

Of every line a few tokens are asked for, each with only that token masked. Which ones
depends on the seed and the line alone, so models that share a tokenizer answer the same
questions.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.core.errors import InputTextError
from engine.core.families import MASKED
from engine.flow.kinds import check_kind, named
from engine.inference.plan import Row
from engine.inference.runner import distributions
from engine.measures.perplexity.masked import masked_row
from engine.statistics import ratio_bootstrap, wilson

if TYPE_CHECKING:
    import numpy as np

    from engine.models.loading import MaskedLM


SHORTEST = 5  # tokens of text a line needs: fewer leave no context to guess from
_TOGETHER = 64  # lines whose whole distributions are held in memory


@dataclass(frozen=True)
class Answer:
    """How one masked token was found.

    Args:
        log_probability: of the token that stood there, nats.
        rank: its place among the vocabulary, 1 for the first choice.
    """

    log_probability: float
    rank: int


@dataclass(frozen=True)
class Quality:
    """Answers of one model on one text.

    Args:
        top_1: share of masked tokens that were the first choice, with its Wilson interval.
        top_5: the same for the first five choices.
        perplexity: exp of the mean surprise of a masked token; lower is better; interval by
            bootstrap over lines, None for a single line.
        skipped: lines shorter than `SHORTEST` tokens.
    """

    lines: int
    skipped: int
    tokens: int
    top_1: float
    top_1_interval: tuple[float, float]
    top_5: float
    top_5_interval: tuple[float, float]
    perplexity: float
    perplexity_interval: tuple[float, float] | None


def quality(
    lm: MaskedLM, lines: Sequence[str], tokens_per_line: int, max_tokens: int, seed: int
) -> Quality:
    """Mask tokens of every line and count how many the model finds.

    Args:
        tokens_per_line: asked for, one after another.
        max_tokens: of a line's beginning, special ones included; the rest is not read.
        seed: of the choice of tokens, and of the bootstrap.
    """
    check_kind(named(lm.model), MASKED, "accuracy at masked words")
    asked = [
        questions(lm, line, tokens_per_line, max_tokens, random.Random(f"{seed}/{number}"))
        for number, line in enumerate(lines)
    ]
    kept = [rows for rows in asked if rows]
    if not kept:
        raise InputTextError(f"No line has {SHORTEST} tokens; give running text.")
    answers: list[list[Answer]] = []
    for start in range(0, len(kept), _TOGETHER):
        answers += _answers(lm, kept[start : start + _TOGETHER])
    return summary(answers, len(asked) - len(kept), seed)


def questions(
    lm: MaskedLM, line: str, tokens_per_line: int, max_tokens: int, draw: random.Random
) -> list[Row]:
    """Rows that each mask one token of a line and ask for it; none if the line is too short."""
    length = min(max_tokens, lm.model.max_length)
    ids = tuple(lm.tokenizer(line, truncation=True, max_length=length)["input_ids"])
    special = set(lm.tokenizer.all_special_ids)
    text = [position for position, token in enumerate(ids) if token not in special]
    if len(text) < SHORTEST:
        return []
    asked = sorted(draw.sample(text, min(tokens_per_line, len(text))))
    return [masked_row(ids, position, lm.tokenizer.mask_token_id) for position in asked]


def _answers(lm: MaskedLM, lines: list[list[Row]]) -> list[list[Answer]]:
    found = iter(distributions(lm, [row for rows in lines for row in rows]))
    return [[_answer(row, next(found)[0]) for row in rows] for rows in lines]


def _answer(row: Row, log_probs: np.ndarray) -> Answer:
    score = log_probs[row.targets[0]]
    return Answer(float(score), 1 + int((log_probs > score).sum()))


def summary(answers: Sequence[Sequence[Answer]], skipped: int, seed: int) -> Quality:
    """Accuracies and perplexity of answered lines.

    Args:
        answers: [line][masked token].
    """
    every = [answer for line in answers for answer in line]
    if not every:
        raise ValueError("no answers to sum up")
    first = sum(answer.rank == 1 for answer in every)
    five = sum(answer.rank <= 5 for answer in every)
    surprise = [-math.fsum(answer.log_probability for answer in line) for line in answers]
    interval = ratio_bootstrap(surprise, [len(line) for line in answers], seed)
    return Quality(
        lines=len(answers),
        skipped=skipped,
        tokens=len(every),
        top_1=first / len(every),
        top_1_interval=wilson(first, len(every)),
        top_5=five / len(every),
        top_5_interval=wilson(five, len(every)),
        perplexity=math.exp(math.fsum(surprise) / len(every)),
        perplexity_interval=None
        if interval is None
        else (math.exp(interval[0]), math.exp(interval[1])),
    )


# --- running text -------------------------------------------------------------------------
# Lines of running text to test a model on: WikiText's own spacing undone, headings left out.

# Shorter lines of WikiText are verses, list entries and remains of tables.
_PARAGRAPH = 200  # characters

_HEADING = re.compile(r"=( =)* .+ =( =)*")
# WikiText writes inner signs as ` @-@ ` and sets every other sign between spaces.
_INNER = re.compile(r" @([-,.])@ ")
_QUOTED = re.compile(r'" ([^"]*?) "')
_CLOSING = re.compile(r" ([,.;:!?%)\]]|'(?:s|t|d|m|re|ve|ll)\b|n't\b)")
_OPENING = re.compile(r"([(\[$£€]) ")


def is_wikitext(lines: Sequence[str]) -> bool:
    """Whether these lines are in WikiText's format."""
    return any(_INNER.search(line) or _HEADING.fullmatch(line.strip()) for line in lines)


def wikitext_paragraphs(lines: Sequence[str]) -> list[str]:
    """Paragraphs of WikiText as people write them; no headings, none with `<unk>` in it."""
    whole = (line for line in lines if "<unk>" not in line and not _HEADING.fullmatch(line.strip()))
    return [line for line in map(detokenised, whole) if len(line) >= _PARAGRAPH]


def detokenised(line: str) -> str:
    """One line of WikiText with its signs joined to the words again."""
    line = _INNER.sub(r"\1", line)
    line = _QUOTED.sub(r'"\1"', line)
    return _OPENING.sub(r"\1", _CLOSING.sub(r"\1", line)).strip()
