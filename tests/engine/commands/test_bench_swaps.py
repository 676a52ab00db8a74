from __future__ import annotations


def test_swaps_reports_each_table_with_its_share(engine, tmp_path):
    path = tmp_path / "own.csv"
    path.write_text("sentence,expected\nHe left.,She left.\nShe left.,Oh.\n", encoding="utf-8")
    found = engine("bench", "swaps", str(path), "--json")
    assert found.code == 0
    (table,) = found.json["tables"]
    assert (table["table"], table["n"], table["right"], table["share"]) == ("own.csv", 2, 1, 0.5)
    assert table["wrong"] == [{"sentence": "She left.", "expected": "Oh.", "got": "He left."}]


def test_swaps_shows_what_is_not_as_expected(engine, tmp_path):
    path = tmp_path / "own.csv"
    path.write_text("sentence,expected\nShe left.,Oh.\n", encoding="utf-8")
    found = engine("bench", "swaps", str(path))
    assert found.code == 0
    assert "0 of 1" in found.out
    assert "expected: Oh." in found.out


def test_a_language_without_a_table_is_refused(engine):
    found = engine("bench", "swaps", "--language", "xx")
    assert found.code == 2
