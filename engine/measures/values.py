"""The values that measures give and the store keeps, key by key.

They are JSON: what a measure returns and what comes back from the store are equal.
"""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypedDict, final

from engine.measures.cabm.packing import Packed


def equally_long(lists: dict[str, Any]) -> bool:
    """Whether all lists of an entry have the same number of elements."""
    return len({len(part) for part in lists.values() if isinstance(part, list)}) < 2


@final
class Problem(TypedDict):
    """Why an item has no value.

    Args:
        problem: one sentence.
        kind: one word, of pairs.
    """

    problem: str
    kind: NotRequired[str]


class PairSide(TypedDict):
    """One sentence of a pair: equal lists over its text tokens.

    Args:
        offsets: characters.
        log_probabilities, top: None where a token is not read.
        weights: attention received, of AULA.
    """

    tokens: list[str]
    offsets: list[list[int]]
    shared: list[bool]
    log_probabilities: list[float | None]
    top: list[bool | None]
    weights: NotRequired[list[float]]


@final
class PairValue(TypedDict):
    """A scored pair; see `pairs.scoring.pair_scores`."""

    score_more: float
    score_less: float
    difference: float
    n_shared: int
    edits: int
    more: Annotated[PairSide, equally_long]
    less: Annotated[PairSide, equally_long]
    first: NotRequired[str]
    other_shared: NotRequired[list[list[int]]]


class AssociationTexts(TypedDict):
    """What was read of an association test.

    Args:
        sizes: x, y, a, b -> number of examples.
        missing: set -> words that no context holds.
        skipped: contexts that are too long.
        inputs, tokens: texts that the network read, and their tokens.
    """

    sizes: dict[str, int]
    missing: dict[str, list[str]]
    skipped: int
    inputs: int
    tokens: int
    warnings: list[str]


class SeatValue(AssociationTexts):
    """Effect size with its permutation test; see `seat.measure.association_tests`."""

    effect_size: float | None
    interval: list[float] | None
    context_interval: list[float] | None
    detectable: float | None
    p_value: float | None
    p_one_sided: float | None
    n_permutations: int
    exact: bool | None
    problem: str | None
    associations: list[dict[str, Any]]
    seed: int


class HeadBiasValue(AssociationTexts):
    """Bias score of every head; see `heads.bias.head_biases`.

    Args:
        gradient: [layer][head].
    """

    effect_size: float | None
    gradient: list[list[float]] | None
    problem: str | None


class Prediction(TypedDict):
    """A word that a model predicts for a mask.

    Args:
        rank: in the whole vocabulary; None for several pieces.
    """

    token: str
    word: str
    kind: str
    pieces: int
    probability: float
    rank: int | None


class TargetWord(TypedDict):
    """A word that was looked up; probability and rank are None where there is none.

    Args:
        mask: which masked word, from 1.
        log_odds: nats.
    """

    word: str
    mask: int
    pieces: int
    probability: float | None
    log_odds: float | None
    rank: int | None


class CompletionValue(TypedDict):
    """Predictions for each mask of a text; see `completion.completions`.

    Args:
        predictions: [mask][rank]; one place for a text that was continued.
        continued: the text has no mask and a causal model gave its next word.
    """

    predictions: list[list[Prediction]]
    targets: list[TargetWord]
    joint: list[dict[str, Any]]
    continued: NotRequired[bool]


class TokenValue(TypedDict):
    """One text: equal lists over its tokens; see `pppl.pseudo_log_likelihoods`.

    Args:
        log_probabilities: nats.
        offsets: characters.
    """

    tokens: list[str]
    log_probabilities: list[float]
    top: list[bool]
    offsets: list[list[int]]


class WindowedTokenValue(TokenValue):
    """The same of a text that is read in windows; see `perplexity.log_likelihoods`.

    Args:
        window: tokens read at once.
    """

    window: int


