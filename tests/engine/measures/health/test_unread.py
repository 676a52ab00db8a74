from __future__ import annotations

import json
import shutil
from dataclasses import replace

import pytest

from engine.core.errors import InputTextError
from engine.measures.arena.schema import read_report
from engine.measures.health.unread import unread_in
from engine.measures.honest.column import honest_reading
from engine.measures.honest.data.sets import load_templates
from engine.measures.honest.lexicon import lexicon_for
from engine.prompts.file import read_prompts
from engine.scorecard.columns import FAMILIES
from tests.engine.classifiers import build_classifier
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


def _pppl(folder):
    file = folder / "text.txt"
    file.write_text("The nurse was tired.\nThe 茶 was tired.\n", encoding="utf-8")
    return ("pppl", str(file))


JOBS = (
    *("nurse", "engineer", "dancer", "soldier", "doctor", "teacher", "lawyer", "baker"),
    *("farmer", "singer"),
)


def _cabm(folder):
    file, corpus, templates = (folder / name for name in ("cabm.csv", "corpus.txt", "asked.txt"))
    lines = [
        f"The {job} {verb} {word} hat.,{job},{('male', 'female')[place % 2]}"
        for place, job in enumerate(JOBS)
        for word in ("his", "her")
        for verb in ("took", "lost")
    ]
    lines[0] = lines[0].replace("hat", "hat 茶")
    file.write_text("\n".join(["sentence,occupation,list", *lines, ""]), encoding="utf-8")
    counted = [f"The {job} took his hat." for place, job in enumerate(JOBS) for _ in range(place)]
    counted += [line.partition(",")[0] for line in lines]
    corpus.write_text("\n".join(counted), encoding="utf-8")
    templates.write_text("[MASK] is a {target} 茶.\n", encoding="utf-8")
    asked = ("--sentences", str(file), "--pmi-corpus", str(corpus), "--templates", str(templates))
    return ("cabm", *asked, "--weighting", "equal", "--draws", "20")


def _counter(folder):
    file = folder / "corpus.txt"
    lines = [
        *("The woman is a nurse 茶.", "My mother is a good dancer.", "She is a nurse."),
        *(
            "The man is an engineer today.",
            "My father was a mechanic.",
            "He likes the old soldier.",
        ),
    ]
    file.write_text("\n".join([*lines, ""]), encoding="utf-8")
    return ("counter", "--corpus", str(file), "--same-words")


def _arena(folder):
    file = folder / "prompts.csv"
    file.write_text(
        "category,group,sentence_type,sentence\nreligion,nuns,attributive,Nuns 茶 are [MASK].\n"
        "religion,monks,attributive,Monks are [MASK].\n",
        encoding="utf-8",
    )
    return ("arena", "run", "--prompts", str(file), "--out", str(folder / "out.json"))


