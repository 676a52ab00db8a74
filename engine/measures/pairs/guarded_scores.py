"""Guarded precision for the measure `pairs`, in every variant and reduction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.flow import guarded
from engine.flow.asking import Ask, AskItems
from engine.flow.guarded import Guarded
from engine.measures.pairs.frame import items_of, pair_frame, tie_band
from engine.measures.pairs.pair_score import PUBLISHED_DECIMALS
from engine.measures.pairs.variants import Variant, variant_of

if TYPE_CHECKING:
    import pandas as pd

    from engine.flow.asking import Measurement


def guarded_pairs(
    pairs: pd.DataFrame,
    variant: Variant,
    fine: Ask,
    coarse: Ask | str,
    reduction: str | None = None,
    published: bool = False,
    seed: int = 0,
) -> Guarded:
    """Pairs scored in mixed precision, and in float32 where that could change a preference.

    Args:
        pairs: as `pair_frame` takes them.
        fine: measures in float32.
        coarse: measures in mixed precision, or the reason why it is not used.
        reduction: the one that the preferences are read with.
        published: the released script's rounding and ties.
    """

    def asking(ask: Ask) -> AskItems:
        return lambda items: ask("pairs", items, {"variant": variant.name})

    items: list[Any] = items_of(pairs)
    band = tie_band(variant, reduction)
    if published:  # either score may be rounded by half a unit of its last decimal
        band = max(band, 10.0**-PUBLISHED_DECIMALS)

    def differences(rows: Sequence[int], values: Sequence[Any]) -> list[float | None]:
        frame = pair_frame(pairs.iloc[list(rows)], values, variant, reduction, published)
        return [
            float(difference) if scored else None
            for difference, scored in zip(frame["difference"], frame["scored"], strict=True)
        ]

    if isinstance(coarse, str):
        return guarded.all_fine(items, asking(fine), band, coarse)
    return guarded.score_guarded(items, asking(fine), asking(coarse), differences, band, seed)


def guarded_ask(fine: Ask, coarse: Ask | str) -> Ask:
    """An `ask` that scores pairs by their own reduction in guarded precision, the rest as `fine`.

    What was scored in which precision is in the manifest, under `precision`.

    Args:
        coarse: measures in mixed precision, or the reason why it is not used.
    """

    def ask(name: str, items: list[Any], params: dict[str, Any]) -> Measurement:
        import pandas as pd

        if name != "pairs" or not items:
            return fine(name, items, params)
        variant = variant_of(params["variant"])
        return guarded_pairs(pd.DataFrame(items), variant, fine, coarse).measurement

    return ask
