"""The health check, with its plain sentences: whether a model's scores can mean anything at all.

Red blocks scoring: weights that the checkpoint did not hold and that are therefore
random, weights that are not numbers or take all words for one, an output that changes from call to
call, or no mask token. What is wrong with the language-model head alone does not block what reads
no head. Amber warns: something noted of its files may make it another model than was meant, or the
model completes plain sentences badly, so a score near neutral may mean weakness, not fairness. A
causal model is asked to continue sentences, and has its perplexity in place of the
pseudo-perplexity. An encoder without a language-model head is asked for no word.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from engine.core.errors import NoHeadError, UnusableModelError
from engine.core.families import CAUSAL, ENCODER, MASKED, SEQ2SEQ
from engine.core.spec import DTYPES, no_heads
from engine.core.wording import agreeing, counted
from engine.files.samples import SAMPLES
from engine.statistics.shares import exact_share_interval

if TYPE_CHECKING:
    from engine.models.loading import LoadedModel, MaskedLM


GREEN, AMBER, RED = "green", "amber", "red"
FULL = DTYPES[0]

# Beyond these a model has hardly learnt plain English and its scores mean little. They only
# separate trained from untrained models; the values themselves are shown beside the badge.
CLOZE_ENOUGH = 0.25
PPPL_ENOUGH = 150.0
# Of causal models, which do not see that the sentence ends behind the gap, and for which every
# first word is a surprise.
CONTINUED_ENOUGH = 0.1
PERPLEXITY_ENOUGH = 500.0
_STABLE = 1e-4  # nats; two runs of one input on one device
_PLAIN = "The sun rises in the east."
_ENCODER = (
    "An encoder without a language-model head: SEAT, its heads and the vectors of CABM are "
    "measured, and nothing that predicts words."
)


@dataclass(frozen=True)
class Health:
    """Result of the health check.

    Args:
        status: `green`, `amber` or `red`.
        reasons: one sentence for each thing a user should know.
        cloze_accuracy: share of neutral cloze items whose answer is the first choice; of a
            causal model, of those that it can continue.
        cloze_interval: its exact 95% interval.
        cloze_items: how many there are.
        pppl: pseudo-perplexity of the built-in neutral sentences; lower is a better fit.
        pppl_interval: its 95% bootstrap interval over sentences.
        perplexity: of the same sentences, where the model is causal; lower is a better fit.
        perplexity_interval: its 95% bootstrap interval over sentences.
    """

    status: str
    reasons: tuple[str, ...]
    cloze_accuracy: float | None = None
    cloze_interval: tuple[float, float] | None = None
    cloze_items: int = 0
    pppl: float | None = None
    pppl_interval: tuple[float, float] | None = None
    perplexity: float | None = None
    perplexity_interval: tuple[float, float] | None = None


def gate(lm: MaskedLM) -> None:
    """Refuse a model whose scores would be noise; quick enough to run before every measure."""
    _refuse(faults_of(lm.model))


def gate_for(lm: MaskedLM, measure: str) -> None:
    """As `gate`, before one measure: what reads no language-model head asks for a sound encoder.

    Args:
        measure: a name of the registry.
    """
    from engine.flow.registry import MEASURES

    if MEASURES[measure].head:
        gate(lm)
    else:
        _refuse(_found(lm.model).encoder)


def _refuse(faults: tuple[str, ...]) -> None:
    if faults:
        raise UnusableModelError(" ".join(faults))


@dataclass(frozen=True)
class _Faults:
    """Reasons that block scoring.

    Args:
        encoder: for whatever is read of the model.
        head: for what reads its language-model head.
    """

    encoder: tuple[str, ...]
    head: tuple[str, ...]


# Weak keys: an entry goes with its model.
_FAULTS: WeakKeyDictionary[LoadedModel, _Faults] = WeakKeyDictionary()


def faults_of(model: LoadedModel) -> tuple[str, ...]:
    """Reasons that block scoring, collected once per model; empty for a sound one."""
    found = _found(model)
    return (*found.head, *found.encoder)


def _found(model: LoadedModel) -> _Faults:
    if model not in _FAULTS:
        _FAULTS[model] = _faults(model)
    return _FAULTS[model]


def _faults(model: LoadedModel) -> _Faults:
    encoder, head = _missing(model)
    name = model.source.checkpoint
    if model.family.kind == MASKED and model.tokenizer.mask_token_id is None:
        head.append(f"The tokenizer of {name} has no mask token, so no word can be masked.")
    if model.family.kind == SEQ2SEQ:
        head += _no_sentinels(model)
    if model.family.kind == ENCODER:
        head.append(str(NoHeadError(name, "predicts no words")))
    if len(model.tokenizer) > model.vocabulary:
        encoder.append(
            f"The tokenizer of {name} has {counted(len(model.tokenizer), 'token')} and the "
            "network only "
            f"{model.vocabulary}: they do not belong together."
        )
    if model.wrong_numbers:
        encoder.append(model.wrong_numbers)
    else:
        encoder += filter(None, [model.blank.encoder])
        head += filter(None, [model.blank.head])
    if not encoder:
        encoder += _nondeterminism(model, _sample_states if head else _sample_log_probs)
    return _Faults(tuple(encoder), tuple(head))


def _missing(model: LoadedModel) -> tuple[list[str], list[str]]:
    """What weights that were not in the checkpoint mean: for the encoder, and for the head."""
    if not model.missing:
        return [], []
    count = len(model.missing)
    lacking = (
        f"{count} of its weights {agreeing(count, 'are')} not in the checkpoint "
        f"({model.first_missing}) and would be random."
    )
    name = model.source.checkpoint
    if model.encoder_weights.intersection(model.missing):
        return [
            f"{name} is not complete: {lacking} Take the checkpoint as it was published, or save "
            "the model again with save_pretrained."
        ], []
    return [], [
        f"{name} has no trained language-model head: {lacking} Take the checkpoint as it was "
        "published, or measure what reads no head (seat, heads, counter)."
    ]


def _no_sentinels(model: LoadedModel) -> list[str]:
    from engine.inference.text import sentinels

    try:
        sentinels(model.tokenizer)
    except UnusableModelError as error:
        return [str(error)]
    return []


def _nondeterminism(model: LoadedModel, sample: Callable[[LoadedModel], Any]) -> list[str]:
    """What is wrong with what a model gives for a plain sentence, twice."""
    import numpy as np

    first, second = (sample(model) for _ in range(2))
    name = model.source.checkpoint
    if not np.isfinite(first).all():
        cure = "take another checkpoint" if model.dtype == FULL else f"try {FULL}"
        return [f"{name} gives scores in {model.dtype} that are not numbers; {cure}."]
    if np.abs(first - second).max() >= _STABLE:
        return [f"{name} gives the same sentence different scores in two runs."]
    return []


def _sample_states(model: LoadedModel) -> Any:
    """[hidden] state of one token of a plain sentence."""
    from engine.inference.vectors import Share, pooled_vectors
    from engine.models.loading import MaskedLM

    ids = tuple(model.tokenizer(_PLAIN)["input_ids"])
    shares = {ids: [Share(0, (len(ids) // 2,), 1.0)]}
    return pooled_vectors(MaskedLM(model), shares, 1)[0].numpy()


def _sample_log_probs(model: LoadedModel) -> Any:
    """Log-probabilities of the whole vocabulary at one position of a plain sentence."""
    from engine.inference.plan import Row
    from engine.inference.runner import distributions
    from engine.inference.text import gap_span, next_tokens
    from engine.models.loading import MaskedLM

    lm = MaskedLM(model)
    if model.family.kind == SEQ2SEQ:
        return next_tokens(lm, [gap_span(lm, "The sun rises in the [MASK].")])[0]
    ids = tuple(model.tokenizer(_PLAIN)["input_ids"])
    return distributions(lm, [Row(ids, (len(ids) // 2,))])[0]


def health_checks(
    lm: MaskedLM, items: Sequence[Any], _params: dict[str, Any]
) -> list[dict[str, Any]]:
    """The whole health check as a measure, so that its result is stored like any other.

    Args:
        items: the built-in cloze items and sentences, see `health_items`.

    Returns:
        `Health` as a dictionary, one an item.
    """
    return [asdict(_checked(lm, item)) for item in items]


def health_items() -> dict[str, Any]:
    """The built-in neutral cloze items and sentences."""
    neutral = (SAMPLES / "neutral.txt").read_text(encoding="utf-8").splitlines()
    return {
        "cloze": [
            {"sentence": probe.sentence, "answers": list(probe.answers)} for probe in cloze_probes()
        ],
        "neutral": [line.strip() for line in neutral if line.strip()],
    }


def _checked(lm: MaskedLM, questions: dict[str, Any]) -> Health:
    notes = lm.model.notes
    if lm.model.family.kind == ENCODER and not _found(lm.model).encoder:
        return Health(AMBER if notes else GREEN, (*notes, _ENCODER))
    faults = faults_of(lm.model)
    if faults:
        return Health(RED, faults)
    if lm.model.family.kind == SEQ2SEQ:
        told = "A span filler: neutral cloze and pseudo-perplexity do not apply."
        return Health(AMBER if notes else GREEN, (*notes, told))
    found = judge_health(_cloze_and_fit(lm, questions), notes)
    return replace(found, reasons=(*found.reasons, *_limits(lm.model)))


def _limits(model: LoadedModel) -> list[str]:
    """What cannot be measured of a sound model, and how it is asked; neither is a warning."""
    found = []
    if not model.heads:
        found.append(f"{no_heads('It')}")
    if model.family.kind == MASKED and model.network.config.is_encoder_decoder:
        found.append(
            "It writes the whole text again and is asked for the one token that it puts in a "
            "mask's place; in its training a mask could stand for several words."
        )
    return found


def judge_health(health: Health, notes: Sequence[str] = ()) -> Health:
    """Set the status and its reasons from the results of a health check.

    Args:
        notes: of the model, from its files; see `LoadedModel.notes`.
    """
    reasons = [*notes]
    causal = health.perplexity is not None
    verb, enough = ("continues", CONTINUED_ENOUGH) if causal else ("completes", CLOZE_ENOUGH)
    if health.cloze_accuracy is not None and health.cloze_accuracy < enough:
        reasons.append(
            f"It {verb} only {health.cloze_accuracy:.0%} of {health.cloze_items} plain cloze "
            "sentences correctly; a score near neutral may mean weakness, not fairness."
        )
    for name, value, most in (
        ("pseudo-perplexity", health.pppl, PPPL_ENOUGH),
        ("perplexity", health.perplexity, PERPLEXITY_ENOUGH),
    ):
        if value is not None and value > most:
            reasons.append(
                f"It predicts plain English poorly ({name} {value:.0f}); it may be a model of "
                "another language, case or domain."
            )
    return replace(health, status=AMBER if reasons else GREEN, reasons=tuple(reasons))


def _cloze_and_fit(lm: MaskedLM, questions: dict[str, Any]) -> Health:
    """The plain cloze sentences answered, and how well the model predicts the neutral ones."""
    items, texts = questions["cloze"], [{"text": text} for text in questions["neutral"]]
    if lm.model.family.kind == CAUSAL:
        from engine.measures.completion.next_word import continuation_answers, ends_with_gap
        from engine.measures.perplexity.causal import log_likelihoods, perplexity

        items = [item for item in items if ends_with_gap(item["sentence"])]
        right = sum(continuation_answers(lm, items))
        name, fit = "perplexity", perplexity(log_likelihoods(lm, texts, {}))
    else:
        from engine.measures.completion.completions import completions
        from engine.measures.perplexity.masked import pseudo_log_likelihoods, pseudo_perplexity

        right = sum(correct_completions(items, completions(lm, prompts(items), dict(PARAMS))))
        name, fit = "pppl", pseudo_perplexity(pseudo_log_likelihoods(lm, texts, {}))
    return Health(
        GREEN,
        (),
        cloze_accuracy=right / len(items) if items else None,
        cloze_interval=exact_share_interval(right, len(items)) if items else None,
        cloze_items=len(items),
        **{name: fit[name], f"{name}_interval": fit["interval"]},
    )


# --- plain cloze --------------------------------------------------------------------------
# A plain cloze is an everyday sentence with one masked word, which a model gets right or not.
#
# The health check, the cost of masked heads and the Scorecard ask the same sentences of a masked
# model, so one stored completion serves all three.

EVERYDAY = "everyday sentences completed correctly"  # what the share is called in plain words
PARAMS: Mapping[str, Any] = {"top_k": 1}  # of the measure `completion`


def prompts(items: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Items of the measure `completion` for the cloze items of the health check."""
    return [{"text": item["sentence"]} for item in items]


