"""Files that cannot be read: every command says so in one line, and never waits for them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

FILE = "FILE"
PAIRS = "sent_more,sent_less\nShe runs.,He runs.\n"
ANSWERS = "sentence,answer,annotator\n[MASK] runs.,she,1\n[MASK] runs.,he,2\n"

# One entry for each option that names a file to read.
READING = (
    ("pairs", FILE),
    ("agreement", FILE),
    ("pppl", FILE),
    ("seat", FILE),
    ("seat", "--attributes", FILE, "--corpus", "corpus.txt"),
    ("seat", "--attributes", "words.json", "--targets", FILE, "--corpus", "corpus.txt"),
    ("seat", "--corpus", FILE),
    ("heads", "--seat", FILE),
    ("mask", "--mask", "1-1", "--seat", FILE),
    ("counter", "--corpus", FILE),
    ("counter", "--contexts", FILE, "--attributes", "words.json"),
    ("lpbs", FILE),
    ("cabm", "--sentences", FILE),
    ("cabm", "--sentences", "sentences.csv", "--targets", FILE),
    ("cabm", "--templates", FILE),
    ("cabm", "--sentences", "sentences.csv", "--pmi-corpus", FILE),
    ("nlu", FILE, "--model", "bundled"),
    ("inject", "--out", "models", "--biases", FILE),
    ("erase", "fit", "--method", "leace", "--concept", "age", "--pairs", FILE),
    ("erase", "show", FILE),
    ("steer", "fit", "--concept", "age", "--pairs", FILE),
    ("steer", "show", FILE),
    ("cooccurrences", FILE),
    ("cooccurrences", "corpus.txt", "--targets", FILE),
    ("replicate", "cineBias-table", "--crows-pairs", FILE),
    ("replicate", "mozart", "--answers", FILE),
)
WRITING = (
    ("pairs", "pairs.csv", "--out", FILE),
    ("pairs", "ragged.csv", "--rejected", FILE),
    ("agreement", "answers.csv", "--out", FILE),
    ("cabm", "--sentences", "sentences.csv", "--out", FILE),
    ("cooccurrences", "corpus.txt", "--out", FILE),
    ("inject", "--out", FILE),
    ("erase", "fit", "--method", "leace", "--out", FILE),
    ("heads", "--top-k", "1", "--save-mask", FILE),
)
NO_NAME = {
    "a user who is not there": "~no-such-user/x",
    "a name that is too long": "n" * 300 + ".csv",
    "a path that is too long": "n/" * 3000 + "x.csv",
    "a zero byte": "a\0b.csv",
    "half a character": "a\udcff.csv",
}


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """Good files beside the bad one, in the working folder."""
    (tmp_path / "pairs.csv").write_text(PAIRS)
    (tmp_path / "ragged.csv").write_text(PAIRS + "one\n")
    (tmp_path / "answers.csv").write_text(ANSWERS)
    (tmp_path / "sentences.csv").write_text("sentence\nHe is a nurse.\nShe is a nurse.\n")
    (tmp_path / "corpus.txt").write_text("He is a nurse.\nShe is a nurse.\n")
    (tmp_path / "words.json").write_text(
        '{"attributes": {"f": ["she"], "m": ["he"]},'
        ' "targets": {"x": ["a", "is"], "y": ["b", "c"]}}'
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


def given(arguments: tuple[str, ...], file: str) -> list[str]:
    return [file if argument == FILE else argument for argument in arguments]


@pytest.mark.parametrize("arguments", READING, ids=" ".join)
def test_what_is_no_file_is_refused_in_one_line(arguments, engine, folder):
    for kind, name in NO_NAME.items():
        outcome = engine(*given(arguments, name))
        assert outcome.code == 2, (kind, outcome.err)
        assert outcome.complaint


@pytest.mark.parametrize("arguments", WRITING, ids=" ".join)
def test_a_name_that_no_file_can_be_written_under_is_refused(arguments, engine, folder):
    before = sorted(folder.iterdir())
    for kind, name in NO_NAME.items():
        outcome = engine(*given(arguments, name))
        assert outcome.code == 2, (kind, outcome.err)
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize("arguments", READING, ids=" ".join)
def test_a_pipe_or_a_device_is_not_waited_for(arguments, engine, folder):
    (folder / "folder.csv").mkdir()
    for ending in ("", ".csv", ".json", ".txt"):
        os.mkfifo(folder / f"pipe{ending}")
        assert "is not an ordinary file" in engine(*given(arguments, f"pipe{ending}")).refusal
    assert "is not an ordinary file" in engine(*given(arguments, "/dev/zero")).complaint
    assert engine(*given(arguments, "folder.csv")).code == 2


@pytest.mark.parametrize("command", ["fill", "heads"])
def test_a_mask_file_that_is_none_is_refused_in_one_line_too(command, engine, folder):
    os.mkfifo(folder / "pipe.json")
    text = ["[MASK] runs."] if command == "fill" else []
    for name in (*(f"{name}.json" for name in NO_NAME.values()), "pipe.json"):
        outcome = engine(command, *text, "--mask", name)
        assert outcome.code == 2, outcome.err
        assert outcome.complaint


def test_a_table_is_not_written_in_place_of_a_device(engine, folder):
    os.mkfifo(folder / "pipe.csv")
    outcome = engine("pairs", "pairs.csv", "--out", "pipe.csv")
    assert outcome.code == 2
    assert "not an ordinary file" in outcome.err
    assert (folder / "pipe.csv").is_fifo()


HEADERS = {
    "pairs.csv": "sent_more,sent_less\n",
    "answers.csv": "sentence,answer,annotator\n",
    "sentences.csv": "sentence,occupation\n",
    "targets.csv": "occupation,list\n",
    "labelled.csv": "text,label\n",
    "planted.csv": "occupation,p_male\n",
    "words.csv": "female,male\n",
    "counts.csv": "target,sentences,male,female\n",
    "rows.jsonl": "\n\n",
    "empty.json": "{}",
    "corpus.txt": "She is a nurse.\n",
}
HEADERS |= {
    f"{name}.tsv": HEADERS[f"{name}.csv"].replace(",", "\t")
    for name in ("pairs", "answers", "labelled")
}


@pytest.mark.parametrize(
    "arguments",
    [
        ("pairs", "pairs.csv"),
        ("pairs", "pairs.tsv"),
        ("pairs", "rows.jsonl"),
        ("agreement", "answers.csv"),
        ("agreement", "answers.tsv"),
        ("agreement", "rows.jsonl"),
        ("cabm", "--sentences", "sentences.csv"),
        ("cabm", "--sentences", "rows.jsonl"),
        ("cabm", "--targets", "targets.csv"),
        ("cabm", "--pmi-corpus", "counts.csv"),
        ("nlu", "labelled.csv", "--model", "bundled"),
        ("nlu", "labelled.tsv", "--model", "bundled"),
        ("nlu", "rows.jsonl", "--model", "bundled"),
        ("inject", "--out", "models", "--biases", "planted.csv"),
        ("inject", "--out", "models", "--biases", "empty.json"),
        ("seat", "--attributes", "words.csv", "--corpus", "corpus.txt"),
        ("seat", "rows.jsonl"),
        ("lpbs", "empty.json"),
        ("pppl", "rows.jsonl"),
    ],
    ids=" ".join,
)
def test_a_file_without_rows_is_said_to_have_none(arguments, engine, tmp_path, monkeypatch):
    for name, text in HEADERS.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    outcome = engine(*arguments)
    assert outcome.code == 2
    file = next(word for word in arguments if word in HEADERS)
    assert file in outcome.complaint
    assert any(
        word in outcome.complaint
        for word in ("no row", "no target", "has 0", "is empty", "holds no")
    )
