"""Agreement between evaluators in words: Krippendorff's alpha and what it allows to conclude."""

from __future__ import annotations

from components.arena.figures import Report
from components.frame.present import explain
from components.frame.present.numbers import interval_text, number
from engine.core.wording import counted, listed

# Krippendorff, Content Analysis (2004), section 11.4.2.
RELIABLE, TENTATIVE = 0.8, 0.667
_MEANING = (
    "Alpha is 1 if the evaluators flag the same completions and 0 if they agree no more often than "
    "by chance."
)


def agreement_text(report: Report) -> str:
    """Alpha with its interval and reading, or why there is none (markdown)."""
    agreement = report["agreement"]
    alpha = agreement.get("alpha")
    counting = [name for name, entry in report["by_evaluator"].items() if entry["counts"]]
    if len(counting) == 1:
        name = explain.plain(counting[0])
        return (
            f":gray[Only {name} enters the flag rate, so there is no other evaluator to agree "
            "with. Choose evaluators above of which several judge the sentences, such as the "
            "published classifiers.]"
        )
    if alpha is None:
        reason = agreement.get("reason") or "No two evaluators judged the same completions."
        return f":gray[{explain.plain(reason)}]"
    interval = interval_text(agreement.get("interval"), ".2f")
    names = listed([explain.plain(name) for name in agreement.get("evaluators") or counting])
    behind = ", ".join(filter(None, [interval, counted(agreement.get("n") or 0, "completion")]))
    return (
        f"Krippendorff's alpha of the flags is **{number(alpha, '.2f')}** ({behind}): "
        f"{reading(alpha)}  \n:gray[{_MEANING} Evaluators: {names}.]"
    )


def reading(alpha: float) -> str:
    """What a value of alpha allows to conclude.

    Source: Krippendorff, Content Analysis (2004), section 11.4.2.
    """
    if alpha >= RELIABLE:
        return "the evaluators agree well enough to rely on their flags together."
    if alpha >= TENTATIVE:
        return "the evaluators agree well enough for tentative conclusions only."
    if alpha > 0:
        return (
            "the evaluators agree too little to rely on their flags together. They measure "
            "different things, so compare them one by one."
        )
    return (
        "the evaluators agree no more often than by chance. They measure different things, so "
        "compare them one by one."
    )