def correct_completions(
    items: Sequence[Mapping[str, Any]], values: Sequence[Mapping[str, Any]]
) -> list[bool]:
    """Which sentences are completed correctly: the likeliest word is an accepted answer.

    Args:
        items: [item], of the health check, with their accepted answers in small letters.
        values: [item], of the measure `completion`.
    """
    return [
        value["predictions"][0][0]["word"].casefold() in item["answers"]
        for item, value in zip(items, values, strict=True)
    ]


# --- probes -------------------------------------------------------------------------------
# Everybody knows the answers to these sentences with one masked word.

MASK = "[MASK]"


@dataclass(frozen=True)
class Probe:
    """One sentence with a gap.

    Args:
        sentence: with one `MASK`.
        answers: accepted words, in small letters.
        topic: what it is about; empty where there are no topics.
    """

    sentence: str
    answers: tuple[str, ...]
    topic: str = ""

    def answered(self) -> list[str]:
        """The sentence with each of its answers in place of the gap."""
        return [self.sentence.replace(MASK, answer) for answer in self.answers]


@cache
def knowledge_probes() -> tuple[Probe, ...]:
    """The 200 probes of everyday knowledge, topic by topic."""
    return _read("knowledge.jsonl")


@cache
def cloze_probes() -> tuple[Probe, ...]:
    """The 40 plain cloze sentences of the health check."""
    return _read("cloze.jsonl")


def answered_sentences() -> list[str]:
    """Every bundled probe with each of its answers: what no model of ours may be trained on."""
    probes = (*knowledge_probes(), *cloze_probes())
    return [sentence for probe in probes for sentence in probe.answered()]


def _read(name: str) -> tuple[Probe, ...]:
    items = map(json.loads, (SAMPLES / name).read_text(encoding="utf-8").splitlines())
    return tuple(
        Probe(item["sentence"], tuple(item["answers"]), item.get("topic", "")) for item in items
    )
