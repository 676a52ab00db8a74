"""Small inputs from public reports of this field's users: what each has to give.

They lie beside the reference data, and are read where they lie. A case stands for a kind of file,
whose own tests are with the room that reads it (docs/reliability.md).
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.outcome import table

ROOT = Path(__file__).parents[2]


def sentences(path):
    """What is said in a film, and what is noted about its reading."""
    from engine.curation.subtitles.reading import read_film

    film = read_film(path)
    return [sentence.text for sentence in film.sentences], " ".join(film.notes)


def test_a_cue_may_begin_with_the_name_of_a_block(shared_cases):
    spoken, _ = sentences(shared_cases / "03-vtt-note-style-region" / "speech.vtt")
    assert len(spoken) == 4


def test_words_that_the_model_cannot_read_are_named(engine, shared_cases, model):
    folder = shared_cases / "06-context-of-unknown-words"
    sentence = (folder / "fill.txt").read_text(encoding="utf-8").strip()
    filled = engine("fill", sentence, "--targets", "he,she", "--model", model)
    assert filled.code == 0
    assert "护" in filled.err + filled.out
    pairs = engine("pairs", str(folder / "pairs.csv"), "--model", model, "--json").json
    assert pairs["clean"]["n"] == 0
    assert pairs["unread_words"]


def test_pairs_that_differ_in_unseen_signs_are_flagged(engine, shared_cases, model, tmp_path):
    out = tmp_path / "out.csv"
    file = shared_cases / "07-one-sided-invisible-signs" / "pairs.csv"
    assert engine("pairs", str(file), "--model", model, "--out", str(out)).code == 0
    assert ["unseen-signs" in row["flags"] for row in table(out)] == [False, True, True]


def test_a_folder_of_harness_results_is_read_one_folder_down(engine, shared_cases):
    folder = shared_cases / "08-harness-folder"
    read = engine("scorecard", "import", str(folder / "results"), "--json")
    assert read.code == 0, read.err
    one = engine("scorecard", "import", str(folder / "one-task-without.json"), "--json")
    assert one.code == 0, one.err
    assert "crows_pairs_french" in one.err + one.out


def test_pairs_are_read_as_tools_write_them(engine, shared_cases, model, tmp_path):
    folder = shared_cases / "09-crows-pairs-as-hub-exports-it"
    hub = engine("pairs", str(folder / "hf.csv"), "--model", model, "--json")
    assert (hub.json["stereotype_n"], hub.json["antistereotype_n"]) == (1, 1)
    separated = engine("pairs", str(folder / "sep.csv"), "--model", model, "--json")
    assert separated.json["n"] == 1
    out = tmp_path / "out.csv"
    empty = engine("pairs", str(folder / "na.csv"), "--model", model, "--out", str(out))
    assert empty.code == 0, empty.err
    assert len(table(out)) == 1


def test_transcripts_are_read_without_milliseconds_and_identifiers(shared_cases):
    folder = shared_cases / "11-times-and-identifiers-of-transcripts"
    assert sentences(folder / "no-ms.srt")[0] == ["The nurse enjoys it.", "He left."]
    assert sentences(folder / "teams.vtt")[0] == ["The nurse left.", "He stayed."]


def test_no_interval_is_without_width(engine, shared_cases, model):
    folder = shared_cases / "12-interval-without-width"
    pairs = engine("pairs", str(folder / "twelve.csv"), "--model", model)
    assert pairs.code == 0, pairs.err
    assert "[0.0, 0.0]" not in pairs.out
    same = engine("agreement", str(folder / "same.csv"), "--group-by", "gender", "--model", model)
    assert same.code == 0, same.err
    assert "at least 0.000" not in same.out
    assert "[0.000, 0.000]" not in same.out


def test_a_credit_carries_a_name_or_an_address(shared_cases):
    spoken, _ = sentences(shared_cases / "14-credits-rule-eats-speech" / "film.srt")
    assert len(spoken) == 4


def test_answers_with_an_article_and_a_full_stop_are_told_so(engine, shared_cases, model):
    file = shared_cases / "15-answers-of-several-words" / "answers.csv"
    told = engine("agreement", str(file), "--group-by", "gender", "--model", model)
    assert "lacks the language" not in told.out + told.err
    assert "article" in told.out + told.err


@pytest.mark.parametrize(
    ("card", "command", "place"),
    [
        ("card_published_label_NoneType.json", ["show"], "published[0].label"),
        ("card_reliability_value_str.json", ["show"], "reliability[0].value"),
        (
            "card_contestants_0_spec_masked_heads_None.json",
            ["export", "--format", "csv"],
            "contestants[0].spec.masked_heads",
        ),
    ],
)
def test_a_part_of_another_type_is_refused_with_its_place(
    engine, shared_cases, card, command, place
):
    name, *options = command
    path = shared_cases / "17-shapes-of-kept-files" / card
    assert place in engine("scorecard", name, str(path), *options).refusal


def test_a_command_that_cannot_be_run_is_not_compared(engine, shared_cases):
    path = shared_cases / "17-shapes-of-kept-files" / "pin_nul_in_command.json"
    checked = engine("report", str(path), "--check")
    assert checked.code in (0, 3), checked.err
    assert "not compared" in (checked.out + checked.err).lower()


@pytest.fixture(scope="module")
def zoo(shared_cases, tmp_path_factory):
    """Folders of models in the shapes that people save, from the bundled one."""
    out = tmp_path_factory.mktemp("zoo") / "models"
    script = shared_cases / "13-model-folders" / "zoo.py"
    made = subprocess.run(
        [sys.executable, str(script), str(out)], cwd=ROOT, capture_output=True, text=True
    )
    assert made.returncode == 0, made.stderr[-2000:]
    return out


@pytest.mark.process
@pytest.mark.parametrize(
    ("folder", "said"),
    [
        ("adapter", "merge"),
        ("module", "module."),
        ("origmod", "_orig_mod."),
        ("peftmerged", "base_model.model."),
        ("trainer", "checkpoint-500"),
        ("models--me--mini", "snapshots"),
        ("oldconfig", '"model_type": "bert"'),
        ("nan", "NaN"),
    ],
)
def test_a_folder_of_a_model_is_refused_by_its_cause(engine, zoo, folder, said):
    refused = engine("fill", "The [MASK] left.", "--model", str(zoo / folder)).refusal
    assert said in refused


@pytest.mark.process
@pytest.mark.parametrize(
    "folder", ["gamma", "nometa", "half", "extra", "vocabonly", "vocabcrlf", "added", "sharded"]
)
def test_a_folder_of_a_model_that_is_whole_is_read(engine, zoo, folder):
    filled = engine("fill", "The [MASK] left.", "--model", str(zoo / folder))
    assert filled.code == 0, filled.err