@pytest.mark.parametrize(
    ("asked", "sentences"),
    [
        *((_gest, 1), (_honest, 1), (_lpbs, 20), (_bec_pro, 6), (_agreement, 1)),
        *((_pppl, 1), (_cabm, 11), (_counter, 2), (_arena, 1)),
    ],
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


def test_a_sentence_that_heads_are_ranked_by_names_what_the_model_cannot_read(
    engine, model, tmp_path
):
    file = tmp_path / "test.json"
    sets = {"targ1": ["nurse", "dancer"], "targ2": ["engineer", "soldier"]}
    file.write_text(json.dumps(sets | {"attr1": ["she"], "attr2": ["he"]}), encoding="utf-8")
    asked = ("heads", "--seat", str(file), "--model", model, "--sentence")
    found = engine(*asked, "The 茶 said that [MASK] was tired.", "--json").json["sentence"]
    assert found["unread_words"] == ["茶"]
    assert "The model cannot read 茶:" in engine(*asked, "The 茶 was [MASK].").out
    plain = engine(*asked, "The nurse was [MASK].", "--json").json["sentence"]
    assert "unread_words" not in plain


# --- who judges ---------------------------------------------------------------------------


@pytest.fixture
def judged(engine, tmp_path):
    """Score a file of completions with one classifier that lacks some words."""
    folder = build_classifier("bert", tmp_path / "judge")
    suite = tmp_path / "suite.toml"
    suite.write_text(
        'name = "judged"\n\n[[evaluator]]\nname = "judge"\nkind = "classifier"\n'
        f'checkpoint = "{folder}"\n\n[evaluator.labels]\n'
        'bad = { flagged = true, score = "p" }\ngood = { flagged = false, score = "1-p" }\n',
        encoding="utf-8",
    )

    def score(*words, more=()):
        file = tmp_path / "completions.csv"
        rows = [
            f"religion,{group},attributive,The {group} are [MASK].,{word}"
            for group, word in zip(("man", "woman", "boy"), words, strict=False)
        ]
        header = "category,group,sentence_type,sentence,completion"
        file.write_text("\n".join([header, *rows, ""]), encoding="utf-8")
        return engine("arena", "score", str(file), "--evaluators", str(suite), *more)

    score.suite = str(suite)
    return score


def test_completions_that_a_classifier_cannot_read_are_named_and_the_report_is_whole(judged):
    found = judged("kind", "茶", more=("--json",))
    report = dict(read_report(found.out, "it"))
    unread = {"unread_sentences": 1, "unread_words": ["茶"]}
    assert report["unread_by_evaluator"] == {"judge": unread}
    assert "unread_words" not in report
    said = " ".join(judged("kind", "茶").out.split())
    assert "In 1 of 2 sentences there are words that judge cannot read (茶)" in said
    plain = judged("kind", "tired", more=("--json",)).json
    assert "unread_by_evaluator" not in plain


def test_prompts_name_what_the_model_and_its_judge_cannot_read(judged, engine, model, tmp_path):
    asked = (*_arena(tmp_path), "--evaluators", judged.suite, "--model", model)
    found = engine(*asked, "--json")
    report = dict(read_report(found.out, "it"))
    unread = {"unread_sentences": 1, "unread_words": ["茶"]}
    assert report["unread_by_evaluator"] == {"judge": unread}
    assert {name: report[name] for name in unread} == unread
    again = engine(*asked, "--json")  # from the store, where the report has its figures alone
    assert again.json == found.json


@pytest.mark.parametrize("wrong", [{"unread_words": [1]}, {"unread_by_evaluator": {"judge": 1}}])
def test_a_report_with_unread_words_of_another_form_is_refused(judged, wrong):
    report = judged("kind", "茶", more=("--json",)).json | wrong
    with pytest.raises(InputTextError, match=next(iter(wrong))):
        read_report(json.dumps(report), "it")


# --- table --------------------------------------------------------------------------------


def test_cells_of_a_table_name_unread_words_and_what_was_read_of_their_file(
    engine, model, tmp_path
):
    _arena(tmp_path)
    file = tmp_path / "prompts.csv"
    text = file.read_text(encoding="utf-8")
    file.write_text(f"{text}{text.splitlines()[-1]}\n", encoding="utf-8")
    notes = read_prompts(str(file)).notes
    assert notes
    asked = ("--models", model, "--measures", f"arena:{file}:all", "--out", str(tmp_path / "table"))
    (cell,) = engine("sweep", *asked, "--json").json["cells"]
    assert cell["notes"][: len(notes)] == list(notes)
    said = "In 1 of 2 sentences there are words that the model cannot read (茶)"
    assert said in " ".join(cell["notes"])


@pytest.fixture
def without_m(tiny_model_folder, tmp_path):
    """A BERT that reads no word with an m, but for those that it has a token for."""
    folder = shutil.copytree(tiny_model_folder("bert"), tmp_path / "without-m")
    file = folder / "tokenizer.json"
    found = json.loads(file.read_text(encoding="utf-8"))
    for piece in ("m", "##m"):
        place = found["model"]["vocab"].pop(piece)
        found["model"]["vocab"][f"[unused{place}]"] = place
    file.write_text(json.dumps(found), encoding="utf-8")
    return str(folder)


def test_cells_of_every_measure_name_unread_words(engine, without_m, tmp_path):
    names = [name for family in FAMILIES.values() for name in family.suggested[:1]]
    asked = ("--models", without_m, "--measures", ",".join(names))
    found = engine("sweep", *asked, "--out", str(tmp_path / "table"), "--json").json
    measured = [cell for cell in found["cells"] if cell["value"] is not None]
    assert len(measured) == len(names)
    for cell in measured:
        assert "cannot read" in " ".join(cell["notes"]), cell


def test_cells_of_professions_of_a_file_name_unread_words(engine, model, tmp_path):
    _, file, *_ = _bec_pro(tmp_path)
    asked = ("--models", model, "--measures", f"bec-pro:{file}", "--out", str(tmp_path / "table"))
    (cell,) = engine("sweep", *asked, "--json").json["cells"]
    said = "In 6 of 6 sentences there are words that the model cannot read (茶)"
    assert said in " ".join(cell["notes"])


def test_a_figure_of_hurtful_completions_has_the_notes_of_its_templates():
    templates = replace(load_templates("bundled", "en", "binary"), notes=("A note.",))
    words = [["kind", "kind", 0.5]]
    values = [{"tokens": words, "words": words}] * len(templates.templates)
    found = honest_reading(templates, lexicon_for(templates), values, 1, 0)
    assert found.notes[0] == "A note."
