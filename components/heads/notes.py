"""Sentences below the before/after panel: sample sizes, how to read it, and what it means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from components.frame import session
from components.frame.present import explain
from components.frame.present.numbers import number
from components.frame.shell.model_bar import Subject
from components.frame.shell.subject import done
from components.heads.choice import Choice, plain_name
from engine.core.families import CAUSAL, ENCODER, MASKED, SEQ2SEQ
from engine.core.interventions import ZERO
from engine.core.spec import ModelSpec, no_heads
from engine.core.wording import counted
from engine.measures.heads.before_after import CORRECTED
from engine.measures.heads.halves import SAME_WORDS
from engine.measures.health.reading import reading_notes
from engine.measures.seat.measure import missing_text
from engine.measures.seat.value import SeatValue

_CHANGES = (
    "**Changes**: ▲ up, ▼ down; blue is closer to the neutral value than before, orange further "
    "from it, and grey is language ability, your one sentence, for which there is no test, or a "
    f"distance from neutral that is not clearly changed. {CORRECTED} "
    "There is no arrow where a change is not clear or rounds to nothing. "
    "Intervals of changes are paired: the same words, pairs or sentences before and after; pairs "
    "that swap the same words count as one cluster. "
    "Perplexity: the ratio of both, in points from the one before. "
    f"Sets of heads tried one after another by looking at them are {SAME_WORDS}."
)
_TIE = 1e-4  # of d: the same heads measured in other batches differ by less


def check_heads(subject: Subject) -> None:
    """End the page for a model that is scored, heads not available.

    Raises:
        ElsewhereError: in a sentence that says so, and what can be measured instead.
    """
    if not subject.facts.heads:
        raise explain.ElsewhereError(
            f"{no_heads(subject.spec.checkpoint)} Its words are on Probe, its preferences on "
            "Pairs, its association (SEAT) on Scorecard.",
            {"probe": "Probe", "pairs": "Pairs", "scorecard": "Scorecard"},
        )


def other_model(subject: Subject, other: Subject | None) -> ModelSpec | None:
    """The model compared with, where it is another than the one whose heads are switched off."""
    if other is None or other.spec.unmasked() == subject.spec.unmasked():
        return None
    return other.spec


def of_one_model(subject: Subject, other: Subject) -> str:
    """Which of two models the claim and the grid are of (markdown)."""
    if other_model(subject, other) is None:
        if replace(subject.spec.interventions, ablation=ZERO):
            return (
                "The grid is of the original model; the claim says what changes with "
                f"{explain.plain(done(subject.spec))}."
            )
        return (
            "The grid is of the model with all heads on; the claim says what changes when "
            "heads are switched off."
        )
    first, second = (explain.plain(each.label) for each in (subject, other))
    return (
        f"The claim is of {first}, with d of {second} next to it; the grid is of "
        f"{plain_name(subject.spec)} alone. "
        "*Two models*, below, compares their heads."
    )


def hardly_known(choice: Choice, spec: ModelSpec) -> list[str]:
    """What has to be said of a model that hardly reads the words of a file of the user's."""
    if not choice.files:
        return []
    return reading_notes(session.readings(spec, [" ".join(choice.test.words())]))


def captions(
    choice: Choice,
    facts: session.Facts,
    masked: bool,
    seat: Sequence[SeatValue],
    said: Sequence[str] = (),
) -> list[str]:
    """Captions (markdown).

    Args:
        masked: whether a masked model is shown next to the original one.
        said: what the page says of the scores of heads, which is not said again.
    """
    found = [
        _how_to_read(facts.kind, masked),
        _seat_sample(choice, seat[-1], facts.kind == MASKED),
        choice.halves.note(),
    ]
    if facts.kind == CAUSAL:
        found.append(
            f"LPBS (log-probability bias score) and pseudo-perplexity need blanks to fill in, and "
            f"a {facts.family} model fills in none: it predicts the next one."
        )
    if facts.kind == SEQ2SEQ:
        found.append(
            f"The sentence, cloze, LPBS (log-probability bias score) and pseudo-perplexity need "
            f"blanks; a {facts.family} model fills spans, so its encoder is measured by SEAT "
            "alone."
        )
    if facts.kind == ENCODER:
        found.append(
            "The sentence, cloze, CPS (CrowS-Pairs Score), LPBS (log-probability bias score) and "
            "pseudo-perplexity need a language-model head, and this model has none: it is measured "
            "by SEAT alone."
        )
    problems = [
        text
        for value in seat
        for text in (value["problem"], *unsaid(choice, value))
        if text and text not in said
    ]
    x, y, a, b = map(explain.plain, choice.test.names)
    if problems and (x, y, a, b) != ("X", "Y", "A", "B"):
        found.append(
            f"X and Y, the target words: {x} and {y}. A and B, the attributes: {a} and {b}."
        )
    return [
        *found,
        *(f":material/info: {explain.plain(text)}" for text in dict.fromkeys(problems)),
    ]


