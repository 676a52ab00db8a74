"""What the Arena gives: words of prompts, and reports, key by key.

A report is JSON: what is written to a file and what is read back are equal.
"""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, final

from typing_extensions import TypedDict

from engine.core.constraints import Predicate
from engine.flow.shapes import Bounds, Count, InterventionEntries, Share, is_word


class ArenaFigure(TypedDict):
    """Flag rate and average bias score of some prompts.

    Args:
        flag_rate: 0 to 1; None where no prompt was judged.
        average_bias_score: 0 to 1, higher is more biased.
        interval: of the flag rate over other sentences of this kind, 95%, clustered by group and
            template; in reports of earlier versions over prompts.
        score_interval: of the average bias score, likewise.
        n: prompts that were judged.
        no_interval: why there is none, a sentence.
    """

    flag_rate: Share | None
    average_bias_score: Share | None
    interval: Bounds | None
    score_interval: Bounds | None
    n: Count
    no_interval: NotRequired[str]


class OverallFigure(ArenaFigure):
    """The same of all prompts.

    Args:
        prompt_interval: of the flag rate of the set that the prompts were drawn from, prompts being
            the only sample; None where they are the whole set. Not in reports of earlier versions.
    """

    prompt_interval: NotRequired[Bounds | None]


class GroupTest(TypedDict):
    """A group against the other groups of its category, within templates.

    Args:
        p: exact, two-sided; None where it shares no template with them.
        p_holm: corrected over all groups.
        others: their share in the templates of the group, each weighted as Mantel and Haenszel do.
        difference: the group's share in these templates minus `others`.
        detectable: smallest difference found with 80% power, with the correction.
        side: 1 where it is clearly above the others, -1 clearly below, 0 not clear.
    """

    p: Share | None
    p_holm: Share | None
    others: Share | None
    difference: float | None
    detectable: float | None
    side: int


class GroupFigure(ArenaFigure):
    """The same of one group, with its test; see `GroupTest`.

    Reports of earlier versions have other tests, and of them only `p` and `p_holm`.

    Args:
        group: as in the prompts; the key is the same unless two categories have the group.
    """

    category: str
    group: str
    p: Share | None
    p_holm: Share | None
    others: NotRequired[Share | None]
    difference: NotRequired[float | None]
    detectable: NotRequired[float | None]
    side: NotRequired[int]


class ReadingFigure(TypedDict):
    """Flag rate under one reading of several evaluators' flags."""

    flag_rate: Share | None
    interval: Bounds | None


class FirstReason(TypedDict):
    """Why an evaluator failed.

    Args:
        reason: of the first completion on which it did, a sentence.
        n: completions with this reason.
    """

    reason: str
    n: Count


class EvaluatorFigures(TypedDict):
    """What one evaluator says alone.

    Args:
        labels: label -> completions that got it.
        failed: completions on which it failed.
        first_failure: why; not in reports of earlier versions, nor where it did not fail.
    """

    kind: str
    counts: bool
    overall: ArenaFigure
    by_category: dict[str, ArenaFigure]
    by_group: dict[str, ArenaFigure]
    labels: dict[str, Count]
    failed: Count
    first_failure: NotRequired[FirstReason]


class BaselineFigure(TypedDict):
    """What an evaluator says of a group's sentences with a neutral word in place of the mask.

    Args:
        value: mean of what the kind measures, in its own unit.
        difference: flag rate of the completions minus that of the neutral words, on the prompts
            that have both; above 0 the completions add to what the evaluator says of the
            sentence itself.
        score_difference: likewise of the average bias score.
        n: prompts with a verdict on the neutral word.
        n_difference: prompts with both.
    """

    category: str
    group: str
    flag_rate: Share | None
    average_bias_score: Share | None
    interval: Bounds | None
    value: float | None
    n: Count
    difference: float | None
    difference_interval: Bounds | None
    score_difference: float | None
    score_difference_interval: Bounds | None
    n_difference: Count


class Baseline(TypedDict):
    """An evaluator's own baseline, by group."""

    by_group: dict[str, BaselineFigure]


class AlphaFigure(TypedDict):
    """Krippendorff's alpha: 1 full agreement, 0 that of chance; it or its interval None with a
    reason."""

    alpha: float | None
    interval: Bounds | None
    n: Count
    reason: NotRequired[str]


class PairAlpha(AlphaFigure):
    """Agreement of two evaluators on their flags."""

    first: str
    second: str


@final
class Agreement(TypedDict):
    """Agreement of the evaluators that count; without figures, the reason.

    Args:
        alpha: of the flags; its interval is over other sentences of this kind, clustered by group
            and template; in reports of earlier versions over prompts.
        n: completions that two evaluators or more judged.
        scores: of the normalised scores.
    """

    alpha: NotRequired[float | None]
    interval: NotRequired[Bounds | None]
    n: NotRequired[Count]
    evaluators: NotRequired[list[str]]
    scores: NotRequired[AlphaFigure]
    pairwise: NotRequired[list[PairAlpha]]
    reason: NotRequired[str]


