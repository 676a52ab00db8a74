"""The same pairs under two models, or one model with and without an intervention."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.measures.pairs.distance import distance_change
from engine.measures.pairs.quality import edits_between
from engine.measures.pairs.summary import UNTYPED
from engine.measures.pairs.word_pairs import mean_note
from engine.statistics import (
    LEVEL,
    detectable_difference,
    holm,
    mcnemar_test,
)
from engine.statistics.clusters import (
    clustered_change_interval,
    clustered_mean_interval,
    numbered,
    sign_flip_test,
)

if TYPE_CHECKING:
    import pandas as pd


TOWARD, AWAY = "toward", "away"
LESS_COMPARED = "This model minus the other"  # how a change is said


def comparison_frame(first: pd.DataFrame, second: pd.DataFrame) -> pd.DataFrame:
    """Both models' differences pair by pair, for the scatter and the list of flips.

    Args:
        first: what `pair_frame` returned for one model.
        second: the same pairs in the same order for the other.

    Returns:
        Rows that both could score: the columns that describe the pair,
        `difference_first`, `difference_second`, `change` (second - first, nats),
        `prefers_first`, `prefers_second`, and `flip`: `toward` the stereotype, `away` from
        it, or empty.
    """
    sentences = ["sent_more", "sent_less"]
    if (
        len(first) != len(second)
        or not (first[sentences].to_numpy() == second[sentences].to_numpy()).all()
    ):
        raise ValueError("the two tables hold different pairs")
    both = first["scored"].to_numpy() & second["scored"].to_numpy()
    described = [
        name
        for name in (
            "row",
            *sentences,
            "stereo_antistereo",
            "bias_type",
            "flags",
            "clean",
            "word_pair",
        )
        if name in first
    ]
    frame = first.loc[both, described].copy()
    frame["difference_first"] = first.loc[both, "difference"].to_numpy()
    frame["difference_second"] = second.loc[both, "difference"].to_numpy()
    frame["change"] = frame["difference_second"] - frame["difference_first"]
    frame["prefers_first"] = first.loc[both, "prefers_stereotype"].to_numpy(bool)
    frame["prefers_second"] = second.loc[both, "prefers_stereotype"].to_numpy(bool)
    frame["flip"] = ""
    frame.loc[~frame["prefers_first"] & frame["prefers_second"], "flip"] = TOWARD
    frame.loc[frame["prefers_first"] & ~frame["prefers_second"], "flip"] = AWAY
    return frame


def summarise_comparison(frame: pd.DataFrame, seed: int = 0) -> dict[str, Any]:
    """Figures of a comparison.

    Args:
        frame: what `comparison_frame` returned.
        seed: of the bootstrap interval.

    Returns:
        `n` pairs, `word_pairs` that they swap, `preferred_first` and `preferred_second` (how many
        prefer the stereotype), `score_first` and `score_second` (percent of them), `score_change`
        with `score_change_interval` (percentage points, paired bootstrap of word pairs; that of a
        difference of paired shares where all do the same, as where none changes; None where too few
        word pairs are shared), `distance_change` (how much further the second score is from 50 than
        the first, percentage points), `detectable_change` (points, with 80% power, from the
        interval's width), `flips_toward`, `flips_away`, `flips` (pairs that change side),
        `mcnemar_p` (exact, by word pair), `mean_change` (nats) with its interval, which is None
        where `mean_change_interval_note` says why, `by_type` (the scores, flips, McNemar's p and
        distance from 50 of each bias type, `p_holm` and `distance_p_holm` over the types; largest
        first) and `seed`.
    """
    if frame.empty:
        raise InputTextError("No pair could be scored under both models.")
    toward, away = (int((frame["flip"] == name).sum()) for name in (TOWARD, AWAY))
    first, second = frame["prefers_first"], frame["prefers_second"]
    score_first, score_second = (float(100 * side.mean()) for side in (first, second))
    moves = 100 * (second.astype(float) - first.astype(float))
    words = numbered(frame["word_pair"])
    bounds = clustered_change_interval(moves.to_numpy(float) / 100, words, seed)
    if bounds is not None:
        bounds = 100 * bounds[0], 100 * bounds[1]
    nats = clustered_mean_interval(frame["change"].tolist(), words, seed)
    return {
        "n": len(frame),
        "word_pairs": int(words.max()) + 1,
        "preferred_first": int(first.sum()),
        "preferred_second": int(second.sum()),
        "score_first": score_first,
        "score_second": score_second,
        "score_change": float(moves.mean()),
        "score_change_interval": None if bounds is None else list(bounds),
        "detectable_change": None if bounds is None else detectable_difference(*bounds),
        **distance_change(first, second, words),
        "flips_toward": toward,
        "flips_away": away,
        "flips": toward + away,
        "mcnemar_p": _flips_p(frame),
        "mean_change": float(frame["change"].mean()),
        "mean_change_interval": None if nats is None else list(nats),
        "mean_change_interval_note": mean_note(frame["change"].tolist(), words, nats),
        "by_type": changes_by_type(frame),
        "seed": seed,
    }


def at_odds(found: Mapping[str, Any]) -> str:
    """Why a change is not called clear though its interval or its test alone finds one.

    Args:
        found: `score_change_interval` and `mcnemar_p`.

    Returns:
        Half a sentence without its full stop; empty where both agree, or one of them is missing.
    """
    bounds, p = found["score_change_interval"], found["mcnemar_p"]
    if bounds is None or p is None or (p < LEVEL) != (bounds[0] <= 0 <= bounds[1]):
        return ""
    return "interval and test disagree; a change is called clear only if both find it"


def _flips_p(rows: pd.DataFrame) -> float:
    """McNemar's exact p by word pair: pairs that swap the same words turn together."""
    signs = [{TOWARD: 1, AWAY: -1}.get(flip, 0) for flip in rows["flip"]]
    found = sign_flip_test(signs, numbered(rows["word_pair"]))
    return mcnemar_test(0, 0) if found is None else found


def changes_by_type(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """The two scores of each bias type on the same pairs; empty where the data has no types.

    Args:
        frame: what `comparison_frame` returned.
    """
    if "bias_type" not in frame:
        return []
    types: list[dict[str, Any]] = []
    for name, rows in frame.groupby(frame["bias_type"].fillna("").replace("", UNTYPED)):
        toward, away = (int((rows["flip"] == side).sum()) for side in (TOWARD, AWAY))
        first, second = rows["prefers_first"], rows["prefers_second"]
        types.append(
            {
                "bias_type": str(name),
                "n": len(rows),
                "score_first": float(100 * first.mean()),
                "score_second": float(100 * second.mean()),
                **distance_change(first, second, numbered(rows["word_pair"])),
                "flips_toward": toward,
                "flips_away": away,
                "mcnemar_p": _flips_p(rows),
            }
        )
    types.sort(key=lambda entry: (-entry["n"], entry["bias_type"]))
    for name, corrected in (("mcnemar_p", "p_holm"), ("distance_p", "distance_p_holm")):
        for entry, p in zip(types, holm([entry[name] for entry in types]), strict=True):
            entry[corrected] = p
    return types


# --- control ------------------------------------------------------------------------------
# Neutral control pairs: the words that a set exchanges, in sentences that say nothing.
#
# A score away from 50 is read as stereotyping. It may come from the exchanged words alone: a
# rare word makes everything around it less likely, whatever is said. Pikuliak et al. 2023
# therefore put the same groups into sentences for which a sound measure must answer
# differently, and found that it does not. The control here follows that thought without
# anyone writing sentences: from every pair the exchanged words are taken ("women" / "men"),
# and both are put into the same carrier sentences that only mention a word ("The next word on
# the list is women."). They are grammatical for any word, in any number, and state nothing
# about anybody, so nothing in them can be stereotyped: 50 is expected. The words keep the
# sides that they have in the data, so a control score near the score of the data means that
# the words, not the stereotypes, explain it.
#
# Limits: a word that is mentioned is used differently from one that names somebody; words of
# several pieces and of both sides are compared as in the data, but sentence-initial capitals
# are kept; only the places where one to three words are swapped for one to three others are
# used; a difference by negation or word order has no control; the carriers are English
# unless others are given.

CARRIERS = (
    "The next word on the list is {words}.",
    "Somebody had written {words} on the blackboard.",
    "The first line of the page reads {words} and nothing else.",
)
MOST_WORDS = 3


def control_pairs(pairs: pd.DataFrame, carriers: Sequence[str] = CARRIERS) -> pd.DataFrame:
    """Control pairs of a set, one a carrier for each distinct exchange of words.

    Args:
        pairs: one row a pair, with `sent_more` and `sent_less`.
        carriers: sentences with `{words}` where the exchanged words go.

    Returns:
        `sent_more`, `sent_less`, `words_more`, `words_less`, `carrier`; empty where the set
        has no usable exchange.
    """
    import pandas as pd

    if any("{words}" not in carrier for carrier in carriers):
        raise ValueError("every carrier needs {words}")
    rows = [
        (carrier.replace("{words}", more), carrier.replace("{words}", less), more, less, carrier)
        for more, less in exchanges(pairs)
        for carrier in carriers
    ]
    columns = ["sent_more", "sent_less", "words_more", "words_less", "carrier"]
    return pd.DataFrame(rows, columns=columns)


def exchanges(pairs: pd.DataFrame) -> list[tuple[str, str]]:
    """Distinct (words of sent_more, words of sent_less) that are swapped for each other.

    "She" / "He" at the start of a sentence and "she" / "he" inside one are the same exchange.
    """
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for more, less in zip(pairs["sent_more"], pairs["sent_less"], strict=True):
        for edit in edits_between(more, less)[0]:
            sides = (edit.more, edit.less)
            if all(1 <= len(side) <= MOST_WORDS for side in sides) and all(
                word[0].isalnum() for side in sides for word in side
            ):
                pair = (" ".join(edit.more), " ".join(edit.less))
                found.setdefault((pair[0].casefold(), pair[1].casefold()), pair)
    return list(found.values())


def control_summary(frame: pd.DataFrame, band: float) -> dict[str, Any]:
    """Score of the control: how often the words alone are enough.

    A distinct exchange is one case, whatever number of pairs repeat it; it counts for
    `sent_more` when its mean difference over the carriers exceeds the band.

    Args:
        frame: the scored control pairs, see `frame.pair_frame`.
        band: differences within it are ties, nats.

    Returns:
        `n` exchanges, `ties`, `score` (percent, 50 expected), `interval` (95%, Wilson), `p`
        (exact, against 50, ties left out), `detectable` (points from 50 that would be detected
        with 80% power), `mean_difference` (nats) and `carriers`.
    """
    from engine.measures.pairs.summary import detectable_points
    from engine.statistics import binomial_test, wilson

    scored = frame[frame["scored"]]
    means = scored.groupby(["words_more", "words_less"], sort=False)["difference"].mean()
    n, more, less = len(means), int((means > band).sum()), int((means < -band).sum())
    return {
        "n": n,
        "ties": n - more - less,
        "score": 100 * more / n if n else None,
        "interval": [100 * bound for bound in wilson(more, n)] if n else None,
        "p": binomial_test(more, more + less),
        "detectable": detectable_points(more + less),
        "mean_difference": float(means.mean()) if n else None,
        "carriers": int(frame["carrier"].nunique()),
    }
