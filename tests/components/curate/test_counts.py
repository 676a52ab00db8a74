"""What the funnel and its tables show is what was counted and decided."""

from __future__ import annotations

from components.curate import counts
from engine.curation.candidate import CategoryCounts
from engine.curation.review.decisions import decide
from engine.curation.review.progress import progress
from engine.curation.review.sample import parts
from tests.engine.curation.review.reviews import accept, candidate, funnel, made, reject


def reviewed() -> str:
    """A review in which two are accepted, one of them edited, and one is rejected."""
    name = made()
    decide(name, accept(candidate(0)), None)
    decide(name, accept(candidate(3), sent_less="Two boys ran the shop."), None)
    decide(name, reject(candidate(2), reason="not a sentence"), None)
    return name


def test_the_funnel_goes_from_lines_to_accepted_pairs():
    steps = counts.steps(funnel(), progress(reviewed()))
    assert [step.count for step in steps] == [2100, 1800, 8, 7, 6, 3, 2]
    assert [step.by_people for step in steps] == [False] * 5 + [True] * 2


def test_a_type_has_what_was_found_and_what_was_decided():
    frame = counts.by_category(funnel(), progress(reviewed())).set_index("type")
    assert frame.loc["gender"].to_dict() == {
        "found by keyword": 6,
        "without duplicates": 5,
        "with a counterpart": 4,
        "reviewed": 2,
        "accepted": 2,
        "unedited": 1,
    }
    assert frame.loc["age", ["reviewed", "accepted"]].tolist() == [1, 0]
    assert frame.loc["social class", "found by keyword"] == 0


def test_a_film_has_what_was_found_and_what_was_decided():
    name = reviewed()
    (row,) = counts.by_film(parts(name).funnel, progress(name)).to_dict("records")
    assert (row["film"], row["year"], row["lines"], row["accepted"]) == ("Harbour", 1987, 900, 1)


def test_refusals_and_keywords_are_listed_the_most_frequent_first():
    (row,) = counts.refusals(funnel()).to_dict("records")
    assert row["reason"].startswith("The sentence names both sides, as in “…”")
    assert (row["sentences"], row["types"]) == (1, "gender 1")
    assert counts.keywords(funnel())["keyword"].tolist() == ["girls", "women"]


def test_a_run_without_refusals_has_an_empty_table():
    found = funnel()
    found.by_category.clear()
    found.by_category["age"] = CategoryCounts(1, 1, 1)
    assert counts.refusals(found).empty
    assert counts.keywords(found).empty


def test_reasons_of_reviewers_and_films_by_accepted_sentences():
    found = progress(reviewed())
    assert counts.rejections(found).to_dict("records") == [
        {"reason": "not a sentence", "candidates": 1}
    ]
    bands = counts.bands(found)
    assert bands.loc[0].tolist() == ["1", 2, "100%"]
    assert bands["films"].sum() == 2