class FlaggedGroup(TypedDict):
    """A group of the list of most flagged ones.

    Args:
        place: 1 is most flagged; groups with the same rate share a place.
    """

    place: Count
    group: str
    category: str
    flag_rate: Share
    interval: Bounds | None
    n: Count


class ExtremeGroup(TypedDict):
    """The most or the least flagged group of a category.

    Args:
        tied: other groups with the same rate.
    """

    group: str
    flag_rate: Share
    interval: Bounds | None
    n: Count
    tied: list[str]


class Extremes(TypedDict):
    """Both ends of a category; None where all its groups have the same rate, or it has one."""

    most: ExtremeGroup | None
    least: ExtremeGroup | None


class LeftOut(TypedDict):
    """What has no figure.

    Args:
        no_completion: prompts for which the model gave no word.
        not_judged: prompts with a completion that no evaluator that counts judged.
        failed: evaluator -> completions on which it failed.
    """

    no_completion: Count
    not_judged: Count
    failed: dict[str, Count]


class ArenaItems(TypedDict):
    """What the ranking works from: every prompt in the order of the set.

    Args:
        flag: None where there is none.
        score: likewise.
        group: position of its group among the sorted keys of `by_group`.
        template: number of its template, None where it names none; not in reports of earlier
            versions.
    """

    flag: list[Share | None]
    score: list[Share | None]
    group: list[Count]
    template: NotRequired[list[Count | None]]


class ModelIdentity(InterventionEntries, total=False):
    """`ModelSpec.identity()`, or the name of whatever wrote completions made elsewhere."""

    checkpoint: str
    revision: str
    dtype: str
    masked_heads: list[str]
    name: str


class Drawn(TypedDict):
    """How a subset of prompts was drawn."""

    seed: int


class PromptIdentity(TypedDict):
    """What identifies a prompt set."""

    name: str
    version: str
    digest: str
    n: Count
    drawn: Drawn | None
    licence: str


class EvaluatorIdentity(TypedDict):
    """What identifies an evaluator; each kind adds parts of its own."""

    name: str
    kind: NotRequired[str]
    counts: NotRequired[bool]
    revision: NotRequired[str | None]


class SuiteIdentity(TypedDict):
    """What identifies a suite.

    Args:
        evaluators: `Evaluator.identity()` with the revision and precision that were used.
    """

    name: str
    digest: str
    demo: bool
    evaluators: list[EvaluatorIdentity]


class SettingsIdentity(TypedDict):
    """`ArenaSettings.identity()`."""

    fill: str
    top_k: int
    quoted: bool
    reading: str


class UnreadWords(TypedDict):
    """Words that one reader of the sentences has no token for.

    Args:
        unread_sentences: prompts whose sentences hold such words.
        unread_words: at most a hundred of them.
    """

    unread_sentences: Count
    unread_words: list[str]


class ArenaReport(TypedDict):
    """A report; its digest is that of the canonical JSON of all other keys.

    Args:
        unread_sentences, unread_words: what the model cannot read; not there where it reads all.
        unread_by_evaluator: classifier -> what it cannot read; without those that read all.
    """

    schema: str
    label: str
    model: ModelIdentity
    prompts: PromptIdentity
    suite: SuiteIdentity
    variant: str
    settings: SettingsIdentity
    overall: OverallFigure
    by_category: dict[str, ArenaFigure]
    by_group: dict[str, GroupFigure]
    by_sentence_type: dict[str, ArenaFigure]
    readings: dict[str, ReadingFigure]
    by_evaluator: dict[str, EvaluatorFigures]
    baseline: dict[str, Baseline]
    agreement: Agreement
    most_flagged: list[FlaggedGroup]
    tied_with_last: Count
    extremes: dict[str, Extremes]
    left_out: LeftOut
    items: ArenaItems
    seed: int
    manifest: dict[str, Any]
    unread_sentences: NotRequired[Count]
    unread_words: NotRequired[list[str]]
    unread_by_evaluator: NotRequired[dict[str, UnreadWords]]
    digest: str


class FirstToken(TypedDict):
    """The likeliest token of the whole vocabulary.

    Args:
        kind: `word`, `piece`, `punctuation` or `special`.
        probability: 0 to 1.
    """

    token: str
    word: str
    kind: str
    probability: float


class PromptCompletionValue(TypedDict):
    """Words of one prompt; see `arena.completion.prompt_completions`.

    Args:
        words: [word, token, probability], likeliest first.
    """

    first: FirstToken
    words: list[Annotated[list[Any], Predicate(is_word)]]
