"""What each page asks of a model when it is opened for the first time.

The pages build the same questions from the same functions and examples; a test opens each of
them on a prepared model that may not be loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from engine.core.errors import UnusableModelError
from engine.core.families import CAUSAL, ENCODER, MASKED
from engine.core.spec import BUNDLED, HeadRef, ModelSpec, parse_heads
from engine.first_sight import examples
from engine.first_sight.examples import looked_up
from engine.flow.asking import Ask, Derive
from engine.measures.health.check import PARAMS, health_items, prompts
from engine.pins.story import shipped

_COMPLETE = (MASKED, CAUSAL)  # kinds that complete a sentence


@dataclass(frozen=True)
class Question:
    """Items of one measure that a page shows.

    Args:
        page: its title.
        measure: a name of the registry.
    """

    page: str
    measure: str
    items: list[Any]
    params: dict[str, Any]


def questions(kind: str) -> Iterator[Question]:
    """What the pages ask directly, page by page.

    Args:
        kind: of the model's family.
    """
    yield Question("Home", "health", [health_items()], {})
    if kind in _COMPLETE:
        yield from _sentences(kind)
    yield from _pairs(kind)
    yield from _heads(kind)
    yield from _occupations_read(kind)
    yield from _annotators(kind)
    yield from _curated(kind)


def _sentences(kind: str) -> Iterator[Question]:
    texts = [{"text": text} for text in examples.fitting(kind, examples.CONTRASTS)]
    yield Question("Home", "completion", texts, examples.HOME_PARAMS)
    text = examples.form_for(kind, examples.SENTENCE)
    params = examples.looked_up(examples.TARGETS)
    yield Question("Probe", "completion", [{"text": text}], params)


def _pairs(kind: str) -> Iterator[Question]:
    import pandas as pd

    from engine.measures.pairs.comparison import control_pairs
    from engine.measures.pairs.data.sets import BUNDLED, load_pairs
    from engine.measures.pairs.frame import items_of
    from engine.measures.pairs.variants import variants_for

    variants = variants_for(kind)
    if not variants:
        return
    own = pd.DataFrame([examples.OWN_PAIR], columns=["sent_more", "sent_less"])
    items = [*items_of(load_pairs(BUNDLED)), *items_of(own)]
    items += items_of(control_pairs(load_pairs(BUNDLED)))
    yield Question("Pairs", "pairs", items, {"variant": variants[0].name})


def _heads(kind: str) -> Iterator[Question]:
    from engine.measures.heads.before_after import SENTENCE_PARAMS
    from engine.measures.heads.bias import bias_params
    from engine.measures.heads.halves import halves
    from engine.measures.heads.mask_metrics import SEAT, mask_metrics
    from engine.measures.seat.measure import seat_params
    from engine.measures.seat.reading import TOKEN
    from engine.words.association_tests import DIMENSIONS, bundled_test

    few = examples.FEW_CONTEXTS
    test = bundled_test(DIMENSIONS[0], few)
    item = test.item()
    yield Question("Heads", "seat", [item], seat_params(TOKEN, max_contexts=few))
    ranking = [halves(test).choosing.item()]
    yield Question("Heads", "head_bias", ranking, bias_params(TOKEN, few))
    if kind in _COMPLETE:
        text = examples.form_for(kind, examples.SENTENCE)
        yield Question("Heads", "completion", [{"text": text}], SENTENCE_PARAMS)
        params = examples.looked_up(examples.TARGETS)
        yield Question("Heads", "completion", [{"text": text}], params)
    for metric in mask_metrics(item, TOKEN, kind, max_contexts=few).values():
        if metric.name != SEAT:
            yield Question("Heads", metric.measure, list(metric.items), metric.params)


def _occupations_read(kind: str) -> Iterator[Question]:
    from engine.measures.cabm.data.sets import BUNDLED, load_framed
    from engine.measures.cabm.settings import CabmSettings, for_kind

    items = [sentence.item() for sentence in load_framed(BUNDLED).sentences]
    yield Question("CABM", "cabm", items, {"sentence": for_kind(CabmSettings(), kind).sentence})


def _annotators(kind: str) -> Iterator[Question]:
    from engine.measures.agreement.answering import answer_params
    from engine.measures.agreement.data.sets import SIMULATED, load_answers
    from engine.measures.agreement.table import items_of

    if kind not in (CAUSAL, ENCODER):
        items = items_of(load_answers(SIMULATED))
        yield Question("Annotators", "cloze_answers", items, answer_params())


def _curated(kind: str) -> Iterator[Question]:
    from engine.curation.ranking import proposed_pairs
    from engine.curation.review.sample import sample_candidates
    from engine.measures.pairs.variants import variants_for

    if variants := variants_for(kind):
        items = list(proposed_pairs(sample_candidates()).values())
        yield Question("Curate", "pairs", items, {"variant": variants[0].name})


@dataclass(frozen=True)
class Study:
    """What a page works out from several measures of one model.

    Args:
        page: its title.
        spec: of the model, under the mask that the page has it.
        work: asks, works it out and keeps it.
        keeps_values: whether the page also shows the values that it is worked out from; else only
            what comes of them is kept, and whether the model is sound.
    """

    page: str
    spec: ModelSpec
    work: Callable[[Ask, Derive], object]
    keeps_values: bool = True

    def keeps(self, measure: str) -> bool:
        """Whether the values of a measure are kept."""
        return self.keeps_values or measure == "health"


def studies(kind: str, spec: ModelSpec) -> Iterator[Study]:
    """What the pages work out from several measures, page by page.

    Args:
        kind: of the model's family.
        spec: of the model.
    """
    yield Study("CABM", spec, partial(_occupations, kind))
    if kind == MASKED:
        yield Study("Lab", spec, _planted)
        yield Study("Arena", spec, partial(_judged, spec))
    yield Study("Scorecard", spec, partial(_table, spec))
    if spec == ModelSpec(BUNDLED, spec.revision):
        for mask in examples.SCORECARD_MASKS:
            masked = replace(spec, masked_heads=tuple(sorted(parse_heads(mask))))
            yield Study("Scorecard", masked, partial(_table, masked), keeps_values=False)
        for heads, asked in asked_by_story():
            yield Study("Stage", replace(spec, masked_heads=heads), partial(_presented, asked))


def _presented(asked: Sequence[Asked], ask: Ask, _derive: Derive) -> None:
    for name, items, params in asked:
        ask(name, items, params)


def _table(spec: ModelSpec, ask: Ask, derive: Derive) -> None:
    """The row of a model in the table that the Scorecard opens with."""
    from engine.scorecard.cells import cell, health
    from engine.scorecard.columns import column

    if reason := health(spec, ask, derive).refusal:
        raise UnusableModelError(reason)
    for name in examples.SCORECARD_MEASURES:
        cell(spec, column(name), ask, derive)


def _occupations(kind: str, ask: Ask, derive: Derive) -> None:
    from engine.measures.cabm.data.corpora import BUNDLED as OPEN_TEXT
    from engine.measures.cabm.data.corpora import corpus_counts
    from engine.measures.cabm.data.sets import BUNDLED, load_framed
    from engine.measures.cabm.settings import CabmSettings, for_kind
    from engine.measures.cabm.study import study
    from engine.measures.cabm.unmasking import templates_for
    from engine.measures.cabm.weighting import NAMES

    data = load_framed(BUNDLED)
    counts = corpus_counts(OPEN_TEXT, data, data.targets)
    settings = for_kind(CabmSettings(templates=templates_for(data.groups)), kind)
    found = study(ask, derive, data, counts, settings)
    frames = found.frames(found.scored(found.weigh(found.weighting)["weights"]))
    found.validated({name: frames[name] for name in NAMES if name in frames}, found.weighting)


def _planted(ask: Ask, _derive: Derive) -> None:
    from engine.lab.readings import unmasking
    from engine.lab.table import bundled_table

    unmasking(ask, list(bundled_table()))


def _judged(spec: ModelSpec, ask: Ask, derive: Derive) -> None:
    from engine.evaluators.suites import DEMO, load_suite
    from engine.measures.arena.completion import asked_once
    from engine.measures.arena.run import report
    from engine.measures.arena.settings import ArenaSettings
    from engine.prompts.prompt import stratified
    from engine.prompts.sets import BUNDLED, load_prompts

    prompts = stratified(load_prompts(BUNDLED), examples.ARENA_SUBSET, examples.ARENA_SEED)
    # Asked also where the report is known: its rows are read from the store when a group is opened.
    asked = asked_once(ask, prompts.prompts, ArenaSettings())
    report(asked, derive, prompts, load_suite(DEMO), ArenaSettings(), spec)


# --- story --------------------------------------------------------------------------------
# What the live screens of the shipped story ask, so that they answer before a model is loaded.

Asked = tuple[str, list[Any], dict[str, Any]]  # measure, items, parameters

_PAIR = {"variant": "cps"}
_KEPT_WHOLE = "steering"  # a kind whose screens show what their pins hold


def asked_by_story() -> Iterator[tuple[tuple[HeadRef, ...], list[Asked]]]:
    """Masked heads, and what is asked of the bundled model under them, for each live screen."""
    for pin in shipped().pins:
        if not pin.live or pin.live["kind"] == _KEPT_WHOLE:
            continue
        asked = _asked(pin.live)
        yield (), asked
        if heads := parse_heads(str(pin.live.get("heads") or "")):
            yield tuple(sorted(heads)), asked


def _asked(live: Mapping[str, Any]) -> list[Asked]:
    """As the live screens ask; a test holds that nothing else is asked."""
    kind = live["kind"]
    params = looked_up(_words(live, "targets"))
    if kind == "sentences":
        return [("completion", [{"text": live["first"]}, {"text": live["second"]}], params)]
    if kind == "groups":
        items = [{"text": live["text"], "groups": _words(live, "groups")}]
        return [("group_completion", items, params)]
    if kind == "pair":
        return [("pairs", [{"sent_more": live["more"], "sent_less": live["less"]}], _PAIR)]
    asked: list[Asked] = [("completion", [{"text": live["text"]}], params)]
    if kind == "heads":
        asked.append(("completion", prompts(health_items()["cloze"]), dict(PARAMS)))
    return asked


def _words(live: Mapping[str, Any], name: str) -> list[str]:
    return [word.strip() for word in str(live.get(name) or "").split(",") if word.strip()]
