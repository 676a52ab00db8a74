"""The SEAT measure: one association test to an effect size with its permutation p."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.core.families import CAUSAL, MASKED, SEQ2SEQ
from engine.core.wording import agreeing, counted, listed
from engine.measures.seat.association import (
    FEWEST_FAMILIES,
    SAMPLES,
    associations,
    detectable_effect,
    detectable_over_families,
    effect_interval,
    effect_interval_over_families,
    effect_size,
    family_permutation_test,
    permutation_test,
)
from engine.measures.seat.reading import (
    CLS,
    LAST,
    MEAN,
    TOKEN,
    PreparedTest,
    context_interval,
    read_apart,
    read_test,
)
from engine.measures.seat.value import AssociationTexts, SeatValue
from engine.words.association_tests import SETS
from engine.words.contexts import MAX_CONTEXTS
from engine.words.families import families_of_sets

if TYPE_CHECKING:
    import numpy as np
    from torch import Tensor

    from engine.models.loading import MaskedLM

UNDEFINED = (
    "All targets are associated alike, so the effect size is undefined: the vectors do not "
    "differ in this pooling."
)


def seat_params(
    pooling: str, seed: int = 0, samples: int = SAMPLES, max_contexts: int = MAX_CONTEXTS
) -> dict[str, Any]:
    """Parameters of the measure `seat`."""
    return {"pooling": pooling, "seed": seed, "samples": samples, "max_contexts": max_contexts}


def default_pooling(item: dict[str, Any], kind: str = MASKED, own: str = "") -> str:
    """The word's own pieces in context; [CLS] for texts as they are.

    A causal model has no [CLS]: its last token has read the whole text. A span filler has the
    mean over the text. A sentence encoder has the pooling that its files name.

    Args:
        own: that pooling, see `Facts.pooling`.

    Source: May et al. 2019, section 4 (GPT: the last token).
    """
    whole_text = own or {CAUSAL: LAST, SEQ2SEQ: MEAN}.get(kind, CLS)
    return whole_text if item["contexts"] is None else TOKEN


def association_tests(
    lm: MaskedLM, items: Sequence[dict[str, Any]], params: dict[str, Any]
) -> list[SeatValue]:
    """Effect size and permutation test of each association test.

    Args:
        items: `AssociationTest.item()`.
        params: `seat_params()`.

    Returns:
        For each test `effect_size` (signed; > 0: X goes with A; None where undefined, with
        `problem`), `interval` (95%, over targets), `context_interval` (95%, over the texts that
        the words are read in; None unless each word is read in several), `detectable` (smallest
        |d| that is significant with 80% power), `p_value` (two-sided), `p_one_sided` (toward A),
        `n_permutations`, `exact`, `sizes`, `associations` (one entry a target: `set`, `word`,
        `s`, `contexts`), `missing` (set -> words no context holds), `skipped` contexts,
        `repeated` and `unread` (set -> examples left out, as the same tokens as another or of words
        that the vocabulary lacks), `special` (the same of those that hold special tokens, if any),
        `unread_words` (pieces of the texts read that it lacks),
        `warnings`, `seed`, and `families` (set -> words that its sentences put into frames; only
        where several sentences are of one word, which then is the unit of `interval`,
        `detectable` and p).

    Source: May et al. 2019, section 3; Caliskan et al. 2017.
    """
    return [_measured(lm, item, params) for item in items]


def _measured(lm: MaskedLM, item: dict[str, Any], params: dict[str, Any]) -> SeatValue:
    reading = read_test(lm, item, params["pooling"], params["max_contexts"])
    read = read_apart(lm, reading)
    s = target_associations(read.vectors, reading)
    size_x = reading.size("x")
    value: SeatValue = {
        **texts_read(reading),
        "effect_size": None,
        "interval": None,
        "context_interval": None,
        "detectable": detectable_effect(size_x, reading.size("y")),
        "p_value": None,
        "p_one_sided": None,
        "n_permutations": 0,
        "exact": None,
        "problem": UNDEFINED,
        "associations": [
            {"set": name, "word": word, "s": found, "contexts": contexts}
            for (name, word), found, contexts in zip(
                reading.examples[: len(s)], s.tolist(), reading.contexts[: len(s)], strict=True
            )
        ],
        "seed": params["seed"],
    }
    grouped = target_families(reading) if item.get("families") else None
    if grouped is not None:
        count_x, count = int(grouped[:size_x].max()) + 1, int(grouped.max()) + 1
        value["families"] = {"x": count_x, "y": count - count_x}
        value["warnings"].append(_over_families(len(s), count_x, count - count_x))
    effect = effect_size(s, size_x)
    if effect is None:
        return value
    over_contexts = context_interval(
        read, lambda vectors: effect_size(target_associations(vectors, reading), size_x)
    )
    value |= {
        "effect_size": float(effect),
        "context_interval": None if over_contexts is None else list(over_contexts),
        "problem": None,
    }
    _infer(value, s.numpy(), size_x, grouped, params)
    return value


def _infer(
    value: SeatValue, s: np.ndarray, size_x: int, grouped: np.ndarray | None, params: dict[str, Any]
) -> None:
    """Fill in interval and test, over families of targets where there are any."""
    rest = params["seed"], params["samples"]
    if grouped is None:
        interval, test = effect_interval(s, size_x), permutation_test(s, size_x, *rest)
    else:
        interval = effect_interval_over_families(s, grouped, size_x)
        test = family_permutation_test(s, grouped, size_x, *rest)
        value["detectable"] = detectable_over_families(s, grouped, size_x)
    value["interval"] = None if interval is None else list(interval)
    value["p_value"], value["p_one_sided"] = test.p_value, test.p_one_sided
    value["n_permutations"], value["exact"] = test.n_permutations, test.exact


def target_families(reading: PreparedTest) -> np.ndarray | None:
    """[target] family of each target that is read, X first; None where each is one of its own."""
    sets = [[text for name, text in reading.examples if name == part] for part in ("x", "y")]
    return families_of_sets(*sets)


def _over_families(targets: int, count_x: int, count_y: int) -> str:
    """What the interval and the test of sentences in families count."""
    said = (
        f"The {counted(targets, 'target sentence')} put {count_x} + {counted(count_y, 'word')} "
        "into frames, and sentences of one word are not independent: the interval, p and the "
        "detectable |d| count words."
    )
    if count_x + count_y < FEWEST_FAMILIES:
        said += f" No interval: it needs at least {FEWEST_FAMILIES} words."
    return said


def target_associations(vectors: Tensor, reading: PreparedTest) -> Tensor:
    """s(w, A, B) of every target, X first.

    Args:
        vectors: [example, hidden], in the order x, y, a, b.
    """
    x, y, a, b = vectors.split([reading.size(name) for name in SETS])
    return associations(vectors[: len(x) + len(y)], a, b)


def texts_read(reading: PreparedTest) -> AssociationTexts:
    """What was read, and what a user should be warned of."""
    sizes = {name: reading.size(name) for name in SETS}
    missing, repeated, unread = map(_by_set, (reading.missing, reading.repeated, reading.unread))
    warnings = []
    if sizes["x"] != sizes["y"]:
        warnings.append(
            f"The two target sets have {sizes['x']} and {counted(sizes['y'], 'example')}; in the "
            "published test both have the same number. Here the splits keep these sizes and "
            "compare means."
        )
    if missing:
        warnings.append(missing_text(len(reading.missing)))
    warnings += left_out(reading)
    if reading.unread_words:
        warnings.append(
            f"The model cannot read {listed(reading.unread_words)} in these texts; one sign stands "
            "for them all."
        )
    if reading.skipped:
        warnings.append(
            f"{counted(reading.skipped, 'context', 'are')} longer than the model reads."
        )
    texts: AssociationTexts = {
        "sizes": sizes,
        "missing": missing,
        "skipped": reading.skipped,
        "repeated": repeated,
        "unread": unread,
        "unread_words": reading.unread_words,
        "inputs": len(reading.shares),
        "tokens": sum(map(len, reading.shares)),
        "warnings": warnings,
    }
    if reading.special:
        texts["special"] = _by_set(reading.special)
    return texts


def missing_text(count: int) -> str:
    """One sentence on words that are not read."""
    return (
        f"{counted(count, 'word', 'occur')} in no context, or not in the vocabulary, and "
        f"{agreeing(count, 'were')} left out."
    )


def left_out(reading: PreparedTest) -> list[str]:
    """One sentence for each set of which examples were left out, with how many remain."""
    sentences = []
    for name in SETS:
        for examples, why in (
            ([found for part, found in reading.repeated if part == name], _REPEATED),
            ([found for part, found in reading.unread if part == name], _UNREAD),
            ([found for part, found in reading.special if part == name], _SPECIAL),
        ):
            if examples:
                sentences.append(
                    f"{name.upper()}: {counted(len(examples), 'example')} {why} "
                    f"({listed(examples)}); {reading.size(name)} of {reading.given[name]} remain."
                )
    return sentences


_REPEATED = "left out as the same tokens as another, which counts once"
_UNREAD = "left out, as the model cannot read"
_SPECIAL = "left out, as special tokens of models such as [MASK] are no words"


def _by_set(examples: Sequence[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, example in examples:
        found.setdefault(name, []).append(example)
    return found
