from __future__ import annotations

from tests.engine.curation.review.reviews import made


def test_without_reviews_the_list_says_how_to_make_one(engine):
    assert "curate --save" in engine("review", "list").out
    assert engine("review", "list", "--json").json == {"reviews": []}


def test_reviews_are_listed_with_what_was_decided(engine, decided):
    made("Another")
    found = engine("review", "list", "--json").json["reviews"]
    assert [(one["name"], one["decided"], one["second"]) for one in found] == [
        ("another", 0, 0),
        (decided, 5, 4),
    ]
    assert "Jaan, Mari" in engine("review", "list").out


def test_a_review_is_shown_by_pass_category_and_film(engine, decided):
    found = engine("review", "show", decided, "--json").json
    first = found["passes"]["1"]
    assert (first["candidates"], first["accepted"], first["edited"]) == (6, 4, 1)
    assert first["rejected"] == {"unclear": 1}
    assert first["unedited_share"] == 0.75
    assert first["by_category"]["age"]["accepted"] == 1
    assert [one["title"] for one in first["by_film"]] == ["Harbour", "The Quiet Street"]
    assert found["agreement"]["n"] == 4
    assert found["models"] == [{"label": "tiny", "scored": 6, "problems": 0}]
    assert {one["source"]: one["verdicts"] for one in found["judges"]} == {
        "assistant": 2,
        "zero-shot": 1,
    }
    shown = engine("review", "show", decided).out
    assert "Two films: pass 2" in shown
    few = "of 2 films, too few to say anything about others"
    assert f"Accepted as proposed: 75.0%, {few}." in shown
    # Two accepted by both, one by each alone.
    assert "Judged twice: 4. Cohen's κ is -0.33 (no interval: sentences of 2 films, and" in shown
    assert "Both accept 50% and both reject 0% (prevalence index 0.50); the first" in shown


def test_a_review_with_decisions_is_deleted_only_when_asked_twice(engine, decided):
    assert "holds 9 decisions" in engine("review", "delete", decided).refusal
    assert engine("review", "delete", decided, "--yes", "--json").json["deleted"] is True
    assert engine("review", "list", "--json").json == {"reviews": []}
    assert engine("review", "delete", made("Not decided")).code == 0


def test_an_unknown_review_is_a_mistake_of_the_user(engine):
    for words in (("show",), ("rank",), ("delete",)):
        assert engine("review", *words, "none").code == 2
