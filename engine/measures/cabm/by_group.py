"""Each target's numbers group by group: what its figures by male and female are drawn from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.measures.cabm.data.sentences import Groups

if TYPE_CHECKING:
    import pandas as pd

_PARTS = {"pmi": "pmi", "cosine": "cosine", "corpus": "corpus", "n": "sentences"}


def by_group(
    frame: pd.DataFrame, groups: Groups, unmasked: pd.DataFrame | None = None
) -> pd.DataFrame:
    """One row a target and group, in the order of the frame, the first group before the second.

    Args:
        frame: of `Study.frame` or `Study.scored`.
        unmasked: of `Study.unmasked`.

    Returns:
        `occupation`, `group`, `pmi` (bits), `cosine`, `corpus` (sentences of the PMI corpus that
        hold both), `sentences` (measured), and with `unmasked` `probability` of the group's word
        at the mask, mean over templates.
    """
    import pandas as pd

    both = frame if unmasked is None else frame.merge(unmasked, on="occupation", how="left")
    parts = dict(_PARTS) if unmasked is None else {**_PARTS, "p": "probability"}
    sides = [
        pd.DataFrame(
            {
                "occupation": both["occupation"],
                "group": name,
                **{title: both[f"{part}_{side}"] for part, title in parts.items()},
            }
        )
        for side, name in zip(("first", "second"), groups.names, strict=True)
    ]
    return pd.concat(sides).sort_index(kind="stable").reset_index(drop=True)
