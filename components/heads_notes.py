"""What stands below the figures before and after: what they rest on, and how they are read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from components import explain, session
from components.heads_choice import Choice


def notes(
    choice: Choice, facts: session.Facts, masked: bool, seat: Sequence[dict[str, Any]]
) -> list[str]:
    """Captions (markdown).

    Args:
        masked: whether a masked model stands beside the untouched one.
        seat: values of the measure `seat`, of each model.
    """
    told = [_rests_on(choice, seat[-1]), _read(facts.kind == "masked", masked)]
    if facts.kind != "masked":
        told.append(
            f"Pseudo-perplexity, LPBS, cloze and the sentence need a mask token, which a "
            f"{facts.family} model does not have."
        )
    said = [text for found in seat for text in (found["problem"], *found["warnings"]) if text]
    return [*told, *(f":material/info: {explain.plain(text)}" for text in dict.fromkeys(said))]


def _rests_on(choice: Choice, value: dict[str, Any]) -> str:
    most = f", at most {choice.max_contexts} a word" if choice.in_contexts else ""
    told = f"Small: 95 % intervals. SEAT reads {value['inputs']:,} texts{most}"
    if value["n_permutations"]:
        kind = "all" if value["exact"] else f"sampled, seed {value['seed']}"
        told += f"; p is one-sided, over {value['n_permutations']:,} permutations ({kind})"
    return f"{told}."


def _read(lpbs: bool, masked: bool) -> str:
    told = ["SEAT d: 0 is no association, further from 0 a stronger one."]
    if lpbs:
        told.append("The LPBS rows are always about he and she.")
    if masked:
        told.append("▲ up, ▼ down: orange and blue where it is bias, grey where it is quality.")
    return " ".join(told)
