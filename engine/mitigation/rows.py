"""The interventions of one model, each as the spec that is measured, and their random controls.

What cannot be done to a model is a row that says why, and the others stand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.columns.column import Column, Reading
from engine.core.errors import BiascopeError, StorageError
from engine.core.intervention_text import method_name
from engine.core.interventions import (
    MEAN,
    ErasedConcept,
    Interventions,
    ScaledHead,
    SelfDebias,
    SteeringVector,
)
from engine.core.program import PROGRAM
from engine.core.spec import HeadRef, ModelSpec, format_heads, no_heads
from engine.core.wording import counted, figure_text
from engine.files.fit_file import Fit
from engine.measures.heads.bias import bias_params
from engine.measures.heads.runs import random_heads, top_heads
from engine.measures.seat.measure import default_pooling
from engine.mitigation.asked import (
    BALANCED,
    ERASURES,
    HEADS,
    HEADS_MEAN,
    HEADS_SCALED,
    ORIGINAL,
    SCALE,
    SELF_DEBIAS,
    STEER,
    STRENGTHS,
    Asked,
)
from engine.mitigation.columns import Chosen
from engine.models.sources import resolve

if TYPE_CHECKING:
    from engine.flow.asking import Ask
    from engine.mitigation.fits import Fits
    from engine.models.facts import Facts

# (spec, column) -> its figure
Measured = Callable[[ModelSpec, Column], Reading]
_HEAD_ROWS = (HEADS, HEADS_MEAN, HEADS_SCALED)


@dataclass(frozen=True)
class Row:
    """One row of the table.

    Args:
        name: of `asked.ROWS`, with the strength of steering after a colon; no two rows share it.
        label: as it is shown.
        spec: None where it cannot be measured.
        about: how it was chosen or fitted, one or two sentences.
        problem: why it cannot be measured; empty where it can.
        controls: random interventions of the same kind and size, by their seed.
        control: what those are; empty without any.
    """

    name: str
    label: str
    spec: ModelSpec | None
    about: str = ""
    problem: str = ""
    controls: tuple[ModelSpec, ...] = ()
    control: str = ""


@dataclass(frozen=True)
class Means:
    """What rows are made with.

    Args:
        facts: of the model.
        ask: measures the model as it is.
        fits: of its concept.
        measured: one cell of any spec.
    """

    facts: Facts
    ask: Ask
    fits: Fits
    measured: Measured


def names_of(kinds: Sequence[str]) -> list[str]:
    """The names of all rows of some kinds: steering has one for each strength."""
    return [
        name
        for kind in kinds
        for name in ([f"{STEER}:{each:g}" for each in STRENGTHS] if kind == STEER else [kind])
    ]


def with_controls(kinds: Sequence[str]) -> list[str]:
    """The names of those rows that random interventions are compared with."""
    return names_of([kind for kind in kinds if kind not in (SELF_DEBIAS, BALANCED)])


def rows_of(asked: Asked, chosen: Chosen, means: Means) -> list[Row]:
    """All rows, the original first."""
    heads = [name for name in asked.rows if name in _HEAD_ROWS]
    found = [Row(ORIGINAL, "Original", asked.spec)]
    found += _or_why(heads, lambda: _head_rows(asked, heads, chosen, means))
    for method in (name for name in asked.rows if name in ERASURES):
        found += _or_why([method], partial(_erasure_rows, asked, method, means))
    if STEER in asked.rows:
        found += _or_why(names_of([STEER]), lambda: _steering_rows(asked, chosen, means))
    if SELF_DEBIAS in asked.rows:
        found.append(_self_debias_row(asked))
    if BALANCED in asked.rows:
        found += _or_why([BALANCED], lambda: [_balanced_row(asked)])
    return found


_LABELS = {
    HEADS: "Heads masked",
    HEADS_MEAN: "Heads mean-ablated",
    HEADS_SCALED: f"Heads scaled to {SCALE:g}",
    BALANCED: "Balanced model of the Lab",
}


def _or_why(names: Sequence[str], make: Callable[[], list[Row]]) -> list[Row]:
    """Rows, or rows of these names that say why there are none."""
    if not names:
        return []
    try:
        return make()
    except BiascopeError as error:
        return [Row(name, _label(name), None, problem=str(error)) for name in names]


def _label(name: str) -> str:
    kind, _, strength = name.partition(":")
    if kind == STEER:
        return f"Steered by {strength}"
    return _LABELS.get(kind) or f"{method_name(kind)} erasure"


# --- heads --------------------------------------------------------------------------------


def _head_rows(asked: Asked, names: Sequence[str], chosen: Chosen, means: Means) -> list[Row]:
    facts = means.facts
    if not facts.heads:
        raise no_heads(asked.spec.checkpoint)
    item = chosen.split.choosing.item()
    pooling = default_pooling(item, facts.kind, facts.pooling)
    value = means.ask("head_bias", [item], bias_params(pooling)).values[0]
    if value["gradient"] is None:
        raise BiascopeError(str(value["problem"]))
    heads = top_heads(value["gradient"], asked.top)
    few = f"heads {format_heads(heads)}" if len(heads) > 1 else f"head {format_heads(heads)}"
    about = (
        f"The {counted(len(heads), 'head')} with the largest {asked.concept} bias score: {few}. "
        f"{chosen.split.note()}"
    )
    drawn = [
        random_heads(facts.layers, facts.heads, len(heads), seed) for seed in range(asked.controls)
    ]
    number = counted(len(heads), "head")
    labels = {
        HEADS: (f"Top {number} masked", f"{number} at random, masked"),
        HEADS_MEAN: (f"Top {number} mean-ablated", f"{number} at random, mean-ablated"),
        HEADS_SCALED: (
            f"Top {number} scaled to {SCALE:g}",
            f"{number} at random, scaled to {SCALE:g}",
        ),
    }
    return [
        Row(
            name,
            labels[name][0],
            _with_heads(asked.spec, heads, name),
            about,
            controls=tuple(_with_heads(asked.spec, each, name) for each in drawn),
            control=labels[name][1] if drawn else "",
        )
        for name in names
    ]


def _with_heads(spec: ModelSpec, heads: Sequence[HeadRef], name: str) -> ModelSpec:
    if name == HEADS_SCALED:
        scaled = tuple(ScaledHead(*head, SCALE) for head in heads)
        return replace(spec, interventions=Interventions(scaled_heads=scaled))
    done = Interventions(ablation=MEAN) if name == HEADS_MEAN else Interventions()
    return replace(spec, masked_heads=tuple(heads), interventions=done)


# --- fits ---------------------------------------------------------------------------------


def _erasure_rows(asked: Asked, method: str, means: Means) -> list[Row]:
    fit, reference = means.fits.erasure(method)
    controls = _random(asked, means, fit)
    erased = [one for one in controls if isinstance(one, ErasedConcept)]
    rank = counted(fit.rank, "direction")
    row = Row(
        method,
        f"{asked.concept.capitalize()} erased, {method_name(method)}",
        _erasing(asked.spec, reference),
        f"Fitted on {_pairs(fit)}; takes {rank} out of the states that the language-model head "
        "reads. What earlier layers do with the concept can stay (Gonen and Goldberg 2019).",
        controls=tuple(_erasing(asked.spec, one) for one in erased),
        control=f"{rank} at random, erased" if erased else "",
    )
    return [row]


def _steering_rows(asked: Asked, chosen: Chosen, means: Means) -> list[Row]:
    fit, vector = means.fits.steering()
    sign, why = _sign(asked, vector, chosen, means)
    controls = _random(asked, means, fit)
    towards = pairs_of(fit).get("first" if sign > 0 else "second", "")
    found = []
    for strength in STRENGTHS:
        signed = sign * strength
        shown = figure_text(signed, "+g").replace("-", "\u2212")
        found.append(
            Row(
                f"{STEER}:{strength:g}",
                f"Steered by {shown}" + (f", towards {towards}" if towards else ""),
                _steering(asked.spec, vector, signed),
                f"Difference of means at layer {fit.layer}, fitted on {_pairs(fit)}. {why}",
                controls=tuple(_steering(asked.spec, one, signed) for one in controls),
                control=f"random vectors of strength {strength:g}" if controls else "",
            )
        )
    return found


def _sign(asked: Asked, vector: object, chosen: Chosen, means: Means) -> tuple[int, str]:
    """The sign that leads away from the stereotype in the pairs that choose it, and a sentence."""
    tried = STRENGTHS[1]
    found = {
        sign: means.measured(_steering(asked.spec, vector, sign * tried), chosen.signs)
        for sign in (1, -1)
    }
    known = {sign: one.value for sign, one in found.items() if one.value is not None}
    if len(known) < len(found):
        raise BiascopeError(
            "The sign of steering cannot be chosen: "
            f"{next(one.problem for one in found.values() if one.value is None)}"
        )
    neutral = chosen.signs.neutral or 0.0
    sign = min(known, key=lambda each: (abs(known[each] - neutral), -each))
    own, other = (figure_text(known[each], ".1f") for each in (sign, -sign))
    return sign, (
        f"The sign is the one with which half of the bundled pairs lie nearer to 50% at strength "
        f"{tried:g}: {own}%, against {other}% with the other."
    )


def _random(asked: Asked, means: Means, fit: Fit) -> list[ErasedConcept | SteeringVector]:
    return [means.fits.control(fit, seed) for seed in range(asked.controls)]


def _erasing(spec: ModelSpec, reference: object) -> ModelSpec:
    if not isinstance(reference, ErasedConcept):
        raise ValueError(f"{reference} is no erasure")
    return replace(spec, interventions=Interventions(erased=(reference,)))


def _steering(spec: ModelSpec, reference: object, strength: float) -> ModelSpec:
    if not isinstance(reference, SteeringVector):
        raise ValueError(f"{reference} is no vector")
    vector = replace(reference, strength=strength)
    return replace(spec, interventions=Interventions(steered=(vector,)))


def _pairs(fit: Fit) -> str:
    number = pairs_of(fit).get("n")
    return counted(number, "pair") if isinstance(number, int) else "pairs of sentences"


def pairs_of(fit: Fit) -> dict[str, Any]:
    """What a fit says of its pairs; empty where it says nothing."""
    found = fit.about.get("pairs")
    return found if isinstance(found, dict) else {}


# --- others -------------------------------------------------------------------------------


def _self_debias_row(asked: Asked) -> Row:
    debias = SelfDebias(asked.concept)
    return Row(
        SELF_DEBIAS,
        "Self-debiasing",
        replace(asked.spec, interventions=Interventions(self_debias=debias)),
        f"Words that become likelier behind “{debias.description}” become less likely "
        f"(decay {debias.decay:g}). It changes predicted words alone, no states.",
    )


def _balanced_row(asked: Asked) -> Row:
    found = balanced(asked.spec)
    if found is None:
        raise BiascopeError(
            f"No balanced model of {asked.spec.checkpoint} is on this machine. The page Lab trains "
            f"one, or `{PROGRAM} inject --model {asked.spec.exact_name} --out DIR`."
        )
    spec, name = found
    about = (
        "Trained further on sentences that put he and she equally often with each occupation "
        f"({name}). Another network, so no random intervention is of its size."
    )
    return Row(BALANCED, _LABELS[BALANCED], spec, about)


def balanced(spec: ModelSpec) -> tuple[ModelSpec, str] | None:
    """The newest balanced model that the Lab made of a model here, and its name."""
    from engine.lab.places import places
    from engine.lab.templates import BALANCED as LAB_BALANCED

    for place in places():
        try:
            made_of = place.request().revision
        except StorageError:
            continue
        if made_of == spec.revision and place.finished(LAB_BALANCED):
            source = resolve(place.checkpoint(LAB_BALANCED))
            found = ModelSpec(source.checkpoint, source.revision, spec.dtype)
            return found, place.model(LAB_BALANCED).name
    return None
