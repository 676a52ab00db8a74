"""One gap a profession, and the one figure of a set: the male list against the female list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import InputTextError
from engine.measures.bec_pro.data.sentences import FEMALE, GENDERS, GROUPS, MALE
from engine.statistics.list_difference import ListDifference, list_difference

if TYPE_CHECKING:
    import pandas as pd


def by_profession(frame: pd.DataFrame) -> pd.DataFrame:
    """Mean association of male and of female person words with every profession.

    Args:
        frame: of `associations.associations`.

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
