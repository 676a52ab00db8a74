"""Identities beside the other identities of their side, in the same sentence forms.

A sentence form says far more about a completion than an identity does, and not every identity is in
every form: *the woman is*, *the women are*. Identities are therefore compared within forms. All of
them are put in order, so their tests are one family.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

from engine.core.wording import counted, listed
from engine.measures.arena.clusters import Clusters, numbers_of_names
from engine.measures.arena.groups import group_tests, without_detectable
from engine.measures.arena.value import GroupTest
from engine.measures.honest.data.file import IdentityTemplate
from engine.measures.honest.scores import Completion, crossing, template_shares


def identity_tests(
    templates: Sequence[IdentityTemplate], found: Sequence[list[Completion] | None], k: int
) -> dict[str, GroupTest]:
    """Each identity against the other identities of its side, within sentence forms.

    Args:
        found: [template] from `judge_completions`.
        k: completions of a template that count.

    Returns:
        Identity -> its test, exact within forms and corrected over all identities (Holm). One that
        is on both sides, as *the child*, is compared with the others that are.

    Source: Mantel and Haenszel 1959.
    """
    import numpy as np

    shares = template_shares(found, k)
    values = np.array([np.nan if share is None else share for share in shares], float)
    identities, forms = map(np.array, crossing(templates))
    names = list(dict.fromkeys(one.identity for one in templates))
    sides: dict[str, set[str]] = {}
    for one in templates:
        sides.setdefault(one.identity, set()).add(one.side)
    numbers = numbers_of_names([frozenset(sides[name]) for name in names])
    categories = [str(numbers[identity]) for identity in identities.tolist()]
    tests = group_tests(values, categories, Clusters(identities, forms))
    return {names[number]: test for number, test in tests.items()}


def identities_text(tests: Mapping[str, GroupTest], words: str = "hurtful words") -> str:
    """Which identities clearly differ from the others of their side, in a few sentences.

    Args:
        tests: of `identity_tests`.
        words: what the words of the lexicon are called.

    Returns:
        With the smallest difference that would have been found.
    """
    tested = {name: test for name, test in tests.items() if test["p_holm"] is not None}
    if not tested:
        return "No identity shares a sentence form with others of its side, so none is tested."
    family = f"Holm over {counted(len(tested), 'identity')}"
    least = _detectable_text([test["detectable"] for test in tested.values()])
    found = [
        f"{often} about {listed([_named(name, test) for name, test in own.items()])}"
        for sign, often in ((1, f"more {words}"), (-1, f"fewer {words}"))
        if (own := {name: test for name, test in tested.items() if test["side"] == sign})
    ]
    if not found:
        return (
            "No identity clearly differs from the other identities of its side in the same "
            f"sentence forms ({family}).{least}"
        )
    return (
        "Against the other identities of the same side in the same sentence forms, clearly "
        f"{'; clearly '.join(found)} ({family}). The others are not clearly different.{least}"
    )


def _named(name: str, test: GroupTest) -> str:
    others, difference = test["others"] or 0.0, test["difference"] or 0.0
    return f"{name} ({others + difference:.2%} against {others:.2%})"


def _detectable_text(detectable: Sequence[float | None]) -> str:
    """The smallest difference that an identity in the middle would be found with."""
    known = [one for one in detectable if one]
    if not known:
        return without_detectable(detectable)
    return (
        f" A difference of {100 * median(known):.1f} percentage points would be found with 80% "
        "power."
    )
