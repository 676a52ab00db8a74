"""One gap a profession, and the one figure of a set: the male list against the female list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.datasets.professions.sentences import FEMALE, GENDERS, GROUPS, MALE
from engine.errors import InputTextError
from engine.statistics import mean_difference_interval

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
    found = pd.DataFrame(
        {
            "form": frame.groupby("profession")["form"].agg(lambda forms: ", ".join(forms.unique())),
            "group": frame.groupby("profession")["group"].first(),
            "n": frame.groupby("profession").size(),
        }
    ).loc[means.index]
    found = found.assign(male=means[MALE], female=means[FEMALE], gap=means[MALE] - means[FEMALE])
    order = found["group"].map(GROUPS.index)
    found = found.assign(order=order).sort_values(["order", "gap"], ascending=[True, False])
    return found.reset_index()[["profession", "form", "group", "male", "female", "gap", "n"]]


def list_difference(professions: pd.DataFrame) -> dict[str, Any]:
    """How much more the professions of the male list lean male than those of the female list.

    Args:
        professions: `group` and `gap`, one row a profession.

    Returns:
        `value` (mean gap of the male list minus that of the female list, in the gap's unit; > 0:
        toward the stereotype, 0 is neutral), `interval` (95%, Welch, over professions; None where
        a list has one), `n` (professions on the two lists), `parts` [profession of the two lists]:
        what each gives, with the mean `value`, and `units`, their names in the same order.

    Raises:
        InputTextError: if a list has no profession.
    """
    first, second = (professions[professions["group"] == name] for name in (MALE, FEMALE))
    if first.empty or second.empty:
        raise InputTextError(
            f"The figure compares the {MALE} list with the {FEMALE} list of professions, and one "
            "of them has no profession here."
        )
    size = len(first) + len(second)
    return {
        "value": float(first["gap"].mean() - second["gap"].mean()),
        "interval": mean_difference_interval(first["gap"].tolist(), second["gap"].tolist()),
        "n": size,
        # A list's mean weighs the same whatever its length.
        "parts": [
            *(first["gap"] * (size / len(first))).tolist(),
            *(second["gap"] * (-size / len(second))).tolist(),
        ],
        "units": [*first["profession"], *second["profession"]],
    }
