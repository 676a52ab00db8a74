"""`fill --file`: sentences of a file, each as if it were asked alone."""

from __future__ import annotations

import json

import pytest

from tests.engine.outcome import table
from tests.nowhere import NOWHERE

TEXT = "The nurse said that [MASK] was tired."
OTHER = "[MASK] met the [MASK]."
ASKED = ("--top-k", "3", "--targets", "he,she")


@pytest.fixture
def lines(tmp_path):
    file = tmp_path / "sentences.txt"
    file.write_text(f"{TEXT}\n\nNo mask.\n{OTHER}\n{'tired ' * 300}[MASK]\n")
    return str(file)


def test_each_sentence_is_answered_as_if_alone_and_what_cannot_be_is_skipped(engine, model, lines):
    asked = ("fill", "--file", lines, *ASKED, "--json", "--model", model)
    found, again = engine(*asked), engine(*asked)
    assert found.code == 0
    first, second = found.json["results"]
    assert (first["row"], first["text"]) == (1, TEXT)
    assert (second["row"], second["text"]) == (4, OTHER)
    alone = engine("fill", TEXT, *ASKED, "--json", "--model", model).json
    assert first["predictions"] == alone["predictions"]
    assert first["targets"] == alone["targets"]
    assert len(second["predictions"]) == 2
    # A second run computes nothing.
    assert [run.json["manifest"]["from_store"] for run in (found, again)] == [0, 2]
    assert found.json["results"] == again.json["results"]
    skipped = found.json["skipped"]
    assert skipped["count"] == 2
    assert [entry["row"] for entry in skipped["first"]] == [3, 5]
    assert "no blank" in skipped["first"][0]["problem"]
    assert "at most 128" in skipped["first"][1]["problem"]
    assert "Skipped line 3: no blank" in found.err


def test_a_csv_has_every_word_and_the_words_looked_up(engine, model, lines, tmp_path):
    out = tmp_path / "words.csv"
    engine("fill", "--file", lines, *ASKED, "--out", str(out), "--model", model)
    rows = table(out)
    assert list(rows[0]) == [
        *("row", "text", "mask", "rank", "word", "token", "probability", "p(he)", "p(she)"),
        *("unread_words", "whole_words"),
    ]
    places = [(row["row"], row["mask"]) for row in rows]
    assert places == [*[("1", "1")] * 3, *[("4", "1")] * 3, *[("4", "2")] * 3]


def test_a_table_for_people_says_where_the_rest_is(engine, model, tmp_path):
    file = tmp_path / "many.csv"
    file.write_text("text\n" + "".join(f"Number {n} is [MASK].\n" for n in range(50)))
    found = engine("fill", "--file", str(file), "--top-k", "1", "--model", model)
    assert "The first 40 of 50 sentences. --out FILE.csv writes all of them." in found.out
    assert "Number 39" in found.out
    assert "Number 40" not in found.out


def test_sentences_come_from_standard_input_and_a_named_column(engine, model, tmp_path):
    piped = engine("fill", "--file", "-", "--json", "--model", model, stdin=f"{TEXT}\n")
    assert [entry["text"] for entry in piped.json["results"]] == [TEXT]
    file = tmp_path / "a.jsonl"
    file.write_text(json.dumps({"mine": TEXT}))
    asked = ("fill", "--file", str(file), "--json", "--model", model)
    assert engine(*asked, "--columns", "text=mine").json["sentences"] == 1
    assert "needs the column text" in engine(*asked).complaint


def test_a_causal_model_continues_the_lines(engine, tiny_model_folder, tmp_path):
    file = tmp_path / "beginnings.txt"
    file.write_text("The nurse said that\nThe [MASK] left.\n")
    folder = str(tiny_model_folder("gpt2"))
    found = engine("fill", "--file", str(file), *ASKED, "--json", "--model", folder)
    (result,) = found.json["results"]
    assert result["continued"] is True
    assert found.json["skipped"]["first"][0]["row"] == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "No sentence was given"),
        ((TEXT, "--file", "FILE"), "not both"),
        (("--file", "FILE", "--groups", "a,b"), "--groups is for one sentence"),
        ((TEXT, "--out", "x.csv"), "go with --file"),
        (("--file", "no-such.txt"), "no-such.txt"),
        (("--file", "FILE", "--out", f"{NOWHERE}/folder/x.csv"), "There is no folder"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(engine, model, lines, arguments, said):
    given = [lines if word == "FILE" else word for word in arguments]
    found = engine("fill", *given, "--model", model)
    assert said in found.complaint
    assert found.code
