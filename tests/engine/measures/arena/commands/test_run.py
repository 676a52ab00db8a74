"""One model's report by the command line, with an evaluator whose answers are known."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import time
from contextlib import closing

import pytest

from engine.measures.arena.schema import digest_of, read_report
from tests.engine.measures.arena.commands.conftest import SENTENCES, write_prompts
from tests.engine.outcome import table
from tests.forked import Forked
from tests.nowhere import NOWHERE
from tests.unloaded import not_loaded


@pytest.fixture
def words(engine, model):
    """The word that the model puts into each prompt, as the command `fill` shows it."""
    hidden = ("--hide", "piece,punctuation", "--top-k", "1", "--json")
    found = {}
    for about, sentence in SENTENCES.items():
        shown = engine("fill", sentence, "--model", model, *hidden).json
        found[about[1]] = shown["predictions"][0][0]["word"]
    return found


def run(engine, model, prompts, suite, *more):
    return engine(
        *("arena", "run", "--model", model, "--prompts", prompts, "--evaluators", suite, *more)
    )


def test_flags_are_those_of_the_words_that_the_model_gives(engine, model, prompts, suite, words):
    report = run(engine, model, prompts, suite(words["nuns"]), "--json").json
    expected = {group: float(word == words["nuns"]) for group, word in words.items()}
    flags = {name: entry["flag_rate"] for name, entry in report["by_group"].items()}
    assert flags == expected
    assert report["overall"]["flag_rate"] == pytest.approx(sum(expected.values()) / 4)
    assert report["overall"]["average_bias_score"] == pytest.approx(sum(expected.values()) / 4)
    assert report["items"]["flag"] == [expected[about[1]] for about in SENTENCES]
    assert report["variant"] == "top-1 word, plain mask, pooled flags"
    assert report["prompts"]["n"] == 4
    assert report["digest"] == digest_of(report)


def test_several_words_are_weighted_by_their_probability(engine, model, prompts, suite, words):
    report = run(engine, model, prompts, suite(words["nuns"]), "--top-k", "3", "--json").json
    assert 1 / 3 < report["by_group"]["nuns"]["flag_rate"] < 1
    assert report["variant"].startswith("top-3 words weighted by probability")


def test_the_table_names_variant_n_suite_and_seed(engine, model, prompts, suite, words):
    shown = run(engine, model, prompts, suite(words["nuns"])).out
    for part in (
        "4 prompts of prompts.csv",
        "suite planted",
        "top-1 word, plain mask, pooled flags",
        "seed 0",
        "A higher flag rate need not mean a more biased model",
    ):
        assert part in " ".join(shown.split())
    assert "Demonstration" not in shown
    assert "Demonstration" in run(engine, model, prompts, "demo").out


def test_a_report_is_written_with_its_rows_and_kept(
    engine, model, prompts, suite, tmp_path, cache_folder
):
    out = tmp_path / "report.json"
    done = run(engine, model, prompts, suite("tired"), "--out", str(out), "--json")
    report = read_report(out.read_bytes(), out.name)
    assert report == done.json
    rows = table(tmp_path / "report.csv")
    assert [row["sentence"] for row in rows] == list(SENTENCES.values())
    assert all(row["completion"] for row in rows)
    assert {"list: flagged", "list: label"} <= set(rows[0])
    (kept,) = (cache_folder / "arena").iterdir()
    assert json.loads(kept.read_text())["report"] == report


def test_rows_have_the_sentences_as_they_were_asked(engine, model, prompts, suite, tmp_path):
    out = tmp_path / "quoted.json"
    assert run(engine, model, prompts, suite("he"), "--quoted", "--out", str(out)).code == 0
    sentences = [row["sentence"] for row in table(out.with_suffix(".csv"))]
    assert sentences[0] == "The nun said that '[MASK]' was tired."


def test_a_second_look_gives_the_same_and_loads_no_model(
    engine, model, prompts, suite, monkeypatch
):
    listed = suite("tired")
    first = run(engine, model, prompts, listed, "--json").json
    assert run(engine, model, prompts, listed, "--json", "--no-cache").json == first
    monkeypatch.setattr("engine.models.loading.load", not_loaded)
    assert run(engine, model, prompts, listed, "--json").json == first
    assert run(engine, model, prompts, suite("he", name="other"), "--json").code == 0


def test_a_word_that_is_never_given_flags_nothing_and_another_list_is_another_report(
    engine, model, prompts, suite, words
):
    first = run(engine, model, prompts, suite("quixotically"), "--json").json
    assert first["baseline"]["list"]["by_group"]["nuns"]["flag_rate"] == 0.0
    second = run(engine, model, prompts, suite(words["nuns"]), "--json").json
    assert first["overall"]["flag_rate"] == 0 < second["overall"]["flag_rate"]


# --- what cannot be done ----------------------------------------------------------------------


def test_a_prompt_without_a_mask_is_refused_with_its_row(engine, model, tmp_path):
    path = write_prompts(tmp_path / "bad.csv", {("religion", "nuns", "own"): "No mask here."})
    done = engine("arena", "run", "--model", model, "--prompts", path)
    assert "Row 2: no blank" in done.refusal


def test_a_causal_model_is_refused_in_one_sentence(engine, tiny_model_folder, prompts):
    done = engine("arena", "run", "--model", str(tiny_model_folder("gpt2")), "--prompts", prompts)
    assert "fills in no blanks" in done.refusal
    assert "arena score" in done.complaint


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--evaluators", "nowhere"), "no suite"),
        (("--fill", "best"), "word or raw"),
        (("--fill", "given"), "word or raw"),
        (("--fill", "raw", "--top-k", "3"), "raw variant"),
        (("--top-k", "0"), "1 to 50"),
        (("--reading", "all"), "pooled"),
        (("--subset", "0"), "at least 1 prompt"),
        (("--out", "report.csv"), "ends in .json"),
        (("--out", f"{NOWHERE}/report.json"), "no folder"),
        (("--evaluator-dtype", "int8"), "auto"),
        (("--prompts", "nowhere.csv"), "nowhere.csv"),
    ],
)
def test_a_mistaken_option_is_answered_before_anything_is_computed(
    engine, model, options, reason, monkeypatch
):
    monkeypatch.setattr("engine.models.loading.load", not_loaded)
    assert reason in engine("arena", "run", "--model", model, *options).refusal


def test_an_evaluator_that_fails_on_one_item_ends_nothing_and_on_all_is_no_report(
    engine, model, prompts, suite, monkeypatch
):
    from engine.evaluators import lexicon

    judge, groups = lexicon.judge, {"monks"}

    def failing(evaluator, completed):
        if any(entry.prompt.group in groups for entry in completed):
            raise ZeroDivisionError("monks")
        return judge(evaluator, completed)

    monkeypatch.setattr(lexicon, "judge", failing)
    report = run(engine, model, prompts, suite("he"), "--json").json
    assert report["left_out"]["failed"] == {"list": 1}
    assert report["items"]["flag"][1] is None
    assert report["overall"]["n"] == 3
    groups |= {about[1] for about in SENTENCES}
    assert run(engine, model, prompts, suite("she"), "--json").code == 1


def test_no_disk_costs_a_warning_and_the_report_is_shown(
    engine, model, prompts, suite, tmp_path, monkeypatch
):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("BIASCOPE_CACHE", str(tmp_path / "file" / "cache"))
    done = run(engine, model, prompts, suite("he"), "--json")
    assert done.code == 0
    assert done.json["prompts"]["n"] == 4
    assert "could not be kept" in done.err


# --- stopped, and two at once -----------------------------------------------------------------

MANY = {
    ("religion", f"group {number}", "attributive"): f"The nun said at {number} that [MASK] left."
    for number in range(150)
}


def started(cache, arguments, **environment):
    own = {"BIASCOPE_CACHE": str(cache), "OMP_NUM_THREADS": "1"} | environment
    return Forked(arguments, os.environ | own, None)


def stored(cache) -> dict[str, str]:
    path = cache / "results.sqlite"
    if not path.exists():
        return {}
    with closing(sqlite3.connect(path, timeout=30)) as connection:
        try:
            return dict(connection.execute("SELECT key, value FROM result"))
        except sqlite3.OperationalError:  # not yet made
            return {}


@pytest.mark.main_path
@pytest.mark.process
def test_a_run_that_was_killed_goes_on_to_the_same_bytes(model, tmp_path, suite):
    prompts = write_prompts(tmp_path / "many.csv", MANY)
    asked = ["arena", "run", "--model", model, "--prompts", prompts, "--evaluators", suite("he")]
    straight, killed = tmp_path / "straight", tmp_path / "killed"
    outs = {cache: tmp_path / f"{cache.name}.json" for cache in (straight, killed)}
    first = started(straight, [*asked, "--out", str(outs[straight])])
    assert first.wait(300) == 0, first.err
    run = started(killed, [*asked, "--out", str(outs[killed])])
    while run.poll() is None and not stored(killed):
        time.sleep(0.02)
    run.send_signal(signal.SIGKILL)
    run.wait(60)
    some = stored(killed)
    assert some
    again = started(killed, [*asked, "--out", str(outs[killed])])
    assert again.wait(300) == 0, again.err
    assert outs[killed].read_bytes() == outs[straight].read_bytes()
    assert (tmp_path / "killed.csv").read_bytes() == (tmp_path / "straight.csv").read_bytes()
    assert stored(killed) == stored(straight)


@pytest.mark.process
def test_two_processes_at_once_give_the_same_report(model, prompts, suite, tmp_path):
    asked = ["arena", "run", "--model", model, "--prompts", prompts, "--evaluators", suite("he")]
    cache = tmp_path / "shared"
    outs = [tmp_path / f"{number}.json" for number in range(2)]
    runs = [started(cache, [*asked, "--out", str(out)]) for out in outs]
    assert [run.wait(300) for run in runs] == [0, 0]
    assert outs[0].read_bytes() == outs[1].read_bytes()
    assert len(list((cache / "arena").iterdir())) == 1


def test_as_published_takes_the_papers_suite_fill_and_reading(
    engine, model, prompts, suite, monkeypatch
):
    monkeypatch.setattr("engine.measures.arena.commands.run.PUBLISHED", suite("tired"))
    asked = ("arena", "run", "--model", model, "--prompts", prompts, "--published")
    report = engine(*asked, "--json").json
    assert report["variant"] == "raw top-1, quoted mask, pooled flags"
    assert report["suite"]["name"] == "planted"


@pytest.mark.parametrize(
    "typed",
    [
        ["--evaluators", "demo"],  # what is taken without --published
        ["--evaluators", "hurtlex"],
        ["--fill", "word"],
        ["--fill", "raw"],
        ["--top-k", "1"],
        ["--top-k", "3"],
        ["--quoted"],
        ["--reading", "any"],
    ],
    ids=" ".join,
)
def test_as_published_refuses_what_it_sets_itself_by_name(engine, prompts, typed):
    asked = ("arena", "run", "--model", "nowhere", "--prompts", prompts, "--published")
    assert engine(*asked, *typed).refusal == (
        f"--published sets {typed[0]} itself; got {' '.join(typed)}. Leave out one of the two."
    )
