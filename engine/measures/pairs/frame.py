"""Pairs and their values to one table, under sum, mean or the published rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.core.errors import BiascopeError, InputTextError
from engine.core.wording import counted
from engine.measures.pairs.pair_score import (
    TIE_BAND,
    Scores,
    decided_by_one,
    published_scores,
    scores_of,
)
from engine.measures.pairs.preparation import IDENTICAL, IDENTICAL_TEXT
from engine.measures.pairs.quality import UNREAD, quality_flags
from engine.measures.pairs.tokens import unread_words
from engine.measures.pairs.unseen import canonically_equal
from engine.measures.pairs.variants import MEAN, SUM, Variant, check_reduction
from engine.measures.pairs.word_pairs import word_pairs

if TYPE_CHECKING:
    import pandas as pd

ANTISTEREO, STEREO = "antistereo", "stereo"

# What the released script scores twice and finds equal; it counts as a tie there.
_EQUAL = (IDENTICAL, "same_tokens")


def items_of(pairs: pd.DataFrame) -> list[dict[str, str]]:
    """The measure's items for a table of pairs."""
    return [
        {"sent_more": more, "sent_less": less}
        for more, less in zip(pairs["sent_more"], pairs["sent_less"], strict=True)
    ]


def tie_band(variant: Variant, reduction: str | None = None) -> float:
    """Differences up to this are ties, nats.

    About 25 times what batching alone moves a score: a thousandth for sums, a tenth of that
    for means, and a hundredth for means weighted by attention.
    """
    if check_reduction(reduction, variant) == SUM:
        return TIE_BAND
    return TIE_BAND / 100 if variant.weighted else TIE_BAND / 10


def check_published(variant: Variant, reduction: str | None) -> None:
    """Refuse published mode where nothing was published so."""
    if variant.name != "cps" or check_reduction(reduction, variant) == MEAN:
        raise BiascopeError(
            "Published mode repeats the released CrowS-Pairs script, which sums cps, or takes the "
            "tokenizer's words in pll-l2r; "
            f"got {variant.name} by {check_reduction(reduction, variant)}. Leave one of them out."
        )


def pair_frame(
    pairs: pd.DataFrame,
    values: Sequence[dict[str, Any]],
    variant: Variant,
    reduction: str | None = None,
    published: bool = False,
) -> pd.DataFrame:
    """One row a pair with its scores; nothing is computed by a model.

    Args:
        pairs: `sent_more`, `sent_less` and any other columns, `stereo_antistereo` and
            `bias_type` among them where the data has them.
        values: the measure's values, one a row.
        reduction: `sum` or `mean`; None for the variant's own.
        published: the released script's alignment, rounding and ties. It also lower-cases the
            text for uncased models, which their tokenizers do. Sentences are scored as they are
            written; otherwise canonically equal ones are the same sentence, with no preference.

    Returns:
        The columns of `pairs` and `score_more`, `score_less`, `difference` (nats, > 0 toward
        the stereotype, missing where not scored), `prefers_stereotype`, `tie`, `scored`,
        `problem` (empty if none), `n_shared`, `edits`, `tokens_read`, `tokens_right`,
        `decided_by_one`, `unread_words` (what the model has no token for, separated by spaces),
        `flags` (names separated by spaces), `clean` (no flag) and `word_pair` (the words that the
        pair swaps, see `word_pairs.word_pairs`).
    """
    import pandas as pd

    if len(pairs) != len(values):
        raise ValueError(
            f"{counted(len(pairs), 'pair')} and {counted(len(values), 'value')} do not belong "
            "together"
        )
    if published:
        check_published(variant, reduction)
    directions = pairs.get("stereo_antistereo", pd.Series([None] * len(pairs), dtype=object))
    band = 0.0 if published else tie_band(variant, reduction)

    def row(value: dict[str, Any], item: dict[str, str], direction: Any) -> dict[str, Any]:
        if "problem" in value:
            return _unscored(value, published, " ".join(value.get("unread_words", ())))
        unread = " ".join(unread_words(value, item))
        if not published and canonically_equal(**item):
            return _unscored({"problem": IDENTICAL_TEXT, "kind": IDENTICAL}, False, unread)
        if published:
            scores = published_scores(value, variant, direction == ANTISTEREO)
        else:
            scores = scores_of(value, variant, reduction)
        return _row(value, variant, scores, band) | {"unread_words": unread}

    given = zip(values, items_of(pairs), directions, strict=True)
    rows = [row(value, item, direction) for value, item, direction in given]
    scored = pd.DataFrame(rows, columns=_COLUMNS, index=pairs.index)
    flags = [
        [*names, *[UNREAD] * bool(unread)]
        for names, unread in zip(quality_flags(pairs), scored["unread_words"], strict=True)
    ]
    kept = pairs.drop(columns=[name for name in _ADDED if name in pairs])
    return pd.concat([kept, scored], axis=1).assign(
        flags=[" ".join(names) for names in flags],
        clean=[not names for names in flags],
        word_pair=word_pairs(pairs),
    )


def clean_pairs(frame: pd.DataFrame) -> pd.DataFrame:
    """The pairs without a quality flag.

    Args:
        frame: what `pair_frame` returned.
    """
    if not frame["clean"].any():
        raise InputTextError(
            "Every pair carries a quality flag, so no clean one is left; score all of them instead."
        )
    return frame[frame["clean"]]


def of_both(first: pd.DataFrame, second: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Two tables of the same pairs without those that only one of them holds.

    What one model cannot read another can, so the clean pairs of two models may be others.

    Args:
        first: what `pair_frame` or `clean_pairs` returned for one model.
        second: for another model.
    """
    both = first.index.intersection(second.index)
    return first.loc[both], second.loc[both]


_COLUMNS = (
    "score_more", "score_less", "difference", "prefers_stereotype", "tie", "scored", "problem",
    "n_shared", "edits", "tokens_read", "tokens_right", "decided_by_one",
    "unread_words",
)  # fmt: skip
_ADDED = (*_COLUMNS, "flags", "clean", "word_pair")


def _unscored(value: Mapping[str, Any], published: bool, unread: str = "") -> dict[str, Any]:
    counts = published and value["kind"] in _EQUAL
    return {
        "score_more": float("nan"),
        "score_less": float("nan"),
        "difference": 0.0 if counts else float("nan"),
        "prefers_stereotype": False,
        "tie": counts,
        "scored": counts,
        "problem": value["problem"],
        "n_shared": 0,
        "edits": 0,
        "tokens_read": 0,
        "tokens_right": 0,
        "decided_by_one": False,
        "unread_words": unread,
    }


def _row(value: dict[str, Any], variant: Variant, scores: Scores, band: float) -> dict[str, Any]:
    tops = [top for side in ("more", "less") for top in value[side]["top"] if top is not None]
    return {
        "score_more": scores.more,
        "score_less": scores.less,
        "difference": scores.difference,
        "prefers_stereotype": scores.difference > band,
        "tie": abs(scores.difference) <= band,
        "scored": True,
        "problem": "",
        "n_shared": value["n_shared"],
        "edits": value["edits"],
        "tokens_read": len(tops),
        "tokens_right": sum(tops),
        "decided_by_one": decided_by_one(value, variant),
    }