def unsaid(choice: Choice, value: Mapping[str, Any]) -> list[str]:
    """What was left out in reading a test, unless the page names it with the test.

    Args:
        value: what a measure read of it, as `AssociationTexts`.
    """
    missing = [word for words in value["missing"].values() for word in words]
    named = set(missing) <= set(choice.test.missing())
    return [
        text for text in value["warnings"] if not (named and text == missing_text(len(missing)))
    ]


def _how_to_read(kind: str, masked: bool) -> str:
    parts = [
        "**SEAT d** (Sentence Encoder Association Test): 0 is no association; the further from 0, "
        "the stronger."
    ]
    if kind == MASKED:
        parts.append(
            "**CPS** (CrowS-Pairs Score): how often the model prefers the stereotyping sentence "
            "of a pair; 50% is neutral. **LPBS d** (log-probability bias score): 0 is neutral; "
            "these rows always compare he and she. **Pseudo-perplexity** (lower is better) and "
            "**neutral cloze** (blanks filled correctly; higher is better) show language ability."
        )
    if kind == CAUSAL:
        parts.append(
            "**CLM** (causal language model score): how often the model prefers the stereotyping "
            "sentence of a pair; 50% is neutral. **Perplexity** (lower is better) and **cloze by "
            "continuation** (plain sentences continued with the word that fits; higher is better) "
            "show language ability. The words for your sentence may be only the "
            "beginnings of longer words."
        )
    if masked:
        parts.append(_CHANGES)
    return " ".join(parts)


def _seat_sample(choice: Choice, value: SeatValue, with_lpbs: bool) -> str:
    most = f", at most {choice.max_contexts} per word" if choice.in_contexts else ""
    text = f"CI: confidence interval. SEAT uses {counted(value['inputs'], 'text')}{most}"
    if value["n_permutations"]:
        kind = "all" if value["exact"] else f"sampled, seed {value['seed']}"
        text += f"; p is two-sided, from {value['n_permutations']:,} permutations ({kind})"
    lpbs = ", those of LPBS over target words and templates" if with_lpbs else ""
    return (
        f"{text}. Intervals of d are over target words{lpbs}; *over texts*: other sentences with "
        "the same words."
    )


def smallest_changes(named: Sequence[str]) -> str:
    """What changes that are not clear could have shown (markdown).

    Args:
        named: a measure with its smallest detectable change, as `SEAT d ±0.10`.
    """
    return (
        "**Not clear** does not mean that nothing changed. These texts would have shown, with 80% "
        f"power, changes of at least: {', '.join(named)}."
    )


def random_comparison(
    moved: float, random_changes: Sequence[float], k: int, ranked_apart: bool = True
) -> str:
    """The change of d compared with masking as many random heads (markdown).

    Args:
        moved: d with the chosen heads masked minus d before.
        random_changes: the same for each random set.
        ranked_apart: whether heads are ranked on other words than those of d.
    """
    mean = sum(random_changes) / len(random_changes)
    low, high = min(random_changes), max(random_changes)
    size = len(random_changes)
    by_chance = f"which one set in {size + 1} is by chance"
    if not ranked_apart:
        by_chance = f"which says little of heads {SAME_WORDS}"
    verdict = "within the range of the random sets"
    if moved > high + _TIE:
        verdict = f"above all {counted(size, 'random set')}, {by_chance}"
    elif moved < low - _TIE:
        verdict = f"below all {counted(size, 'random set')}, {by_chance}"
    heads = counted(k, "random head")
    return (
        f"Switching off {heads} changes d by {number(mean, '+.2f')} on average (from "
        f"{number(low, '+.2f')} to {number(high, '+.2f')}, "
        f"{counted(len(random_changes), 'set')}). Switching off "
        f"your choice changes it by {number(moved, '+.2f')}: {verdict}."
    )


def language_loss(
    cloze: tuple[float | None, float | None],
    pppl: tuple[float | None, float | None],
    causal: bool = False,
) -> str | None:
    """A warning if masking heads has cost a model its language ability.

    Args:
        cloze: % of neutral cloze sentences answered correctly, before and after.
        pppl: pseudo-perplexity of neutral sentences, before and after; of a causal model, its
            perplexity.

    Returns:
        None if the model was no better before, or is still good enough.
    """
    least, most_pppl = session.CLOZE_ENOUGH, session.PPPL_ENOUGH
    if causal:
        least, most_pppl = session.CONTINUED_ENOUGH, session.PERPLEXITY_ENOUGH
    least_cloze = 100 * least
    signs = []
    if cloze[0] is not None and cloze[1] is not None and cloze[1] < least_cloze <= cloze[0]:
        signs.append(f"gets only {cloze[1]:.0f}% of the neutral cloze sentences right")
    if pppl[0] is not None and pppl[1] is not None and pppl[1] > most_pppl >= pppl[0]:
        signs.append(
            f"has a {'' if causal else 'pseudo-'}perplexity of {pppl[1]:,.0f} on neutral sentences"
        )
    if not signs:
        return None
    return (
        f"With this done to it, the model {' and '.join(signs)}. It has lost much of its "
        "language ability, so a score near neutral does not show that it is fair."
    )
