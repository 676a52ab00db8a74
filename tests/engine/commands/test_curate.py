"""`curate`: from subtitle files to a table of proposed pairs."""

from __future__ import annotations

import pytest

from engine.curation.keywords.lists import word_counts
from engine.curation.review.candidates import load_candidates
from engine.curation.review.sample import parts
from tests.engine.curation.conftest import srt
from tests.engine.files.test_workbook import made as made_book
from tests.engine.outcome import table

SENTENCES = ["He is my old uncle.", "It rained.", "The rich are here.", "He is my old uncle!"]


@pytest.fixture
def film(tmp_path):
    path = tmp_path / "The.Film.1999.srt"
    path.write_bytes(srt(*SENTENCES))
    return str(path)


def test_the_report_counts_every_step(engine, film, tmp_path):
    (tmp_path / "empty.srt").write_bytes(b"")
    found = engine("curate", film, str(tmp_path / "empty.srt"), "--json").json
    assert (found["files"], found["lines"], found["sentences"]) == (1, 4, 4)
    assert found["hits"] >= found["unique"] >= found["candidates"] > 0
    assert found["by_film"] == {"The Film": found["candidates"]}
    assert found["skipped"] == [{"file": "empty.srt", "reason": "empty.srt is empty."}]
    assert sum(found["by_category"].values()) == found["candidates"]
    gender = found["funnel_by_category"]["gender"]
    assert (gender["hits"], gender["unique"]) == (2, 1)
    assert gender["keywords"]["he"] == 2
    assert found["funnel_by_film"][0]["hits"] == found["hits"]
    assert (found["language"], found["review"]) == ("en", None)


def test_proposed_pairs_and_refused_sentences_are_written(engine, film, tmp_path):
    own = tmp_path / "own.txt"
    own.write_text("category: gender\nextend: true\nrained/rains\n", encoding="utf-8")
    out, refused = tmp_path / "pairs.csv", tmp_path / "refused.csv"
    found = engine(
        *("curate", film, "--lists", str(own), "--category", "gender"),
        *("--out", str(out), "--refused", str(refused), "--json"),
    )
    (row,) = table(out)
    assert (row["sent_more"], row["sent_less"]) == ("He is my old uncle.", "She is my old aunt.")
    assert (row["bias_type"], row["film"], row["year"]) == ("gender", "The Film", "1999")
    assert (row["time"], row["status"]) == ("00:00:00.500", "proposed")
    (no,) = table(refused)
    assert (no["sentence"], no["code"]) == ("It rained.", "no-counterpart")
    assert no["reason"] == "The list names no counterpart of this word."
    assert found.err.splitlines() == [f"Wrote {out}", f"Wrote {refused}"]
    assert list(found.json["by_category"]) == ["gender"]


def test_a_folder_is_searched(engine, film, tmp_path):
    assert engine("curate", str(tmp_path), "--json").json["files"] == 1


def test_notes_of_many_films_are_shown_in_part(engine, tmp_path):
    for number in range(23):
        film = srt(f"Subtitles by Lena Quay{number}", *SENTENCES)
        (tmp_path / f"Film {number:02}.srt").write_bytes(film)
    found = engine("curate", str(tmp_path), "--workers", "1", "--category", "age")
    assert "Film 19.srt: 1 cue with credits or an address left out." in found.out
    assert "Film 20.srt: 1 cue" not in found.out
    assert "And 3 more notes, which --json shows." in found.out


GERMAN = ["Wo hast du die Schlüssel hingelegt?", "Da war ein Kind.", "Sie ist meine Tante."]


def test_a_film_in_another_language_is_left_out_by_name_unless_asked_for(engine, film, tmp_path):
    (tmp_path / "Der.Film.srt").write_bytes(srt(*GERMAN))
    found = engine("curate", str(tmp_path), "--json").json
    assert found["files"] == 1
    (left_out,) = found["skipped"]
    assert left_out["file"] == "Der.Film.srt"
    assert left_out["reason"] == (
        "Der.Film.srt is in German, not in English; choose German as the language, or include "
        "films in other languages."
    )
    found = engine("curate", str(tmp_path), "--other-languages", "--json").json
    assert (found["files"], found["skipped"]) == (2, [])
    assert found["notes"] == [
        "Der.Film.srt: The film is in German, and was searched with lists for English."
    ]


def test_a_film_whose_language_is_not_clear_is_searched_and_named(engine, tmp_path):
    path = tmp_path / "Two.srt"
    path.write_bytes(srt("Get out.", "She is my aunt.", "He is late.", *GERMAN))
    found = engine("curate", str(path), "--json").json
    assert (found["files"], found["skipped"]) == (1, [])
    assert found["notes"] == [
        "Two.srt: Its language is not clear, as parts may be in German; it was searched with lists "
        "for English."
    ]


