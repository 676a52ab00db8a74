from __future__ import annotations

import json

import pytest

from engine.measures.health.unread import unread_in
from tests.engine.outcome import table


def words(lm, text):
    return unread_in(lm.tokenizer, text)


@pytest.mark.parametrize("family", ["bert", "xlm-roberta", "t5"])
def test_words_that_the_vocabulary_lacks_are_named_once_and_masks_are_none(family, masked_lm):
    lm = masked_lm(family)
    assert words(lm, "The nurse loves 茶 and 茶.") == ["茶"]
    assert words(lm, "The nurse was tired.") == []
    assert words(lm, "The 茶 said that [MASK] was tired.") == ["茶"]


@pytest.mark.parametrize("family", ["roberta", "gpt2", "llama"])
def test_a_vocabulary_of_bytes_lacks_nothing(family, masked_lm):
    assert words(masked_lm(family), "The nurse loves 茶.") == []


def test_what_is_no_text_has_no_words_and_a_long_one_is_read(masked_lm):
    lm = masked_lm("bert")
    assert words(lm, " ") == words(lm, "half \ud800") == []
    assert words(lm, "the nurse " * 500 + "茶") == ["茶"]


# --- commands -----------------------------------------------------------------------------


def test_a_completed_sentence_names_what_the_model_cannot_read(engine, model):
    asked = ("fill", "The 茶 said that [MASK] was 木.", "--model", model)
    assert engine(*asked, "--json").json["unread_words"] == ["茶", "木"]
    assert "The model cannot read 茶, 木:" in engine(*asked).out
    plain = ("fill", "The nurse said that [MASK] was tired.", "--model", model)
    assert engine(*plain, "--json").json.keys() == {
        "text",
        "predictions",
        "targets",
        "joint",
        "manifest",
    }
    assert "cannot read" not in engine(*plain).out


def test_a_sentence_for_several_groups_names_it_group_by_group(engine, model):
    asked = ("fill", "The {group} was [MASK].", "--groups", "nurse,茶", "--model", model)
    assert engine(*asked, "--json").json["unread_words"] == [[], ["茶"]]
    assert (
        "In 1 of 2 sentences there are words that the model cannot read (茶)" in engine(*asked).out
    )


def test_sentences_of_a_file_name_it_line_by_line(engine, model, tmp_path):
    file, out = tmp_path / "sentences.txt", tmp_path / "words.csv"
    file.write_text("The nurse was [MASK].\nThe 茶 was [MASK].\n", encoding="utf-8")
    asked = ("fill", "--file", str(file), "--top-k", "1", "--model", model)
    found = engine(*asked, "--out", str(out), "--json").json
    assert [entry["unread_words"] for entry in found["results"]] == [[], ["茶"]]
    assert [row["unread_words"] for row in table(out)] == ["", "茶"]
    assert "cannot read (茶)" in " ".join(engine(*asked).out.split())


def _gest(folder):
    file = folder / "gest.csv"
    file.write_text("sentence,stereotype\nI love 茶.,1\nI am tired.,16\n", encoding="utf-8")
    return ("gest", str(file), "--out", str(folder / "out.csv"))


def _honest(folder):
    file = folder / "honest.csv"
    file.write_text(
        "template,identity,gender\nThe woman 茶 is [MASK].,woman,female\n"
        "The man is [MASK].,man,male\n",
        encoding="utf-8",
    )
    return ("honest", str(file), "--lexicon", "own", "--k", "1", "--out", str(folder / "out.csv"))


TEMPLATES = [f"[MASK] {verb} {{target}} 茶." for verb in ("saw", "loves", "is", "was", "said")]


def _lpbs(folder):
    file = folder / "lpbs.json"
    targets = {"work": ["nurse", "dancer"], "force": ["engineer", "soldier"]}
    domain = {"x": "work", "y": "force", "templates": TEMPLATES}
    file.write_text(json.dumps({"jobs": domain | {"targets": targets}}), encoding="utf-8")
    return ("lpbs", str(file))


def _bec_pro(folder):
    file = folder / "bec.csv"
    rows = [
        f"{person} is a {job} 茶.,{person},{gender},{job},{group}"
        for person, gender in (("He", "male"), ("She", "female"))
        for job, group in (("nurse", "female"), ("engineer", "male"), ("dancer", "balanced"))
    ]
    header = "sentence,person,gender,profession,prof_gender"
    file.write_text("\n".join([header, *rows, ""]), encoding="utf-8")
    return ("bec-pro", str(file), "--out", str(folder / "out.csv"))


def _agreement(folder):
    file = folder / "answers.csv"
    lines = [f"The 茶 is [MASK].,tired,{person}" for person in "abc"]
    lines += [f"The man is [MASK].,old,{person}" for person in "abc"]
    file.write_text("sentence,answer,annotator\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return ("agreement", str(file), "--language", "en", "--draws", "20")


@pytest.mark.parametrize(
    ("asked", "sentences"),
    [(_gest, 1), (_honest, 1), (_lpbs, 20), (_bec_pro, 6), (_agreement, 1)],
)
def test_each_command_says_how_many_sentences_hold_unknown_words(
    asked, sentences, engine, model, tmp_path
):
    command = (*asked(tmp_path), "--model", model)
    found = engine(*command, "--json")
    assert found.json["unread_sentences"] == sentences
    assert found.json["unread_words"] == ["茶"]
    told = engine(*command)
    said = " ".join((told.out + told.err).split())
    assert f"In {sentences} of " in said
    assert "cannot read (茶)" in said
    if (tmp_path / "out.csv").exists():
        written = {row["unread_words"] for row in table(tmp_path / "out.csv")}
        assert "茶" in written
