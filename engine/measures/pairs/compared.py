"""What a model's scores are less those of the model compared with, as page and command say it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.measures.pairs.comparison import comparison_frame, summarise_comparison
from engine.measures.pairs.frame import of_both

if TYPE_CHECKING:
    import pandas as pd

COMPARED = ("difference_compared", "change", "flip")  # columns of each pair
_KEPT = (
    "n", "word_pairs", "score_change", "score_change_interval", "detectable_change",
    "distance_change", "distance_interval", "distance_p", "detectable_distance",
    "flips_toward", "flips_away", "flips", "mcnemar_p",
    "mean_change", "mean_change_interval", "mean_change_interval_note",
)  # fmt: skip
_OF_TYPE = (
    "bias_type", "n", "distance_change", "distance_interval", "distance_p", "detectable_distance",
    "flips_toward", "flips_away", "mcnemar_p", "p_holm", "distance_p_holm",
)  # fmt: skip


def less_compared(frame: pd.DataFrame, compared: pd.DataFrame, seed: int = 0) -> dict[str, Any]:
    """Figures of a model less those of the one compared with, on the pairs that both have.

    Args:
        frame: what `pair_frame` returned for the model.
        compared: for the one that it is compared with.
        seed: of the bootstrap interval.

    Returns:
        As `summarise_comparison` names them, above 0 where the model's own figure is the higher;
        `score` and `score_compared` in percent, for all pairs and in `by_type` for each type;
        `flips_toward` are pairs whose stereotyping sentence only this model prefers.
    """
    found = summarise_comparison(comparison_frame(*of_both(compared, frame)), seed)
    return {
        **_scores(found),
        **{name: found[name] for name in _KEPT},
        "by_type": [
            {**_scores(one), **{name: one[name] for name in _OF_TYPE}} for one in found["by_type"]
        ],
    }


def _scores(found: dict[str, Any]) -> dict[str, Any]:
    return {"score": found["score_second"], "score_compared": found["score_first"]}


def with_compared(frame: pd.DataFrame, compared: pd.DataFrame) -> pd.DataFrame:
    """The pairs of a model with what is known of each under the one compared with.

    Returns:
        The frame with `difference_compared` (nats), `change` (this model's difference less that
        one, nats) and `flip` (`toward` where only this model prefers the stereotyping sentence,
        `away` where only the other does); empty where one of them has no score.
    """
    both = comparison_frame(*of_both(compared, frame)).reindex(frame.index)
    found = (both["difference_first"], both["change"], both["flip"])
    return frame.assign(**dict(zip(COMPARED, found, strict=True)))
