"""Every command that takes `--columns` takes a sheet, and is told of a table without a header."""

from __future__ import annotations

import pytest

from tests.engine.files.test_workbook import made

PAIRS = [["The woman ran.", "The man ran."], ["The girl sang.", "The boy sang."]]
NAMED = [["sent_more", "sent_less"], *PAIRS]

# How a command is given a file.
READ = {
    "pairs": ("pairs", "FILE"),
    "fill": ("fill", "--file", "FILE"),
    "agreement": ("agreement", "FILE"),
    "gest": ("gest", "FILE"),
    "bec-pro": ("bec-pro", "FILE"),
    "honest": ("honest", "FILE"),
    "cabm": ("cabm", "--sentences", "FILE"),
    "arena run": ("arena", "run", "--prompts", "FILE"),
    "arena prompts": ("arena", "prompts", "--prompts", "FILE"),
    "arena score": ("arena", "score", "FILE"),
    "cooccurrences": ("cooccurrences", "CORPUS", "--targets", "FILE"),
    "seat": ("seat", "--attributes", "FILE", "--corpus", "CORPUS"),
    "heads": ("heads", "--attributes", "FILE", "--corpus", "CORPUS"),
    "mask": ("mask", "--mask", "1-1", "--attributes", "FILE", "--corpus", "CORPUS"),
    "counter": ("counter", "--attributes", "FILE", "--corpus", "CORPUS"),
    "nlu": ("nlu", "FILE"),
    "curate": ("curate", "CORPUS", "--lists", "FILE"),
}
HEADED = ("seat", "heads", "mask", "counter", "cooccurrences")  # take no `--no-header`

BARE = ("arena prompts", "arena score", "cooccurrences", "curate")  # measure no model


@pytest.fixture
def told(engine, model, tmp_path):
    """Run a command on a file with further options; returns what it says."""
    corpus = tmp_path / "corpus.txt"
    corpus.write_text("The woman ran.\n")

    def run(command: str, file: str, *options: str):
        words = [{"FILE": file, "CORPUS": str(corpus)}.get(word, word) for word in READ[command]]
        return engine(*words, *options, *(() if command in BARE else ("--model", model)))

    return run


@pytest.mark.parametrize("command", READ)
def test_a_sheet_of_a_file_that_is_no_workbook_is_refused(told, tmp_path, command):
    path = tmp_path / "a.csv"
    path.write_text("x,y\n1,2\n")
    said = told(command, str(path), "--sheet", "Daten").refusal
    assert "a.csv is no Excel workbook, so it has no sheet “Daten”." in said


@pytest.mark.parametrize("command", [command for command in READ if command not in HEADED])
def test_a_table_without_a_header_has_numbers_for_names(told, tmp_path, command):
    path = tmp_path / "a.csv"
    path.write_text("x,y\n1,2\n")
    assert "Column 1, Column 2" in told(command, str(path), "--no-header").refusal


def test_pairs_of_a_sheet_and_by_number_are_those_of_a_file(engine, model, tmp_path):
    book, named, bare = (tmp_path / name for name in ("a.xlsx", "a.csv", "bare.csv"))
    book.write_bytes(made(Codes=[["x"], ["y"]], Pairs=NAMED))
    for path, rows in ((named, NAMED), (bare, PAIRS)):
        path.write_text("".join(f"{','.join(row)}\n" for row in rows))
    given = ("--model", model, "--json")
    first = engine("pairs", str(named), *given).json
    sheet = engine("pairs", str(book), "--sheet", "Pairs", *given).json
    numbers = ("--no-header", "--columns", "sent_more=1,sent_less=2")
    by_number = engine("pairs", str(bare), *numbers, *given).json
    assert first["metric_score"] == sheet["metric_score"] == by_number["metric_score"]
    assert first["n"] == sheet["n"] == by_number["n"] == 2
