"""Unmasking: which group's word the model itself puts before or behind a target.

Asked of the completion measure, in paraphrased templates, so it goes through the same store
and the same masked heads as everything else. It validates CABM and never enters it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.core.mask_token import MASK, masks_in
from engine.measures.cabm.data.sentences import GENDER, FramedSet, Groups
from engine.measures.cabm.data.sets import SETS
from engine.statistics import holm, mean_interval, t_tests

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


SLOT = "{target}"
_OTHER_SLOT = "{occupation}"
FIRST_WORDS = 2  # kept of each template
# Written for Biascope; the first is the thesis's question.
TEMPLATES = (
    "[MASK] is a {target}.",
    "[MASK] works as a {target}.",
    "[MASK] has been a {target} for ten years.",
    "[MASK] was hired as a {target} in the spring.",
    "The {target} said that [MASK] would be late.",
    "The {target} locked the door after [MASK] had finished the work.",
)
OURS = "of Biascope's, not of your file"  # where `has_bundled_only`, after their number
_ARTICLE = re.compile(r"\b(an?)(\s+)\{target\}", re.IGNORECASE)


def templates_for(groups: Groups) -> tuple[str, ...]:
    """The bundled templates where they fit: subject pronouns only."""
    return TEMPLATES if groups.words == GENDER.words else ()


def has_bundled_only(data: FramedSet, templates: Sequence[str]) -> bool:
    """Whether targets of a user's own file are asked for in Biascope's templates alone.

    Whoever reads a figure of theirs would take the sentences for the file's.
    """
    return data.name not in SETS and bool(templates) and set(templates) <= set(TEMPLATES)


def published_templates(groups: Groups) -> tuple[str, ...]:
    """The one template of the thesis, where it fits."""
    return templates_for(groups)[:1]


def with_slot(templates: Iterable[str]) -> tuple[str, ...]:
    """Templates as they are filled in; {occupation} is another name of the slot."""
    return tuple(template.replace(_OTHER_SLOT, SLOT) for template in templates)


def check_templates(templates: Sequence[str]) -> None:
    """Refuse templates without exactly one masked word and one target."""
    for template in templates:
        if masks_in(template) != 1 or template.count(SLOT) != 1:
            raise InputTextError(
                f"An unmasking template has one [MASK] and one {SLOT}; got {template!r}."
            )


def unmasking_items(targets: Iterable[str], templates: Sequence[str]) -> list[dict[str, str]]:
    """Every target in every template, target by target, for the measure `completion`."""
    return [{"text": fill_target(template, target)} for target in targets for template in templates]


def fill_target(template: str, target: str) -> str:
    """A template with its target, and `a` or `an` before it as its first letter asks."""
    word = "an" if target[:1].casefold() in "aeiou" else "a"
    return _ARTICLE.sub(lambda match: f"{word}{match[2]}{SLOT}", template).replace(SLOT, target)


def unmasking_params(groups: Groups) -> dict[str, Any]:
    """Parameters of the measure `completion`: the first word of each group, in both cases."""
    words = [listed[0] for listed in groups.words]
    return {"top_k": FIRST_WORDS, "targets": [*words, *(_capital(word) for word in words)]}


def unmasking_table(
    targets: Sequence[str],
    templates: Sequence[str],
    groups: Groups,
    values: Sequence[Mapping[str, Any]],
    seed: int = 0,
) -> pd.DataFrame:
    """P(first) - P(second) of each target over the templates.

    Args:
        values: of `unmasking_items`, in order.

    Returns:
        One row a target: `occupation`, `p_first`, `p_second` (means over templates),
        `unmasking` (their difference; > 0: the first group), `low`, `high` (95%, over templates),
        `log_odds` (mean of ln p_first / p_second, nats), `gap_p_holm` (of `gap_tests`;
        not a number with one template, or where all give the same).

    Source: CABM thesis, section 2.6.5 (P(he) - P(she) at "[MASK] is a doctor.").
    """
    import numpy as np
    import pandas as pd

    rows = []
    size = len(templates)
    asked = []  # [target][template] probabilities of both
    for place, target in enumerate(targets):
        pairs = [
            _probabilities(value, template, groups)
            for value, template in zip(
                values[place * size : (place + 1) * size], templates, strict=True
            )
        ]
        differences = [first - second for first, second in pairs]
        asked.append(pairs)
        bounds = mean_interval(differences, seed, 1000, (-1.0, 1.0))
        low, high = bounds or (math.nan, math.nan)
        rows.append(
            {
                "occupation": target,
                "p_first": sum(first for first, _ in pairs) / size,
                "p_second": sum(second for _, second in pairs) / size,
                "unmasking": sum(differences) / size,
                "low": low,
                "high": high,
                "log_odds": sum(math.log(first / second) for first, second in pairs) / size,
            }
        )
    tests = gap_tests(np.array(asked)) if asked else []
    return pd.DataFrame(rows).assign(gap_p_holm=np.array(tests, float))


def beside_scores(unmasked: pd.DataFrame) -> pd.DataFrame:
    """The table of `unmasking_table` with names that stand beside the columns of a score."""
    return unmasked.rename(columns={"low": "unmasking_low", "high": "unmasking_high"})


def gap_tests(asked: np.ndarray) -> list[float | None]:
    """Two-sided p that each gap is 0, Student's t over templates, Holm-corrected for all targets.

    The larger p of the differences and of the log-odds: probabilities are bounded, and differences
    of few templates that are all near a bound look more certain than they are.

    Args:
        asked: [target, template, group], probabilities above 0.

    Returns:
        [target] p; None with one template, or where all give the same.
    """
    import numpy as np

    first, second = asked[..., 0], asked[..., 1]
    both = zip(t_tests(first - second), t_tests(np.log(first / second)), strict=True)
    return holm([None if p is None or other is None else max(p, other) for p, other in both])


def first_words(
    targets: Sequence[str], templates: Sequence[str], values: Sequence[Mapping[str, Any]]
) -> pd.DataFrame:
    """The words that the model itself puts first and second behind the mask.

    Args:
        values: of `unmasking_items`, in order.

    Returns:
        One row a target and template: `occupation`, `template`, `word_1`, `probability_1`,
        `word_2`, `probability_2`.

    Source: CABM thesis, section 2.6.5 (top-1 and top-2 predictions).
    """
    import pandas as pd

    asked = [(target, template) for target in targets for template in templates]
    rows = []
    for (target, template), value in zip(asked, values, strict=True):
        row: dict[str, Any] = {"occupation": target, "template": template}
        for rank, found in enumerate(value["predictions"][0][:FIRST_WORDS], start=1):
            row |= {f"word_{rank}": found["word"], f"probability_{rank}": found["probability"]}
        rows.append(row)
    return pd.DataFrame(rows)


def _probabilities(value: Mapping[str, Any], template: str, groups: Groups) -> tuple[float, float]:
    """Probabilities of the two words, as they are written at that place."""
    found = {entry["word"]: entry["probability"] for entry in value["targets"]}
    match = MASK.search(template)
    begins = match is not None and not template[: match.start()].strip()
    words = [_capital(listed[0]) if begins else listed[0] for listed in groups.words]
    for word in words:
        if not found.get(word):
            raise InputTextError(
                f"The model gives no probability for {word!r}, so its pronoun "
                "probability gap cannot be measured."
            )
    return found[words[0]], found[words[1]]


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]


# --- by group -----------------------------------------------------------------------------
# Each target's numbers group by group: what its figures by male and female are drawn from.

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
