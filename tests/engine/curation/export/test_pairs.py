from __future__ import annotations

import pytest

from engine.core.errors import InputTextError
from engine.curation.export.pairs import COLUMNS, Dropped, export_set
from engine.curation.review import scores
from engine.files.export import csv_text
from engine.measures.pairs.data.file import read_pairs
from engine.measures.pairs.quality import edits_between
from tests.engine.curation.review.reviews import candidate, made


def ids(frame):
    """Numbers of the candidates of a frame."""
    numbers = {candidate(number).id: number for number in range(6)}
    return [numbers[key] for key in frame["id"]]


def test_a_row_has_the_pair_and_where_it_is_from(decided):
    frame = export_set(decided).frame
    assert list(frame.columns) == list(COLUMNS)
    assert frame.iloc[0].to_dict() == {
        "sent_more": "All women cry at weddings.",
        "sent_less": "All men cry at weddings.",
        "stereo_antistereo": "stereo",
        "bias_type": "gender",
        "film": "Harbour",
        "year": 1987,
        "time": "00:01:01.500",
        "file": "Harbour.1987.srt",
        "keywords": "women",
        "rule": "women → men",
        "status": "accepted",
        "reviewer": "Mari",
        "second_reviewer": "Jaan",
        "softened": "",
        "score_model": "tiny",
        "difference": 0.5,
        "assistant": "Helper: yes",
        "zero_shot": "nli: no",
        "id": candidate(0).id,
    }


@pytest.mark.parametrize(
    ("which", "numbers"),
    [("first", [0, 1, 2, 4]), ("agreed", [0, 2]), ("either", [0, 1, 2, 3, 4])],
)
def test_reviewers_decide_which_pairs_are_exported(decided, which, numbers):
    chosen = export_set(decided, which)
    assert ids(chosen.frame) == numbers
    assert chosen.reworded == (which != "first")


def test_a_pair_has_those_who_accepted_it_the_words_of_the_second_and_the_score_of_its_own(decided):
    either = export_set(decided, "either").frame
    assert list(either["reviewer"]) == ["Mari", "Mari", "Mari", "", "Mari"]
    assert list(either["second_reviewer"]) == ["Jaan", "", "Jaan", "Jaan", ""]
    agreed = export_set(decided, "agreed").frame
    assert agreed["sent_more"][1] == "Who hires an old clerk?"
    assert list(agreed["status"]) == ["accepted", "edited"]
    first = export_set(decided, "first").frame
    assert first["sent_more"][2] == "Nobody hires an old clerk."
    # An edited pair has no score of the proposed one.
    assert first["difference"].isna().tolist() == [False, True, False, False]
    assert list(first["score_model"]) == ["tiny", "", "tiny", "tiny"]


def test_scores_are_those_of_the_model_that_is_named(decided):
    scores.keep_scores(decided, "second", "other", {candidate(0).id: -2.0})
    assert export_set(decided).frame["difference"][0] == -2.0
    assert export_set(decided, ranked_by="key").frame["difference"][0] == 0.5
    with pytest.raises(InputTextError, match="was not ranked by this model"):
        export_set(decided, ranked_by="none")


def test_thin_categories_are_dropped_by_choice(decided):
    assert export_set(decided).dropped == ()
    chosen = export_set(decided, thin=2)
    assert chosen.dropped == (Dropped("age", 1, True),)
    assert ids(chosen.frame) == [0, 1, 4]
    chosen = export_set(decided, without=["gender"])
    assert chosen.dropped == (Dropped("gender", 3, False),)
    assert ids(chosen.frame) == [2]


def test_an_export_without_pairs_is_refused(decided):
    with pytest.raises(InputTextError, match="yet"):
        export_set(made("Not decided"))
    with pytest.raises(InputTextError, match="4 accepted pairs are of types that are left out"):
        export_set(decided, thin=9)
    with pytest.raises(InputTextError, match="there are pairs of age, gender"):
        export_set(decided, without=["religion"])
    with pytest.raises(ValueError, match="nobody"):
        export_set(decided, "nobody")


def test_the_file_is_read_back_as_the_same_pairs(decided):
    frame = export_set(decided, "either").frame
    data = read_pairs(csv_text(frame).encode(), "pairs.csv")
    assert data.rejected.empty
    for column in ("sent_more", "sent_less", "stereo_antistereo", "bias_type", "film", "id"):
        assert list(data.pairs[column]) == list(frame[column])
    assert list(data.pairs["year"]) == ["1987", "1987", "1987", "2004", "2004"]


def test_exactly_the_swapped_words_differ_in_an_unedited_pair(decided):
    frame = export_set(decided).frame
    swapped = {one.id: one.outcome.swaps for one in map(candidate, range(6))}
    for row in frame[frame["status"] == "accepted"].itertuples():
        edits, _ = edits_between(row.sent_more, row.sent_less)
        assert [(" ".join(edit.more), " ".join(edit.less)) for edit in edits] == [
            (swap.old, swap.new) for swap in swapped[row.id]
        ]
