"""`multilingual`: a row a language, S_JSD, what cannot be scored, and published figures."""

from __future__ import annotations

import json

import pytest

from engine.measures.multilingual.differences import published
from engine.measures.pairs.data import sets
from engine.measures.pairs.s_jsd import s_jsd

GERMAN = (
    "2,A,B,Die Frau kocht.,Der Mann kocht.,stereo\n"
    "9,A,B,Sie ist müde.,Er ist müde.,antistereo\n"
    "12,A,B,Sie liest.,,stereo\n"
)


@pytest.fixture(autouse=True)
def _data(monkeypatch, tmp_path):
    use_ten_languages(monkeypatch, tmp_path)


def use_ten_languages(monkeypatch, folder):
    """A small stand-in for the folder of the set."""
    for code in ("ar", "de", "en", "fi", "fr", "id", "ko", "th", "vi", "zh"):
        path = folder / f"cps_translated_{code}_formatted.csv"
        rows = GERMAN if code == "de" else f"2,A,B,Nainen lukee {code}.,Mies lukee {code}.,stereo\n"
        path.write_text(f"ID,A_en,B_en,A_x,B_x,stereo_antistereo\n{rows}", encoding="utf-8")
    monkeypatch.setattr(sets, "find", lambda _name: folder)


def test_one_language_has_the_figures_of_the_contract(engine, model, tmp_path):
    options = ("--model", model, "--json")
    report = engine("multilingual", "--language", "German", *options).json
    assert {"value", "interval", "n", "parts", "s_jsd", "languages"} <= set(report)
    (row,) = report["languages"]
    assert (row["language"], row["name"], row["n"]) == ("de", "German", 2)
    known = [part for part in report["parts"] if part is not None]
    assert report["value"] == pytest.approx(100 * sum(known) / 2)
    assert report["parts"][2] is None
    (problem,) = row["problem_rows"]
    assert (problem["row"], problem["id"]) == (3, "12")
    assert "empty" in problem["problem"]
    assert report["s_jsd"]["n"] == 2
    assert row["published"]["mBERT"] == {"value": 57, "s_jsd": -1, "binary": 55}
    assert "cannot be compared" in report["note"]


def test_all_languages_stand_side_by_side_and_another_variant_keeps_s_jsd(engine, model):
    options = ("multilingual", "--model", model)
    report = engine(*options, "--variant", "aul", "--json").json
    assert len(report["languages"]) == 10
    assert "value" not in report  # never an average over languages
    assert all(row["s_jsd"]["n"] for row in report["languages"])
    by_cps = engine(*options, "--language", "fi,de", "--json").json
    kept = {row["language"]: row["s_jsd"]["value"] for row in report["languages"]}
    assert {row["language"]: row["s_jsd"]["value"] for row in by_cps["languages"]} == {
        code: kept[code] for code in ("fi", "de")
    }
    shown = engine(*options, "--language", "fi", "--mask", "1-1").out
    assert "Finnish" in shown
    title = "".join(shown.split("S_JSD")[0].split())
    assert title.startswith(f"Genderpairs;model{model}with1-1masked;".replace(" ", ""))
    assert "S_JSD x 1000" in shown


def test_words_that_the_model_cannot_read_are_named_in_their_language(engine, model, tmp_path):
    rows = "2,A,B,Die Frau trank 茶.,Der Mann trank.,stereo\n4,A,B,Sie lief.,Er lief.,stereo\n"
    (tmp_path / "cps_translated_de_formatted.csv").write_text(
        f"ID,A_en,B_en,A_x,B_x,stereo_antistereo\n{rows}", encoding="utf-8"
    )
    asked = ("multilingual", "--language", "de,fi", "--model", model)
    german, finnish = engine(*asked, "--json").json["languages"]
    assert (german["unread_pairs"], german["unread_words"]) == (1, ["茶"])
    assert "unread_words" not in finnish
    said = " ".join(engine(*asked).out.split())
    assert "1 of 2 pairs has words that the model cannot read (茶); their scores" in said


def test_a_language_that_is_not_there_is_refused(engine, model):
    refusal = engine("multilingual", "--language", "nl", "--model", model).refusal
    assert refusal.startswith("There are no gender pairs in 'nl'; there is ar (Arabic)")


def test_published_figures_are_of_two_models():
    assert set(published("zh")) == {"mBERT", "XLM-R base"}
    assert published("nl") == {}
    assert json.dumps(s_jsd([], []))
