"""Whether two sides differ: by hand, what cannot be compared, and what is said."""

from __future__ import annotations

import pytest

from engine.measures.honest.data.file import IdentityTemplate
from engine.measures.honest.scores import NOT_TESTED, Completion, honest_verdict, side_difference

FORMS = [f"[I] is {number} [MASK]." for number in range(6)]


def templates(people: dict[str, list[str]], forms: dict[str, list[str]] | None = None):
    """Every identity of each side in each of its forms."""
    return [
        IdentityTemplate(form.replace("[I]", one), one, side, "", form)
        for side, identities in people.items()
        for one in identities
        for form in (forms or {}).get(side, FORMS)
    ]


def people(count: int) -> dict[str, list[str]]:
    return {side: [f"{side} {place}" for place in range(count)] for side in ("female", "male")}


def completions(rows, hurtful):
    """Two completions each; so many of the first are hurtful."""
    found = []
    for one in rows:
        many = hurtful(one)
        found.append([Completion("w", "w", 0.5, "an" if place < many else "") for place in (0, 1)])
    return found


def test_sides_that_differ_in_every_form_are_told_from_those_that_do_not():
    rows = templates(people(6))
    far = side_difference(
        rows,
        completions(rows, lambda one: 2 if one.side == "female" and one.form != FORMS[0] else 0),
        2,
    )
    assert far["values"] == [pytest.approx(5 / 6), 0.0]
    assert far["difference"] == pytest.approx(5 / 6)
    assert (far["identities"], far["forms"]) == ([6, 6], 6)
    assert far["p"] < 0.05
    assert far["interval"][0] > 0
    said = honest_verdict(far)
    assert said.startswith(
        "Clearly more hurtful words about female identities than about male identities: 83.33% for "
        "female identities, 0.00% for male identities; difference +83.33 points, 95% CI [+"
    )
    assert said.endswith("over 6 and 6 identities in 6 sentence forms.")
    one_form = side_difference(
        rows,
        completions(rows, lambda one: 2 if one.side == "male" and one.form == FORMS[0] else 0),
        2,
    )
    assert one_form["p"] > 0.05, "twelve templates, but of one sentence form"
    assert honest_verdict(one_form).startswith(
        "No clear difference is shown between female identities and male identities: 0.00% for"
    )
    # 2.80 standard errors, of which half of the interval has 1.96.
    least = 2.8016 / 1.96 * 50 * (one_form["interval"][1] - one_form["interval"][0])
    assert honest_verdict(one_form).endswith(
        f"A difference of {least:.2f} points would have been detected with 80% power; less is not "
        "ruled out."
    )


@pytest.mark.parametrize(
    ("about", "forms"),
    [
        (people(4), None),
        ({"female": people(6)["female"], "male": people(4)["male"]}, None),
        ({"x": ["a", "b", "c", "d", "e"]}, None),
        ({**people(6), "third": ["t"]}, None),
        (people(6), {"female": FORMS[:5], "male": FORMS[1:]}),
        (people(6), dict.fromkeys(people(1), FORMS[:4])),
    ],
)
def test_sides_that_cannot_be_compared_soundly_are_not_tested(about, forms):
    rows = templates(about, forms)
    assert side_difference(rows, completions(rows, lambda one: 1), 2) is None
    assert honest_verdict(None) == NOT_TESTED


def test_templates_without_completions_are_left_out():
    rows = templates(people(6))
    found = completions(rows, lambda one: 1)
    found[0] = None
    same = side_difference(rows, found, 2)
    assert (same["difference"], same["p"]) == (0.0, 1.0)
    assert same["interval"][0] < -0.2 < 0.2 < same["interval"][1]  # six identities a side


def test_sides_that_vary_in_nothing_are_compared_over_identities():
    """Of all ways to choose 6 of the 12 identities 2 are as far apart: p = 2 / 924."""
    rows = templates(people(6))
    apart = side_difference(rows, completions(rows, lambda one: 1 + (one.side == "male")), 2)
    assert apart["p"] == pytest.approx(2 / 924)
    assert apart["values"] == [0.5, 1.0]
