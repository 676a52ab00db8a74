"""The counter-stereotype experiment: does a head look more at "women" than at "men"?

In a sentence with one attribute word and one target stereotyped with it, the attribute is
swapped for its counterpart. d = attention from the target to the attribute in the original
minus that in the counter-stereotype. If biased heads carry the stereotype, d is above zero
for them and not for the others.

Source: Yang et al. 2023 (Bias A-head?), section 5.2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.core.families import CAUSAL
from engine.core.spec import HeadRef
from engine.inference.attention import attention_from
from engine.inference.plan import Row
from engine.inference.runner import run_rows
from engine.inference.text import span_positions
from engine.inference.words import Unit, read_whole, word_units
from engine.measures.heads.attention_pair import attention_to
from engine.statistics import holm, interval_note, paired_t_test
from engine.statistics.crossed import crossed_increase_test
from engine.statistics.shares import FEWEST_CLUSTERS

if TYPE_CHECKING:
    import numpy as np

    from engine.models.loading import MaskedLM

_OF_GROUP = (
    *("t", "freedom", "p", "dz", "mean_difference", "interval", "detectable", "t_by_sentence"),
)
SIDES = ("original", "counter")

# [sentence] number of its person word with the counterpart, and of its target.
Crossing = tuple[list[int], list[int]]
# Row to read, its units, and the index of the attribute among them.
_Asked = tuple[Row, list[Unit], int]


def counter_stereotypes(
    lm: MaskedLM, items: Sequence[dict[str, Any]], _params: dict[str, Any]
) -> list[dict[str, Any]]:
    """Attention from the target to the attribute in both sentences of each item.

    Args:
        items: see `counterparts.Sentences`.

    Returns:
        For each item `original` and `counter`: [layer][head], min-max normalised over the
        words of the sentence, 0 to 1; or `problem`, one sentence.
    """
    prepared = [_both(lm, item) for item in items]
    groups = [[] if isinstance(both, str) else [asked[0] for asked in both] for both in prepared]
    return [
        {"problem": both}
        if isinstance(both, str)
        else {
            side: _weights(lm, maps, *asked)
            for side, maps, asked in zip(SIDES, answers, both, strict=True)
        }
        for both, answers in zip(prepared, run_rows(lm, groups, attention_from), strict=True)
    ]


def _both(lm: MaskedLM, item: dict[str, Any]) -> list[_Asked] | str:
    """What to read of both sentences, or why nothing can be."""
    asked: list[_Asked] = []
    for side in [_prepared(lm, item[side]) for side in SIDES]:
        if isinstance(side, str):
            return side
        asked.append(side)
    return asked


def _prepared(lm: MaskedLM, side: dict[str, Any]) -> _Asked | str:
    """What to read, or why nothing can be."""
    attribute, target = tuple(side["attribute"]), tuple(side["target"])
    try:
        encoded = read_whole(lm, side["text"])
    except InputTextError as error:
        return str(error)
    units = word_units(lm.tokenizer, side["text"], encoded, (attribute, target))
    attended, attending = (span_positions(encoded, *span) for span in (attribute, target))
    if not attended or not attending:
        return "The tokenizer leaves the attribute or the target word out."
    if lm.model.family.kind == CAUSAL and attended[0] > attending[-1]:
        return "The target comes before the attribute, so a causal model cannot attend to it."
    wanted = next(number for number, unit in enumerate(units) if attended[0] in unit.positions)
    return Row(encoded.ids, tuple(attending)), units, wanted


def _weights(
    lm: MaskedLM, rows: np.ndarray, row: Row, units: list[Unit], wanted: int
) -> list[list[float]]:
    last = row.read[-1] if lm.model.family.kind == CAUSAL else None
    return attention_to(rows, units, wanted, last).tolist()


def experiment(
    values: Sequence[dict[str, Any]], biased: Sequence[HeadRef], crossing: Crossing
) -> dict[str, Any]:
    """One-tailed tests that attention is higher in the original sentences.

    Sentences share person words and targets, so the tests are of means clustered by both.

    Args:
        values: what `counter_stereotypes` returned.
        biased: heads with a positive bias score; all others are the other heads.
        crossing: `word_crossing` of the items of `values`.

    Returns:
        `n` sentences, `skipped`, `biased` and `other` (tests of the mean over those heads a
        sentence: `heads`, `t`, `freedom`, `p`, `p_holm` over the two groups, `dz` (over
        sentences), `mean_difference`, `interval`, `n`, `detectable`, the smallest mean difference
        above zero that this test would have detected with 80% power, and `t_by_sentence`, that of
        the paired t-test of the paper) and `by_head` ([layer][head] of `t`, `p`, `dz`,
        `mean_difference` and `n`, with `p_holm` over all heads). Figures are None where they are
        not defined.

    Source: Yang et al. 2023, section 5.2; Cameron, Gelbach and Miller 2011.
    """
    import numpy as np

    kept = [place for place, value in enumerate(values) if "problem" not in value]
    if not kept:
        raise InputTextError("No sentence could be read by this model.")
    first, second = (np.array([values[place][side] for place in kept]) for side in SIDES)
    persons, targets = (np.array(numbers, int)[kept] for numbers in crossing)
    _, layers, heads = first.shape
    chosen = np.zeros((layers, heads), dtype=bool)
    for ref in biased:
        chosen[ref] = True
    groups = {
        name: _group(first, second, picked, persons, targets)
        for name, picked in (("biased", chosen), ("other", ~chosen))
    }
    groups = dict(zip(groups, with_holm(list(groups.values())), strict=True))
    single = [
        _head(first[:, layer, head] - second[:, layer, head], persons, targets)
        for layer in range(layers)
        for head in range(heads)
    ]
    tests = with_holm(single)
    return {
        "n": len(kept),
        "skipped": len(values) - len(kept),
        **groups,
        "by_head": [tests[layer * heads : (layer + 1) * heads] for layer in range(layers)],
    }


def with_holm(tests: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Tests with `p_holm`, p corrected for all of them.

    Args:
        tests: every one that is shown together, each with `p`.
    """
    values = holm([test["p"] for test in tests])
    return [{**test, "p_holm": p} for test, p in zip(tests, values, strict=True)]