def test_a_single_film_in_another_language_is_refused(engine, tmp_path):
    path = tmp_path / "Der.Film.srt"
    path.write_bytes(srt(*GERMAN))
    found = engine("curate", str(path))
    assert found.code == 2
    assert "Der.Film.srt is in German, not in English" in found.err
    lists = tmp_path / "own.txt"
    lists.write_text("category: age\nlanguage: de\nKind/Kinder | Greis/Greise\n")
    found = engine("curate", str(path), "--language", "de", "--lists", str(lists), "--json").json
    assert (found["files"], found["hits"], found["notes"]) == (1, 1, [])


def test_a_list_may_be_a_table(engine, film, tmp_path):
    lists = tmp_path / "words.xlsx"
    rows = [["word", "opposite", "category"], ["rained", "snowed", "weather"], ["?", "", "age"]]
    lists.write_bytes(made_book(Words=rows))
    found = engine("curate", film, "--lists", str(lists), "--category", "weather", "--json")
    assert list(found.json["by_category"]) == ["weather"]
    assert found.json["hits"] == 1
    assert "1 row of words.xlsx left out. Row 3: '?' has no letter to look for." in found.err


def test_the_columns_and_the_sheet_of_a_list_can_be_named(engine, film, tmp_path):
    rows = [["Wort", "Gegenwort", "Gruppe"], ["rained", "snowed", "weather"]]
    lists, bare = tmp_path / "words.xlsx", tmp_path / "bare.csv"
    lists.write_bytes(made_book(Notes=[["x"]], Words=rows))
    bare.write_text("rained,snowed,weather\n")
    asked = ("curate", film, "--category", "weather", "--json", "--lists")
    named = ("--columns", "keyword=Wort,counterparts=Gegenwort,category=Gruppe")
    found = engine(*asked, str(lists), "--sheet", "Words", *named)
    assert (found.code, found.json["hits"]) == (0, 1), found.err
    numbered = ("--no-header", "--columns", "keyword=1,counterparts=2,category=3")
    again = engine(*asked, str(bare), *numbered).json
    assert again["lists_digest"] == found.json["lists_digest"]
    assert "Name the column of the words keyword" in engine(*asked, str(bare)).refusal
    assert "It has: Wort, Gegenwort" in engine(*asked, str(lists), "--sheet", "Words").refusal


def test_columns_are_refused_where_no_list_is_a_table(engine, film, tmp_path):
    own = tmp_path / "own.txt"
    own.write_text("category: age\nold/older\n", encoding="utf-8")
    for lists in ((), ("--lists", str(own))):
        said = engine("curate", film, *lists, "--columns", "keyword=Wort").refusal
        assert "--lists" in said


def test_tables_for_people(engine, film, tmp_path):
    (tmp_path / "film.zip").write_bytes(b"PK\x03\x04rest")
    found = engine("curate", film, str(tmp_path / "film.zip"))
    assert found.code == 0
    assert "4 lines in 1 file, 4 sentences" in found.out
    assert "The Film" in found.out
    assert "Left out: film.zip is" in found.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("missing.srt",), "There is no file missing.srt."),
        (("missing.srt", "gone.srt"), "None of 2 files was searched. There is no file missing"),
        (("FILM", "--language", "xx"), "no keyword lists for xx"),
        (("FILM", "--lists", "missing.toml"), "There is no file missing.toml"),
        (("FILM", "--out", "no/such/pairs.csv"), "There is no folder no/such"),
        (("FILM", "--workers", "0"), "workers"),
        (("FILM", "--out", "x.csv", "--refused", "./x.csv"), "named twice"),
        (("FILM", "--save", " "), "needs a title"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(engine, film, arguments, said):
    found = engine("curate", *(film if word == "FILM" else word for word in arguments))
    assert said in found.refusal


def test_a_run_is_kept_as_a_review_with_the_users_own_lists(engine, film, tmp_path):
    own = tmp_path / "weather.txt"
    own.write_text("category: weather\nrained | snowed\n", encoding="utf-8")
    found = engine("curate", film, "--lists", str(own), "--save", "My films", "--json").json
    kept = parts(found["review"])
    assert found["review"] == "my-films"
    assert (kept.title, kept.films[0].title, kept.language) == ("My films", "The Film", "en")
    assert len(load_candidates("my-films")) == kept.funnel.unique == found["unique"]
    assert (kept.lists_digest, kept.notes) == (found["lists_digest"], ())
    assert word_counts(kept.lists, "en") == {"weather": 2}


@pytest.mark.process
def test_the_number_of_workers_changes_nothing(engine, film, tmp_path):
    other = tmp_path / "Other.2000.srt"
    other.write_bytes(srt("She left.", *SENTENCES))
    tables = []
    for number in ("1", "2"):
        out = tmp_path / f"{number}.csv"
        assert engine("curate", film, str(other), "--workers", number, "--out", str(out)).code == 0
        tables.append(out.read_bytes())
    assert tables[0] == tables[1]
