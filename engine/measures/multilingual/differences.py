"""Gender pairs in ten languages under one model: share of pairs and S_JSD, language by language.

Languages are shown side by side and never averaged: tokenizer, training data and translation
differ with them, so a difference between two languages is no difference of bias alone.

Source: Steinborn et al. 2022.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.core.wording import counted
from engine.measures.pairs.frame import pair_frame, tie_band
from engine.measures.pairs.s_jsd import s_jsd
from engine.measures.pairs.several import smallest_of
from engine.measures.pairs.summary import most_unread, preference_parts, share
from engine.measures.pairs.variants import Variant
from engine.measures.pairs.verdict import AWAY, TOWARD, clear_side
from engine.statistics import holm
from engine.statistics.clusters import clustered_share_interval, numbered

if TYPE_CHECKING:
    import pandas as pd

PUBLISHED_NOTE = (
    "The published figures are of mBERT and XLM-R base with the authors' code (standard error "
    "about 3 points); those of other models cannot be compared with them."
)
SOURCE = "Steinborn et al. 2022, released figures"
# language -> (share in percent, S_JSD x 1000, its binary form in percent)
_PUBLISHED: dict[str, dict[str, tuple[float, float, float]]] = {
    "mBERT": {
        "en": (57, -0.05, 50), "de": (57, -1, 55), "id": (46, -3, 51), "th": (60, -4, 60),
        "fi": (44, -0.2, 50), "fr": (58, -3, 58), "zh": (54, 0.6, 50), "vi": (51, -1, 52),
        "ko": (42, 0.7, 49), "ar": (50, -1, 55),
    },
    "XLM-R base": {
        "en": (62, -1, 54), "de": (51, -2, 50), "id": (51, -4, 54), "th": (57, -4, 57),
        "fi": (51, -3, 53), "fr": (57, -5, 56), "zh": (53, -0.4, 48), "vi": (50, 0.3, 50),
        "ko": (56, 0.07, 49), "ar": (48, 1, 50),
    },
}  # fmt: skip
PUBLISHED_N = 212  # pairs of each language
_LISTED = 20  # problems that the report spells out
_WORDS = 100  # of those that the model cannot read


def language_row(
    language: str,
    name: str,
    pairs: pd.DataFrame,
    values: Sequence[Any],
    variant: Variant,
    cps_values: Sequence[Any] | None,
    seed: int = 0,
) -> dict[str, Any]:
    """Figures of one language.

    Args:
        language: two-letter code.
        name: of the language.
        pairs: with `id`, the row of the English original.
        values: of the measure `pairs` by `variant`.
        cps_values: the same by CPS, for S_JSD; None where the model has none.

    Returns:
        `language`, `name`, `value` (percent of pairs that prefer the stereotype, a tie half; 50
        neutral), `interval` (by word pair), `n`, `ties`,
        `word_pairs`, `score` (a tie as no preference), `p` (exact, against
        50), `detectable`, `parts`, `accuracy` (percent of read tokens that were the first
        choice), `mean_difference` (nats), `s_jsd` (see `s_jsd.s_jsd`, or None),
        `unread_pairs` (scored pairs with words that the model cannot read) and, where there are
        any, `unread_words`; `problems` with their row and id, and `published`. Figures are None
        where no pair could be scored.
    """
    import numpy as np

    frame = pair_frame(pairs, values, variant)
    parts = preference_parts(frame)
    known = np.array([part for part in parts if part is not None])
    scored = frame[frame["scored"]]
    bounds = clustered_share_interval(known, numbered(scored["word_pair"]))
    total = share(scored)
    right, read = int(scored["tokens_right"].sum()), int(scored["tokens_read"].sum())
    unscored = frame[frame["problem"] != ""]
    return {
        "language": language,
        "name": name,
        "value": 100 * float(known.mean()) if len(known) else None,
        "interval": None if bounds is None else [100 * bound for bound in bounds],
        "n": len(known),
        "ties": total["ties"],
        "word_pairs": total["word_pairs"],
        "score": total["score"],  # a tie as no preference, as `pairs` has it
        "p": total["p"] if len(known) else None,
        "detectable": total["detectable"],
        "tie_band": tie_band(variant),
        "parts": parts,
        "accuracy": 100 * right / read if read else None,
        "mean_difference": float(scored["difference"].mean()) if len(known) else None,
        "s_jsd": None if cps_values is None else s_jsd(cps_values, list(frame["word_pair"]), seed),
        "unread_pairs": int((scored["unread_words"] != "").sum()),
        **({"unread_words": words} if (words := most_unread(scored, _WORDS)) else {}),
        "problems": len(unscored),
        "problem_rows": [
            {"row": int(row) + 1, "id": str(number), "problem": problem}
            for row, number, problem in zip(
                unscored.index[:_LISTED], unscored["id"], unscored["problem"], strict=False
            )
        ],
        "published": published(language),
    }


def with_verdicts(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows with `p_holm` over the languages, and `verdict`: which side of 50 is clear."""
    corrected = holm([row["p"] for row in rows])
    return [
        {**row, "p_holm": p, "verdict": clear_side(row, p)}
        for row, p in zip(rows, corrected, strict=True)
    ]


def clear_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """Which languages clearly differ from 50%, and what the others could have shown.

    Args:
        rows: of `with_verdicts`.
    """
    corrected = f"Holm-corrected over {counted(len(rows), 'language')}"
    clear = [row["name"] for row in rows if row["verdict"] in (TOWARD, AWAY)]
    said = f"No language clearly differs from 50% ({corrected})."
    if clear:
        said = f"Clearly different from 50% ({corrected}): {', '.join(clear)}."
    return f"{said} {smallest_of(rows, 'language')}".rstrip()


def published_languages() -> tuple[str, ...]:
    """Languages that there are published figures of, as two-letter codes."""
    return tuple(dict.fromkeys(code for figures in _PUBLISHED.values() for code in figures))


def published(language: str) -> dict[str, dict[str, float]]:
    """Model -> `value` (percent), `s_jsd` (x 1000) and `binary` (percent) as printed."""
    return {
        model: dict(zip(("value", "s_jsd", "binary"), figures[language], strict=True))
        for model, figures in _PUBLISHED.items()
        if language in figures
    }
