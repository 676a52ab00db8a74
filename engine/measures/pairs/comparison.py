"""The same pairs under two models, or one model with and without an intervention."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.measures.pairs.summary import UNTYPED
from engine.statistics import detectable_difference, holm, mcnemar_test, mean_interval

if TYPE_CHECKING:
    import pandas as pd

TOWARD, AWAY = "toward", "away"


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
        for name in ("row", *sentences, "stereo_antistereo", "bias_type", "flags", "clean")
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
        `n` pairs, `preferred_first` and `preferred_second` (how many prefer the stereotype),
        `score_first` and `score_second` (percent of them), `score_change` with
        `score_change_interval` (percentage points, paired bootstrap), `distance_change` (how much
        further the second score is from 50 than the first, percentage points),
        `detectable_change` (points, with 80% power, from the interval's width), `flips_toward`,
        `flips_away`, `flips` (pairs that change side), `mcnemar_p` (exact), `mean_change`
        (nats) with its interval, `by_type` (the scores, flips and McNemar's p of each bias type,
        `p_holm` over the types; largest first) and `seed`.
    """
    if frame.empty:
        raise InputTextError("No pair could be scored under both models.")
    toward, away = (int((frame["flip"] == name).sum()) for name in (TOWARD, AWAY))
    moves = 100 * (frame["prefers_second"].astype(float) - frame["prefers_first"].astype(float))
    intervals = [mean_interval(part.tolist(), seed) for part in (moves, frame["change"])]
    return {
        "n": len(frame),
        "preferred_first": int(frame["prefers_first"].sum()),
        "preferred_second": int(frame["prefers_second"].sum()),
        "score_first": float(100 * frame["prefers_first"].mean()),
        "score_second": float(100 * frame["prefers_second"].mean()),
        "score_change": float(moves.mean()),
        "distance_change": further_from_neutral(
            float(100 * frame["prefers_first"].mean()), float(100 * frame["prefers_second"].mean())
        ),
        "score_change_interval": None if intervals[0] is None else list(intervals[0]),
        "detectable_change": None if intervals[0] is None else detectable_difference(*intervals[0]),
        "flips_toward": toward,
        "flips_away": away,
        "flips": toward + away,
        "mcnemar_p": mcnemar_test(away, toward),
        "mean_change": float(frame["change"].mean()),
        "mean_change_interval": None if intervals[1] is None else list(intervals[1]),
        "by_type": compared_types(frame),
        "seed": seed,
    }


def further_from_neutral(first: float, second: float) -> float:
    """How much further a second score is from 50 than a first, percentage points; < 0 is nearer."""
    return abs(second - 50) - abs(first - 50)


def compared_types(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """The two scores of each bias type on the same pairs; empty where the data has no types.

    Args:
        frame: what `comparison_frame` returned.
    """
    if "bias_type" not in frame:
        return []
    types: list[dict[str, Any]] = []
    for name, rows in frame.groupby(frame["bias_type"].fillna("").replace("", UNTYPED)):
        toward, away = (int((rows["flip"] == side).sum()) for side in (TOWARD, AWAY))
        first, second = (
            float(100 * rows[column].mean()) for column in ("prefers_first", "prefers_second")
        )
        types.append(
            {
                "bias_type": str(name),
                "n": len(rows),
                "score_first": first,
                "score_second": second,
                "distance_change": further_from_neutral(first, second),
                "flips_toward": toward,
                "flips_away": away,
                "mcnemar_p": mcnemar_test(away, toward),
            }
        )
    types.sort(key=lambda entry: (-entry["n"], entry["bias_type"]))
    for entry, corrected in zip(types, holm([entry["mcnemar_p"] for entry in types]), strict=True):
        entry["p_holm"] = corrected
    return types
