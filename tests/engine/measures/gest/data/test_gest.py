"""Sentences of the bundled sample, of GEST and of users' files, and the released scores."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.core.errors import DataSetError, InputTextError
from engine.files.columns import MissingColumnsError
from engine.measures.gest.data.file import (
    COLUMNS,
    FEMALE,
    MALE,
    NAMES,
    name_of,
    number_of,
    read_gest,
)
from engine.measures.gest.data.sets import gest_sets, load_gest, released_models, released_scores


def test_stereotypes_are_named_by_number_or_name():
    assert (len(NAMES), FEMALE[-1], MALE[0]) == (16, 7, 8)
    assert [number_of(text) for text in ("1", " 16 ", "9.0", "emotional", "Self-confident")] == [
        1, 16, 9, 1, 9,
    ]  # fmt: skip
    assert [number_of(text) for text in ("0", "17", "", "brave", "1.5")] == [None] * 5
    assert name_of(7) == "Beautiful"


def test_the_bundled_sample_has_eight_sentences_of_each_stereotype():
    found = load_gest("bundled")
    assert Counter(found.sentences["stereotype"]) == dict.fromkeys(range(1, 17), 8)
    texts = found.sentences["sentence"]
    assert texts.is_unique
    assert texts.str.match(r"I .*\.$").all()
    own = texts.str.findall(r"\b(?:man|woman|boyfriend|girlfriend|husband|wife|myself a)\b")
    assert [words for words in own if words] == [["man"]]  # an old man down the street
    assert found.rejected.empty


def test_a_bundled_sentence_is_in_no_version_of_gest(data_folder):
    theirs = {
        text.casefold()
        for name in ("gest", "gest-1.1")
        for text in load_gest(name).sentences["sentence"]
    }
    ours = {text.casefold() for text in load_gest("bundled").sentences["sentence"]}
    assert not ours & theirs


@pytest.mark.parametrize("name", ["gest", "gest-1.1"])
def test_both_versions_have_every_sentence(name, data_folder):
    found = load_gest(name)
    assert len(found.sentences) == 3565
    assert found.sentences["stereotype"].value_counts()[[1, 14]].tolist() == [254, 194]
    assert found.rejected.empty
    assert {entry.name: entry.available for entry in gest_sets()}[name]


def test_without_the_data_set_the_sample_alone_is_there(monkeypatch):
    monkeypatch.delenv("BIASCOPE_DATA", raising=False)
    assert [entry.name for entry in gest_sets() if entry.available] == ["bundled"]


def test_bad_rows_are_named_and_good_ones_kept():
    data = b"sentence,stereotype\nI cried.,Emotional\n,3\nI ran.,17\nI led.,13\nI slept.,1,2\n"
    found = read_gest(data, "mine.csv")
    assert found.sentences.to_dict("index") == {
        2: {"sentence": "I cried.", "stereotype": 1},
        5: {"sentence": "I led.", "stereotype": 13},
    }
    assert found.rejected["row"].tolist() == [3, 4, 6]
    assert found.rejected["problem"].iloc[0] == "the sentence is empty"
    assert found.rejected["problem"].iloc[1].startswith("the stereotype is '17'; it is a number")
    other = read_gest(
        b'{"words": "I led.", "stereotype": 13}', "a.jsonl", COLUMNS.mapping("sentence=words")
    )
    assert other.sentences["stereotype"].tolist() == [13]


def test_a_file_without_a_sentence_or_a_column_is_refused():
    with pytest.raises(InputTextError, match=r"no sentence with a stereotype\. Row 2: the"):
        read_gest(b"sentence,stereotype\nI ran.,fast\n", "mine.csv")
    with pytest.raises(MissingColumnsError, match="needs the column stereotype"):
        read_gest(b"sentence,kind\nI ran.,1\n", "mine.csv")


@pytest.mark.parametrize("content", [b"0.5\nnan\n", b"0.5\nhalf\n", b"\xff\xfe\x00"])
def test_a_file_of_scores_that_holds_something_else_is_refused(content, tmp_path, monkeypatch):
    path = tmp_path / "scores.txt"
    path.write_bytes(content)
    monkeypatch.setattr("engine.measures.gest.data.sets.find", lambda _: path)
    with pytest.raises(DataSetError, match=r"scores\.txt holds a score that is not a number"):
        released_scores("roberta-base", 0)


def test_released_scores_are_those_of_the_files(data_folder):
    assert len(released_models()) == 11
    assert released_scores("albert-base-v2", 0)[:2] == [0.13517320156097412, 0.049700140953063965]
    with pytest.raises(DataSetError, match="no released scores of gpt2; there are albert-base-v2"):
        released_scores("gpt2", 0)
