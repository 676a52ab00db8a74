"""What assistants and classifiers said is counted next to what reviewers decided."""

from __future__ import annotations

from components.curate import hints
from components.curate import hints as assistant
from engine.curation.filter.assistant import Batch
from engine.curation.review.verdicts import Judge, Verdict
from tests.engine.curation.review.reviews import accept, candidate, reject


def test_answers_are_compared_with_decisions_where_there_are_some():
    ids = [candidate(number).id for number in range(4)]
    verdicts = dict(zip(ids, map(Verdict, (True, True, False, None)), strict=True))
    judge = Judge("assistant", "mine", {}, 0.0, verdicts)
    decided = {ids[0]: accept(candidate(0)), ids[1]: reject(candidate(1))}
    (row,) = hints.judges_table([judge], decided).to_dict("records")
    assert (row["who"], row["what"]) == ("mine", "assistant")
    assert (row["yes"], row["no"], row["unsure"]) == (2, 1, 1)
    assert row["accepted of its yes"] == "1 of 2"
    assert row["accepted of its no"] == "none reviewed"


def test_prompts_are_numbered_in_their_file():
    made = [Batch(1, ("a",), "First.\n", ""), Batch(2, ("b",), "Second.\n", "")]
    text = assistant.as_text(made)
    assert text.startswith("===== Prompt 1 of 2 =====\n\nFirst.\n")
    assert "===== Prompt 2 of 2 =====\n\nSecond.\n" in text
