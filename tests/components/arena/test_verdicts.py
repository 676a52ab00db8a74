from __future__ import annotations

from components.arena import verdicts
from tests.components.arena import fake_reports as fake

ROWS = fake.rows([("a", True), ("b", False), ("c", None)]).assign(
    **fake.verdicts("other: b", [False, False, None])
)


def test_evaluators_are_found_whatever_their_names_hold():
    assert verdicts.evaluators(ROWS) == ["valence", "other: b"]


def test_no_verdict_is_neither_flagged_nor_passed():
    assert verdicts.flagged_by(ROWS, "valence").tolist() == [True, False, False]
    assert verdicts.judged_by(ROWS, "valence").tolist() == [True, True, False]
    assert verdicts.judged_by_any(ROWS).tolist() == [True, True, False]


def test_evaluators_disagree_where_one_flags_and_another_does_not():
    assert verdicts.disagreement(ROWS).tolist() == [True, False, False]


def test_a_verdict_is_named_with_its_label():
    texts = verdicts.verdict_texts(ROWS, "valence").tolist()
    assert texts == ["flagged: negative", "not flagged: neutral", "no verdict"]


def test_an_evaluator_that_only_names_categories_says_its_category_alone():
    rows = ROWS.assign(**fake.verdicts("themes", [None, None, None]))
    rows["themes: label"] = ["crime", "", None]
    assert verdicts.names_only(rows, "themes")
    assert not verdicts.names_only(rows, "valence")
    assert verdicts.verdict_texts(rows, "themes", naming=True).tolist() == ["crime", "", ""]


def test_rows_without_evaluators_have_no_verdicts():
    rows = ROWS[["sentence", "completion"]]
    assert verdicts.evaluators(rows) == []
    assert not verdicts.flagged_by_any(rows).any()