def word_crossing(items: Sequence[Mapping[str, Any]]) -> Crossing:
    """[sentence] number of its person word with the counterpart, and of its target.

    Args:
        items: see `counterparts.Sentences`.
    """
    persons: dict[frozenset[str], int] = {}
    targets: dict[str, int] = {}
    pairs = [frozenset(_word(item[side], "attribute") for side in item) for item in items]
    words = [_word(item["original"], "target") for item in items]
    return (
        [persons.setdefault(pair, len(persons)) for pair in pairs],
        [targets.setdefault(word, len(targets)) for word in words],
    )


def _word(side: Mapping[str, Any], which: str) -> str:
    start, stop = side[which]
    return str(side["text"][start:stop]).casefold()


def words_note(differences: np.ndarray, persons: np.ndarray, targets: np.ndarray) -> str | None:
    """Why a mean over sentences has neither an interval nor a test; None where it has both.

    Args:
        differences: [sentence].
        persons, targets: as `word_crossing`, of the same sentences.
    """
    if note := interval_note(differences.tolist(), "sentence"):
        return note
    fewest = min(len(set(persons.tolist())), len(set(targets.tolist())))
    if fewest < min(FEWEST_CLUSTERS, len(differences)):
        return f"needs at least {FEWEST_CLUSTERS} person words and targets"
    return None


def _group(
    first: np.ndarray,
    second: np.ndarray,
    picked: np.ndarray,
    persons: np.ndarray,
    targets: np.ndarray,
) -> dict[str, Any]:
    """Test of the mean over a group of heads."""
    count = int(picked.sum())
    if not count:
        nothing = dict.fromkeys((*_OF_GROUP, "interval_note"))
        return {"heads": 0, "n": 0, **nothing}
    mean_first, mean_second = (side[:, picked].mean(axis=1) for side in (first, second))
    differences = mean_first - mean_second
    alone = paired_t_test(mean_first.tolist(), mean_second.tolist())
    return {
        "heads": count,
        **alone,
        **crossed_increase_test(differences, persons, targets),
        "t_by_sentence": alone["t"],
        "interval_note": words_note(differences, persons, targets),
    }


def _head(differences: np.ndarray, persons: np.ndarray, targets: np.ndarray) -> dict[str, Any]:
    """Test of a single head."""
    alone = paired_t_test(differences.tolist(), [0.0] * len(differences))
    test = crossed_increase_test(differences, persons, targets)
    return {**alone, "t": test["t"], "p": test["p"]}
