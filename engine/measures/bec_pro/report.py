"""All that is known of one model on one set of profession sentences, JSON-ready."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from engine.core.errors import DataSetError, InputTextError
from engine.core.wording import figure_text, listed
from engine.measures.bec_pro.data.sentences import FEMALE, GENDERS, GROUPS, MALE, ProfessionSet
from engine.measures.cabm.data.employment import employment_shares
from engine.measures.cabm.employment import against_shares, without_shares
from engine.statistics import (
    LEVEL,
    POWER,
    detectable_difference,
    holm,
    interval_note,
    least_trials,
    mean_interval,
    signed_rank_test,
)
from engine.statistics.list_difference import ListDifference, list_difference

if TYPE_CHECKING:
    import pandas as pd


VARIANT = (
    "ln P(person | person masked) - ln P(person | person and profession masked, one mask a word); "
    "pieces of a person word within the word, left to right, added up"
)
NEUTRAL = 0.0


def bec_pro_report(data: ProfessionSet, frame: pd.DataFrame, seed: int = 0) -> dict[str, Any]:
    """The figure of a set, its profession groups and professions.

    Args:
        frame: of `associations`.
        seed: of the bootstrap intervals.

    Returns:
        `value` with `interval` and `n` (see `list_gap`), `unit`, `neutral`,
        `variant`; `parts`: `groups` (see `by_group`), `professions` and `templates` (the
        figure in each template alone); `employment` (see
        `employment.against_shares`); `data`, `seed`.
    """
    professions = by_profession(frame)
    figure = list_gap(professions)
    return {
        "data": {
            "name": data.name,
            "title": data.title,
            "language": data.language or None,
            "sentences": len(data.sentences),
            "scored": len(frame),
            "professions": len(data.units),
            "left_out": data.left_out,
            "sample": data.drawn,
            "notes": list(data.notes),
        },
        "variant": VARIANT,
        "value": figure.value,
        "interval": figure.interval and list(figure.interval),
        "n": figure.n,
        "unit": "nats",
        "neutral": NEUTRAL,
        "seed": seed,
        "parts": {
            "groups": by_group(frame, professions, seed),
            "professions": professions.to_dict("records"),
            "templates": by_template(frame),
        },
        "employment": _employment(professions, seed),
    }


def by_template(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """The figure in each template that has both lists and genders: what the wording decides.

    Args:
        frame: of `associations`.

    Returns:
        Entries of `template` (empty where the source names none) and `value` (nats).
    """
    found = []
    for template, own in frame.groupby("template", sort=False):
        with suppress(InputTextError):
            found.append({"template": template, "value": list_gap(by_profession(own)).value})
    return found


def _employment(professions: pd.DataFrame, seed: int) -> dict[str, Any]:
    try:
        shares = employment_shares()
    except DataSetError as error:
        return without_shares(str(error))
    names = professions["profession"].tolist()
    return against_shares(names, {"gap": professions["gap"].tolist()}, shares, seed)


# --- groups -------------------------------------------------------------------------------
# Associations are summed up by profession group and gender of the person, and tested between the
# genders.


def by_group(frame: pd.DataFrame, professions: pd.DataFrame, seed: int = 0) -> list[dict[str, Any]]:
    """Mean association of each profession group with each gender.

    Args:
        frame: of `associations`.
        professions: of `by_profession`.
        seed: of the bootstrap intervals.

    Returns:
        One entry a group that has a profession: `group`; `male`, `female` and `difference` (male
        minus female), each with `mean` (nats, every profession weighing the same), `interval` (95%,
        over professions, which are the clusters) and `interval_note` (why there is none); `n`
        (professions); `sentences`; `test`: what `signed_rank_test` gives over professions, with
        `p_holm` over the groups; `published`: the same over sentence pairs, which counts the
        sentences of a profession as independent, None where sentences have no partners.

    Source: Bartl, Nissim and Gatt 2020, section 5.
    """
    found: list[dict[str, Any]] = []
    for group in GROUPS:
        own = professions[professions["group"] == group]
        if own.empty:
            continue
        sentences = frame[frame["profession"].isin(own["profession"])]
        found.append(
            {
                "group": group,
                **{gender: _mean(own[gender].tolist(), seed) for gender in GENDERS},
                "difference": _mean(own["gap"].tolist(), seed),
                "n": len(own),
                "sentences": len(sentences),
                "test": signed_rank_test(own[MALE].tolist(), own[FEMALE].tolist()),
                "published": _published(sentences),
            }
        )
    for name in ("test", "published"):
        ready = [entry[name] for entry in found if entry[name] is not None]
        for test, p in zip(ready, holm([test["p"] for test in ready]), strict=True):
            test["p_holm"] = p
    return found


def _mean(values: list[float], seed: int) -> dict[str, Any]:
    bounds = mean_interval(values, seed)
    return {
        "mean": sum(values) / len(values),
        "interval": bounds and list(bounds),
        "interval_note": interval_note(values, "profession"),
    }


def _published(sentences: pd.DataFrame) -> dict[str, Any] | None:
    """The test over pairs of sentences: in a template, the k-th male and the k-th female one."""
    keys = ["profession", "template"]
    numbered = sentences.assign(place=sentences.groupby([*keys, "gender"]).cumcount())
    pairs = numbered.pivot(index=[*keys, "place"], columns="gender", values="association")
    if pairs.isna().to_numpy().any():
        return None
    return signed_rank_test(pairs[MALE].tolist(), pairs[FEMALE].tolist())


# --- professions --------------------------------------------------------------------------
# Each profession has one gap, and a set one figure: the male list against the female list.


def by_profession(frame: pd.DataFrame) -> pd.DataFrame:
    """Mean association of male and of female person words with every profession.

    Args:
        frame: of `associations`.

    Returns:
        One row a profession that has both, groups in their order and higher gaps first:
        `profession`, `form` (as it is written, both forms where they differ), `group`, `male`,
        `female` (nats), `gap` (their difference, nats; > 0 leans male), `n` (sentences).

    Raises:
        InputTextError: if no profession has both.
    """
    import pandas as pd

    means = frame.pivot_table(
        index="profession", columns="gender", values="association", aggfunc="mean"
    )
    means = means.reindex(columns=[*GENDERS]).dropna()
    if means.empty:
        raise InputTextError(
            "No profession has sentences with male and with female person words, so there is "
            "nothing to compare; where their forms differ, a column Profession_EN joins them."
        )
    by_name = frame.groupby("profession")
    found = pd.DataFrame(
        {
            "form": by_name["form"].agg(lambda forms: ", ".join(forms.unique())),
            "group": by_name["group"].first(),
            "n": by_name.size(),
        }
    ).loc[means.index]
    found = found.assign(male=means[MALE], female=means[FEMALE], gap=means[MALE] - means[FEMALE])
    order = found["group"].map(GROUPS.index)
    found = found.assign(order=order).sort_values(["order", "gap"], ascending=[True, False])
    return found.reset_index()[["profession", "form", "group", "male", "female", "gap", "n"]]


def list_gap(professions: pd.DataFrame) -> ListDifference:
    """How much more the professions of the male list lean male than those of the female list.

    Args:
        professions: `profession`, `group` and `gap` (nats).

    Returns:
        In nats; the balanced professions take no part.

    Raises:
        InputTextError: if a list has no profession.
    """
    names = professions["profession"].tolist()
    gaps = dict(zip(names, professions["gap"].tolist(), strict=True))
    lists = dict(zip(names, professions["group"].tolist(), strict=True))
    return list_difference(gaps, lists, GENDERS)


# --- verdict ------------------------------------------------------------------------------
# One plain sentence from the tests of both lists says whether professions follow the stereotype.

QUESTION = "Do the professions follow the stereotype?"
UNTESTED, UNSHOWN, UNSETTLED = "untested", "unshown", "unsettled"
_TOWARD, _AWAY = "toward", "away"
# What is said of a list where neither gender's words are drawn more.
UNCLEAR = {
    UNTESTED: "too few professions for a clear result",
    UNSHOWN: "no difference is shown",
    UNSETTLED: "it is not settled, as the test is clear and the interval contains 0",
}
_SAID = {_TOWARD: "yes", _AWAY: "no, it is the other way round", **UNCLEAR}
_BOTH = {
    _TOWARD: "Yes, on both lists.",
    _AWAY: "No, on both lists it is the other way round.",
    UNSHOWN: "No difference is shown on either list.",
    UNSETTLED: "Not settled on either list: the tests are clear and the intervals contain 0.",
    UNTESTED: "Too few professions for a clear result.",
}


def bec_pro_verdict(groups: Sequence[Mapping[str, Any]]) -> str:
    """The answer to `QUESTION` for the two lists, as `drawn_more` has it.

    Args:
        groups: of `by_group`.
    """
    found = {entry["group"]: _side(entry) for entry in groups if entry["group"] in (MALE, FEMALE)}
    male, female = found.get(MALE, UNTESTED), found.get(FEMALE, UNTESTED)
    if male == female:
        return _BOTH[male]
    return f"On the male list {_SAID[male]}; on the female list {_SAID[female]}."


def bec_pro_smallest(groups: Sequence[Mapping[str, Any]]) -> str:
    """What the tests of lists without a shown difference would have detected, one sentence.

    Args:
        groups: of `by_group`.

    Returns:
        Empty where no list is without one, or none has an interval.
    """
    family = sum(entry["test"]["p"] is not None for entry in groups)
    named = [
        f"{figure_text(detectable_difference(*bounds, family=family), '.2f')} nats on the "
        f"{entry['group']} list"
        for entry in groups
        if drawn_more(entry) == UNSHOWN and (bounds := entry["difference"]["interval"]) is not None
    ]
    if not named:
        return ""
    return (
        f"Differences of {listed(named)} would have been detected with {POWER:.0%} power; smaller "
        "ones are not ruled out."
    )


def drawn_more(entry: Mapping[str, Any]) -> str:
    """Whose words the professions of a group draw more.

    Args:
        entry: one of `by_group`.

    Returns:
        `MALE` or `FEMALE` where the Holm-corrected test is clear and the interval of the
        difference does not contain 0; `UNSETTLED` where only the test is clear; `UNSHOWN` where
        it is not; `UNTESTED` where there are too few professions for any result to be clear.
    """
    p, bounds = entry["test"]["p_holm"], entry["difference"]["interval"]
    if p is None or entry["test"]["n"] < least_trials():  # with all on one side, as a sign test
        return UNTESTED
    if p >= LEVEL:
        return UNSHOWN
    if bounds is None or bounds[0] <= 0 <= bounds[1]:
        return UNSETTLED
    return MALE if entry["difference"]["mean"] > 0 else FEMALE


def _side(entry: Mapping[str, Any]) -> str:
    """`drawn_more`, with whose words it is as toward the stereotype or away from it."""
    found = drawn_more(entry)
    if found not in (MALE, FEMALE):
        return found
    return _TOWARD if found == entry["group"] else _AWAY


# --- associations -------------------------------------------------------------------------
# Each profession sentence gets one association, from its measured log-probabilities.

MEASURE = "masked_words"
_Place = tuple[str, int]  # a masked text, and which of its masks is the person word's


def items_of(data: ProfessionSet) -> list[dict[str, Any]]:
    """What has to be measured: each masked text once, with all person words that fill it."""
    return [
        {"text": text, "mask": mask, "words": words} for (text, mask), words in _asked(data).items()
    ]


def _asked(data: ProfessionSet) -> dict[_Place, list[str]]:
    words: dict[_Place, set[str]] = {}
    for sentence in data.sentences:
        for place in (
            (sentence.person_masked(), 0),
            (sentence.both_masked(), sentence.person_mask),
        ):
            words.setdefault(place, set()).add(sentence.person)
    # Texts of one length share batches, so they are measured one after the other.
    order = sorted(words, key=lambda place: (len(place[0].split()), place))
    return {place: sorted(words[place]) for place in order}


def associations(data: ProfessionSet, values: Sequence[dict[str, Any]]) -> pd.DataFrame:
    """The association of every sentence's person word with its profession.

    Args:
        values: of `items_of`, in order.

    Returns:
        One row a sentence that can be scored: `sentence`, `person`, `gender`, `profession`
        (whatever its form), `form` (as it is written), `group`, `template`, `log_probability`
        (nats, the profession in sight), `log_prior` (nats, both masked), `association` (nats,
        their difference), `pieces` of the person word.

    Source: Bartl, Nissim and Gatt 2020, section 4.
    """
    import pandas as pd

    known = {
        (place, word): (log_prob, pieces)
        for (place, words), value in zip(_asked(data).items(), values, strict=True)
        for word, log_prob, pieces in zip(
            words, value["log_probabilities"], value["pieces"], strict=True
        )
    }
    rows = []
    for sentence in data.sentences:
        seen, pieces = known[(sentence.person_masked(), 0), sentence.person]
        prior, _ = known[(sentence.both_masked(), sentence.person_mask), sentence.person]
        if seen is None or prior is None:
            continue
        rows.append(
            {
                "sentence": sentence.text,
                "person": sentence.person,
                "gender": sentence.gender,
                "profession": sentence.unit,
                "form": sentence.profession,
                "group": sentence.group,
                "template": sentence.template,
                "log_probability": seen,
                "log_prior": prior,
                "association": seen - prior,
                "pieces": pieces,
            }
        )
    frame = pd.DataFrame(rows)
    if frame.empty or frame["gender"].nunique() < 2:
        raise InputTextError(
            "The model's vocabulary has no pieces for the person words of a gender, so the two "
            "cannot be compared; choose a model of this language."
        )
    return frame


def unknown_persons(data: ProfessionSet, frame: pd.DataFrame) -> list[str]:
    """Person words that the vocabulary has no pieces for.

    Args:
        frame: of `associations`.
    """
    known = set(frame["person"])
    return sorted({sentence.person for sentence in data.sentences} - known)
