"""A file to write is never one that the command reads, or writes something else to."""

from __future__ import annotations

import pytest

PAIRS = "sent_more,sent_less\nShe cooks.,He cooks.\nShe ran.,He ran.\n"


@pytest.fixture
def pairs(tmp_path):
    path = tmp_path / "pairs.csv"
    path.write_text(PAIRS)
    return path


@pytest.mark.parametrize("place", ["itself", "a link", "another spelling"])
def test_a_table_is_not_replaced_by_its_results(engine, pairs, tmp_path, place):
    link = tmp_path / "link.csv"
    link.symlink_to(pairs)
    out = {"itself": pairs, "a link": link, "another spelling": tmp_path / "." / "pairs.csv"}[place]
    done = engine("pairs", str(pairs), "--out", str(out))
    assert done.code == 2
    assert "is named twice by this command" in done.err
    assert pairs.read_text() == PAIRS


def test_two_results_are_not_written_to_one_file(engine, pairs, tmp_path):
    new = str(tmp_path / "new.csv")
    done = engine("pairs", str(pairs), "--out", new, "--rejected", new)
    assert done.code == 2
    assert "name another file to write" in done.err
    assert not (tmp_path / "new.csv").exists()


# --- options that would be ignored --------------------------------------------------------

TEST = '{"targ1": {"category": "a", "examples": ["a", "b"]}, '
TEST += '"targ2": {"category": "b", "examples": ["c", "d"]}, '
TEST += '"attr1": {"category": "e", "examples": ["e"]}, '
TEST += '"attr2": {"category": "f", "examples": ["f"]}}'
MADE = {"test.jsonl": TEST, "pairs.csv": PAIRS, "words.csv": "a,b\n"}


@pytest.mark.parametrize(
    ("words", "ignored"),
    [
        ("seat test.jsonl --words race", "--words goes with words that are read in a corpus"),
        ("seat test.jsonl --max-contexts 3 --groups a,b", "--groups and --max-contexts go with"),
        ("seat --attributes words.csv --corpus words.csv --words race", "--words goes with the"),
        ("seat --groups a,b", "--groups goes with --attributes"),
        ("heads --seat test.jsonl --words religion", "--words goes with words that are read"),
        ("heads --random-seeds 3", "--random-seeds goes with --top-k, --bottom-k or"),
        ("heads --sentence-words she,he", "--sentence-words goes with --sentence"),
        ("mask --seat test.jsonl --max-contexts 3", "--max-contexts goes with words that are"),
        (
            "counter --attributes words.csv --corpus words.csv --words race",
            "--words goes with the bundled word lists",
        ),
        ("pairs bundled --columns sent_more=a", "--columns goes with a file of your own"),
        ("pairs --more x --less y --encoding cp1251", "--encoding goes with a file"),
        ("gest bundled --columns sentence=a", "--columns goes with a file of your own"),
        ("honest words.csv --identities queer", "--identities goes with the templates"),
        ("bec-pro words.csv --language de", "--language goes with the sentences of a set"),
        ("agreement bundled --language de --encoding cp1251", "--encoding and --language go"),
        ("replicate gest --template 1", "--template goes with --model"),
        ("replicate bias-a-head --models a,b --random-seeds 5", "--random-seeds goes with"),
        ("fill [MASK]{group} --groups a,b --max-pieces 2", "--max-pieces goes with a sentence"),
        ("arena prompts --seed 3", "--seed goes with --subset"),
        ("report story --out x.html --sample 2", "--sample goes with --check"),
        ("report story --check --seed 2", "--seed goes with --sample"),
        ("report story --check --notes", "--notes goes with a file to write"),
    ],
)
def test_an_option_that_would_be_ignored_is_refused_by_name(
    engine, monkeypatch, tmp_path, words, ignored
):
    monkeypatch.chdir(tmp_path)
    for name, text in MADE.items():
        (tmp_path / name).write_text(text)
    done = engine(*words.split())
    assert done.code == 2
    said = " ".join(done.err.split())
    assert ignored in said
    assert "leave it out, or give that" in said or "leave them out, or give that" in said


def test_an_option_that_is_given_as_it_is_anyway_is_not_refused(engine, tmp_path):
    new = str(tmp_path / "prompts.csv")
    assert engine("arena", "prompts", "--seed", "0", "--out", new).code == 0


# --- links --------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["pairs", "card"])
def test_a_result_is_written_to_what_a_link_leads_to(engine, pairs, tmp_path, command):
    real, link = tmp_path / "real.csv", tmp_path / "link.csv"
    real.write_text("old")
    link.symlink_to(real)
    words = {"pairs": ["pairs", str(pairs)], "card": ["card"]}[command]
    assert engine(*words, "--out", str(link)).code == 0
    assert link.is_symlink()
    assert real.read_text() != "old"


def test_a_link_into_a_folder_that_is_not_there_is_refused_before_anything_is_computed(
    engine, pairs, tmp_path
):
    link = tmp_path / "link.csv"
    link.symlink_to(tmp_path / "gone" / "new.csv")
    done = engine("pairs", str(pairs), "--out", str(link))
    assert done.code == 2
    assert f"There is no folder {tmp_path / 'gone'}" in " ".join(done.err.split())