class GroupTable(TypedDict):
    """Words of one mask in every group; see `group_completion.group_completions`."""

    words: list[str]
    tokens: list[str]
    probabilities: list[list[float]]
    spread: list[float]
    divergence: float
    pairwise: list[list[float]]
    targets: list[list[TargetWord]]


class GroupCompletionValue(TypedDict):
    """Group by word tables of a template, one a mask.

    Args:
        continued: as in `CompletionValue`.
    """

    texts: list[str]
    groups: list[str]
    masks: list[GroupTable]
    continued: NotRequired[bool]


class AblationValue(TypedDict):
    """Effect size with one head masked; None where it is undefined."""

    effect_size: float | None


class HeadSentenceValue(TypedDict):
    """Two words in one sentence; see `heads.sentence.sentence_effects`.

    Args:
        gap: nats.
        ablated: [layer][head], nats.
        pieces: of each word.
    """

    gap: float
    ablated: list[list[float]]
    pieces: int


class CounterStereotypeValue(TypedDict):
    """[layer][head] attention in both sentences of an item."""

    original: list[list[float]]
    counter: list[list[float]]


class PersonWord(TypedDict):
    """Log-probabilities of a person word, nats.

    Args:
        log_probability: with the target in sight.
        log_prior: with the target masked.
    """

    log_probability: float
    log_prior: float


class LpbsValue(TypedDict):
    """Log-probability bias score, nats; see `lpbs.log_probability_biases`."""

    score: float
    first: PersonWord
    second: PersonWord
    pieces: int


class FramedValue(TypedDict):
    """Vectors of a framed sentence; see `cabm.vectors.framed_vectors`."""

    target: Packed
    word: Packed
    sentence: NotRequired[Packed]  # not where no sentence vector was asked for


ClassValue = TypedDict("ClassValue", {"class": int, "probability": float})


class Candidate(TypedDict):
    """A word that a model gives a cloze sentence; log-probability in nats."""

    word: str
    pieces: int
    log_probability: float


class GivenAnswer(TypedDict):
    """An answer that somebody gave; log-probability in nats, None where there is none."""

    form: str
    pieces: int
    status: str
    log_probability: float | None


class ClozeValue(TypedDict):
    """Candidates and answers of a cloze sentence; see `agreement.answering.cloze_answers`."""

    candidates: list[Candidate]
    answers: list[GivenAnswer]


class ClozeVector(TypedDict):
    """The vector of a cloze sentence."""

    vector: Packed


class CabmWeights(TypedDict):
    """Weight of each feature, with its intervals; see `cabm.weighting.weighed`."""

    weights: dict[str, float]
    intervals: dict[str, Any] | None
    draws: int


class ForestScore(TypedDict):
    """How well a forest tells the lists apart; see `cabm.forest.forest_weights`."""

    right: int
    n: int
    interval: list[float]
    trees: int
    seed: int


class ForestWeights(CabmWeights):
    """Weights that a forest learned."""

    forest: ForestScore


class ShapExplained(TypedDict):
    """What each feature adds to the probability of the first list; all but `mean` by target."""

    values: list[list[float]]
    base: float
    probability: list[float]
    mean: list[float]


class ShapWeights(ForestWeights):
    """The same, with the SHAP values that they are made of."""

    shap: ShapExplained


class CabmValidation(TypedDict):
    """The validation panel; see `cabm.validation.validation`."""

    problems: dict[str, str | None]
    holm: dict[str, Any]
    categories: dict[str, dict[str, int]]
    weightings: list[dict[str, Any]]
    unmasking: dict[str, Any] | None


class HealthValue(TypedDict):
    """`health.Health` as a dictionary."""

    status: str
    reasons: list[str]
    cloze_accuracy: float | None
    cloze_interval: list[float] | None
    cloze_items: int
    pppl: float | None
    pppl_interval: list[float] | None
    perplexity: float | None
    perplexity_interval: list[float] | None
