from __future__ import annotations

from engine.curation.review.decisions import current


def test_an_export_is_a_folder_that_the_command_pairs_scores(engine, decided, model, tmp_path):
    out = tmp_path / "set"
    found = engine("review", "export", decided, "--out", str(out), "--json").json
    assert found["files"] == ["croissant.json", "datasheet.md", "pairs.csv", "review.jsonl"]
    assert (found["pairs"], found["edited"]) == (4, 1)
    assert found["by_category"] == {"gender": 3, "age": 1}
    scored = engine("pairs", str(out / "pairs.csv"), "--model", model, "--json").json
    assert (scored["n"], scored["rejected"]) == (4, 0)


def test_which_pairs_and_types_are_exported_is_chosen(engine, decided, tmp_path):
    words = ("review", "export", decided, "--out")
    shown = engine(*words, str(tmp_path / "a"), "--which", "either", "--thin", "2").out
    assert "4 pairs accepted in at least one pass" in shown
    assert "Left out: age (1)." in shown
    found = engine(*words, str(tmp_path / "b"), "--without", "gender", "--json").json
    assert found["dropped"] == {"gender": 3}
    refused = engine(*words, str(tmp_path / "c"), "--which", "all")
    assert "--which is first, agreed, either" in refused.complaint
    assert engine(*words, str(tmp_path / "a")).code == 2


def test_an_exported_review_is_imported_and_merged(engine, decided, tmp_path):
    engine("review", "export", decided, "--out", str(tmp_path / "set"))
    log = str(tmp_path / "set" / "review.jsonl")
    found = engine("review", "import", log, "--title", "From there", "--json").json
    assert found == {"name": "from-there"}
    assert current("from-there") == current(decided)
    merged = engine("review", "merge", decided, log, "--json").json
    assert (merged["added"], merged["unknown"], merged["conflicts"]) == (0, 0, [])
    assert "0 decisions added" in engine("review", "merge", decided, log).out


def test_a_file_that_is_no_review_is_refused(engine, decided, tmp_path):
    file = tmp_path / "pairs.csv"
    file.write_text("sent_more,sent_less\n", encoding="utf-8")
    assert engine("review", "import", str(file)).code == 2
    assert engine("review", "merge", decided, str(tmp_path)).code == 2
