"""Sets of answers: the simulated one always, MozArt where it is, with its published counts."""

from __future__ import annotations

from functools import cache

import pandas as pd
import pytest

from engine.core.errors import InputTextError
from engine.measures.agreement.data.sets import SIMULATED, answer_sets, join_answers, load_answers

# language -> annotators, then female and male natives, female and male others.
MOZART = {
    "en": (60, 15, 15, 15, 15),
    "es": (62, 15, 15, 15, 17),
    "de": (60, 15, 15, 16, 14),
    "fr": (60, 15, 15, 16, 14),
}


@pytest.fixture
def mozart(data_folder):
    if not (data_folder / "mozart").is_dir():
        pytest.skip(f"no MozArt in {data_folder}")
    return read_once()


@cache
def read_once():
    return load_answers("mozart")


def test_mozart_has_a_hundred_parallel_sentences_in_four_languages(mozart):
    assert mozart.groupby("language")["sentence_id"].nunique().to_dict() == dict.fromkeys(
        MOZART, 100
    )
    ids = mozart.groupby("language")["sentence_id"].agg(frozenset)
    # One English sentence stands under another number than its translations.
    assert len(frozenset.intersection(*ids)) == 99
    assert len(mozart) == 2420


@pytest.mark.parametrize("language", MOZART)
def test_mozart_has_the_published_annotators_in_every_cell(mozart, language):
    rows = mozart[mozart["language"] == language]
    people = rows.groupby(["speaker", "gender"])["annotator"].nunique()
    cells = people[["native", "non-native"]].tolist()
    assert (rows["annotator"].nunique(), *cells) == MOZART[language]
    assert people.between(14, 17).all()
    assert len(rows) == 10 * MOZART[language][0]


def test_no_row_of_mozart_is_left_out_and_its_boolean_is_a_word(mozart):
    entries = {entry.name: entry for entry in answer_sets()}
    for name in ("mozart", *(f"mozart-{language}" for language in MOZART)):
        assert len(load_answers(name)) == entries[name].answers
        assert entries[name].available
    assert (mozart["answer"] == "True").sum() >= 1
    assert mozart["answer"].str.contains(" ").groupby(mozart["language"]).sum().to_dict() == {
        **{"en": 0, "es": 12, "de": 20, "fr": 22},
    }


def test_mozart_can_be_grouped_by_any_attribute(mozart):
    from engine.measures.agreement.groups import attributes_of, group_names

    named = attributes_of(mozart)
    assert {"gender", "speaker", "age", "country_of_birth"} <= set(named)
    assert "male" not in named  # the same groups as gender
    assert set(group_names(mozart, ("gender", "speaker"))) == {
        f"{gender} × {speaker}"
        for gender in ("female", "male")
        for speaker in ("native", "non-native")
    }
    bands = {"up to 30", "over 30 to 50", "over 50", "not stated"}
    assert set(group_names(mozart, ("age:30/50",))) == bands


def test_a_set_that_is_not_here_is_not_available(monkeypatch):
    monkeypatch.delenv("BIASCOPE_DATA", raising=False)
    assert not {entry.name: entry for entry in answer_sets()}["mozart-en"].available


def test_the_simulated_set_comes_first_and_says_that_nobody_gave_its_answers():
    first = answer_sets()[0]
    assert first.name == SIMULATED
    assert first.available
    assert "No person gave these answers" in first.caveat
    assert len(load_answers(SIMULATED)) == first.answers


def rows(**changes):
    return pd.DataFrame(
        {
            "sentence_id": ["1"],
            "sentence": ["A [MASK]."],
            "annotator": ["a"],
            "answer": ["tea"],
            "language": ["en"],
        }
        | changes
    )


def test_files_are_joined_and_an_attribute_that_one_lacks_is_not_stated():
    whole = join_answers([rows(age=["30"]), rows(annotator=["b"])])
    assert whole["age"].tolist() == ["30", ""]
    assert whole.index.tolist() == [0, 1]


def test_an_answer_or_a_number_for_two_sentences_in_two_files_is_refused():
    with pytest.raises(InputTextError, match=r"annotator 'a' to sentence '1' \(en\)"):
        join_answers([rows(), rows(answer=["water"])])
    with pytest.raises(InputTextError, match=r"Sentence '1' \(en\) is a different text"):
        join_answers([rows(), rows(annotator=["b"], sentence=["B [MASK]."])])
