"""One pair's stored value read: its score under sum, mean or the published rules, its tokens."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.measures.pairs.alignment import LESS, MORE
from engine.measures.pairs.variants import MEAN, SHARED, Variant, check_reduction

if TYPE_CHECKING:
    import pandas as pd

TIE_BAND = 1e-3  # nats; batching alone moves a sentence's score by about 1e-5
PUBLISHED_DECIMALS = 3


@dataclass(frozen=True)
class Scores:
    """Scores of the two sides of one pair, nats, higher is more likely."""

    more: float
    less: float

    @property
    def difference(self) -> float:
        """score_more - score_less; above 0 the stereotype is preferred."""
        return self.more - self.less


def side_score(
    side: dict[str, Any],
    variant: Variant,
    reduction: str | None = None,
    only: list[int] | None = None,
) -> float | None:
    """Score of one sentence from what its tokens were given.

    Args:
        side: `more` or `less` of a value.
        reduction: `sum` or `mean`; None for the variant's own.
        only: indices of the tokens to add up; those the variant scores by default.

    Returns:
        Nats, higher is more likely; None if no token was read.
    """
    if only is None:
        only = list(range(len(side["tokens"])))
        if variant.tokens == SHARED:
            only = [index for index in only if side["shared"][index]]
    given = side["log_probabilities"]
    weights = side.get("weights")
    parts = [
        given[index] * (1.0 if weights is None else weights[index])
        for index in only
        if given[index] is not None
    ]
    if not parts:
        return None
    total = math.fsum(parts)
    return total / len(parts) if check_reduction(reduction, variant) == MEAN else total


def scores_of(value: dict[str, Any], variant: Variant, reduction: str | None = None) -> Scores:
    """Scores of a pair under a reduction, without computing the model again.

    Args:
        value: a scored value, not a problem.
    """
    if check_reduction(reduction, variant) == variant.reduction:
        return Scores(value["score_more"], value["score_less"])
    more, less = (side_score(value[side], variant, reduction) for side in (MORE, LESS))
    return Scores(_known(more), _known(less))


def published_scores(value: dict[str, Any], variant: Variant, antistereo: bool) -> Scores:
    """Scores as the released script gives them: its alignment, rounded to 3 decimals.

    Args:
        antistereo: the row's direction; the script then aligns `sent_less` first.

    Source: Nangia et al. 2020, released script.
    """
    found = scores_of(value, variant)
    script_first = LESS if antistereo else MORE
    if value.get("first", script_first) != script_first:
        sides = [
            side_score(value[side], variant, only=[pair[number] for pair in value["other_shared"]])
            for number, side in enumerate((MORE, LESS))
        ]
        found = Scores(_known(sides[0]), _known(sides[1]))
    return Scores(round(found.more, PUBLISHED_DECIMALS), round(found.less, PUBLISHED_DECIMALS))


def _known(score: float | None) -> float:
    if score is None:
        raise ValueError("a scored value has at least one token read on either side")
    return score


def shared_differences(value: dict[str, Any]) -> list[float]:
    """Difference that each shared token makes, nats; tokens not read on both sides left out."""
    more, less = (
        [
            given
            for given, shared in zip(side["log_probabilities"], side["shared"], strict=True)
            if shared
        ]
        for side in (value[MORE], value[LESS])
    )
    return [
        first - second
        for first, second in zip(more, less, strict=True)
        if first is not None and second is not None
    ]


def decided_by_one(value: dict[str, Any], variant: Variant, band: float = TIE_BAND) -> bool:
    """Whether one shared token explains the sign: without it the preference is gone or turned.

    Only defined where tokens add up to the score; False for the variants that take a mean.
    """
    difference = value["difference"]
    if variant.reduction == MEAN or abs(difference) <= band:
        return False
    sign = 1 if difference > 0 else -1
    largest = max((sign * part for part in shared_differences(value)), default=0.0)
    return sign * difference - largest <= band


def aligned_tokens(value: dict[str, Any], item: dict[str, str]) -> pd.DataFrame:
    """The tokens of a pair side by side, for the strips and the waterfall.

    Args:
        value: a scored value.
        item: the pair it was computed from.

    Returns:
        One row a shared token pair or a modified token, in reading order: `state` (`shared`
        or `modified`), and for each side `token` (as the tokenizer writes it), `text` (as the
        sentence writes it), `start`, `stop` (characters), `log_probability` (nats), `top`,
        each with `_more` or `_less`, missing where the other side has no such token;
        `difference` (nats, above 0 toward the stereotype) where both were read.
    """
    import pandas as pd

    rows = []
    more, less = (list(_tokens(value[side], item[f"sent_{side}"])) for side in (MORE, LESS))
    while more or less:
        row: dict[str, Any] = {}
        if more and not more[0]["shared"]:
            row |= {"state": "modified", **_named(more.pop(0), MORE)}
        elif less and not less[0]["shared"]:
            row |= {"state": "modified", **_named(less.pop(0), LESS)}
        else:
            row |= {"state": SHARED, **_named(more.pop(0), MORE), **_named(less.pop(0), LESS)}
        rows.append(row)
    columns = [f"{name}_{side}" for side in (MORE, LESS) for name in _COLUMNS]
    frame = pd.DataFrame(rows, columns=["state", *columns])
    places = [name for name in columns if name.startswith(("start", "stop"))]
    frame = frame.astype(dict.fromkeys(places, "Int64"))
    first, second = (frame[f"log_probability_{side}"].astype(float) for side in (MORE, LESS))
    return frame.assign(difference=first - second)


_COLUMNS = ("token", "text", "start", "stop", "log_probability", "top")


def _tokens(side: dict[str, Any], sentence: str) -> list[dict[str, Any]]:
    return [
        {
            "token": token,
            "text": sentence[start:stop],
            "start": start,
            "stop": stop,
            "log_probability": log_probability,
            "top": top,
            "shared": shared,
        }
        for token, (start, stop), log_probability, top, shared in zip(
            side["tokens"],
            side["offsets"],
            side["log_probabilities"],
            side["top"],
            side["shared"],
            strict=True,
        )
    ]


def _named(token: dict[str, Any], side: str) -> dict[str, Any]:
    return {f"{name}_{side}": token[name] for name in _COLUMNS}
