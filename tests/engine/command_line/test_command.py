"""One command line: its text, the job it becomes, and how it is recognised."""

from __future__ import annotations

import shlex

import pytest

from engine.command_line.command import Command
from engine.core.spec import HeadRef, ModelSpec
from engine.storage import jobs

BUNDLED = ModelSpec("bundled", "sha256:0")
MASKED = ModelSpec("bundled", "sha256:0", masked_heads=(HeadRef(5, 11), HeadRef(2, 0)))
HALF = ModelSpec("owner/a model", "c0ffee", "bfloat16")


def same(first, second):
    return Command(tuple(shlex.split(first))).normalised() == (
        Command(tuple(shlex.split(second))).normalised()
    )


# --- the line -----------------------------------------------------------------------------


def test_a_line_is_quoted_for_a_shell_and_names_model_masks_and_dtype():
    asked = Command(("pairs", "my file.csv", "--measure", "cps"), output="scores.csv")
    assert asked.for_model(BUNDLED).line() == (
        "python -m engine pairs 'my file.csv' --measure cps --out scores.csv"
    )
    assert asked.for_model(MASKED).words[-2:] == ("--mask", "3-1,6-12")
    words = shlex.split(asked.for_model(HALF).line())
    assert words[3:] == [
        *("pairs", "my file.csv", "--measure", "cps", "--model", "owner/a model"),
        *("--dtype", "bfloat16", "--out", "scores.csv"),
    ]


def test_a_second_model_is_named_beside_the_first():
    asked = Command(("pairs", "own.csv"))
    assert asked.for_model(BUNDLED, MASKED).words[2:] == (
        *("--compare", "bundled", "--compare-mask", "3-1,6-12"),
    )
    assert asked.for_model(HALF, BUNDLED).words[-2:] == ("--compare-dtype", "float32")
    assert "--compare-dtype" not in asked.for_model(HALF, HALF).words


def test_options_stand_before_a_text_that_begins_like_one():
    asked = Command(("fill", "--top-k", "3", "--", "--so [MASK]"))
    assert asked.for_model(MASKED).words[3:] == ("--mask", "3-1,6-12", "--", "--so [MASK]")


# --- what it computes ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("heads --words race --mask 3-1,6-12", "heads --mask '6-12, 3-1' --words race"),
        ("heads --pooling cls --model bundled", "heads --pooling cls"),
        ("heads --dtype float32 --mask ''", "heads"),
        ("heads --words=race", "heads --words race"),
        ("heads --top-k 3,10", "heads --top-k '10, 3'"),
        ("heads --ablate --json --no-cache --device cpu", "heads --ablate"),
        ("pairs own.csv --measure cps --out here.csv", "pairs own.csv --out there.csv"),
        ("pairs own.csv --published --clean", "pairs own.csv"),
        ("cabm --weighting user --weights pmi=1 --threshold 0.2", "cabm"),
        ("agreement simulated --group-by age,gender --case", "agreement simulated"),
        ("arena run --subset 1000 --seed 0 --fill word", "arena run --top-k 1 --subset 1000"),
        ("arena run --reading any --out here.json", "arena run --evaluators demo"),
        ("curate a.srt b.vtt --language en --workers 2", "curate b.vtt a.srt --refused r.csv"),
        (
            "curate a.srt --category age --category gender",
            "curate --category gender --category age a.srt",
        ),
        ("curate a.srt --lists b --lists a --lists a", "curate a.srt --lists a --lists b --json"),
        ("fill --file a.txt --top-k 10 --out w.csv --max-pieces 1", "fill --file a.txt"),
        ("review rank films --model bundled --dtype float32", "review rank films"),
        (
            "review zero-shot films --classifier-dtype auto --classifier x --hypothesis ''",
            "review zero-shot films --classifier x",
        ),
    ],
)
def test_what_changes_nothing_that_the_model_computes_makes_no_other_command(first, second):
    assert same(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("heads --pooling cls", "heads --pooling mean"),
        ("heads --mask 3-1", "heads --mask 3-2"),
        ("heads --mask 3-1", "heads"),
        ("heads --dtype bfloat16", "heads"),
        ("heads --model owner/model", "heads"),
        ("heads --ablate", "heads"),
        ("heads --words race", "heads --words religion"),
        ("heads --top-k 3", "heads --top-k 3,10"),
        ("pairs own.csv --measure aul", "pairs own.csv"),
        ("pairs own.csv", "pairs other.csv"),
        ("pairs own.csv --control", "pairs own.csv"),
        ("pairs own.csv --compare bundled", "pairs own.csv"),
        ("cabm --sentence mean", "cabm"),
        ("arena run --subset 1000", "arena run"),
        ("arena run --subset 1000 --seed 1", "arena run --subset 1000"),
        ("arena run --quoted", "arena run"),
        ("arena run --evaluators published", "arena run"),
        ("arena run", "arena prompts"),
        ("curate a.srt --language et", "curate a.srt"),
        ("curate a.srt --category age --category gender", "curate a.srt --category gender"),
        ("curate a.srt --lists a.txt --lists b.txt", "curate a.srt --lists b.txt"),
        ("curate a.srt --save one", "curate a.srt --save two"),
        ("curate a.srt b.srt", "curate a.srt"),
        ("pairs a.csv b.csv", "pairs b.csv a.csv"),
        ("cabm", "heads"),
    ],
)
def test_what_the_model_computes_makes_another_command(first, second):
    assert not same(first, second)


def test_a_file_counts_by_its_name_and_its_content():
    def identity(name, data):
        return Command(("heads", "--corpus", name), {name: data}).normalised()

    assert identity("a.txt", b"x") == identity("a.txt", b"x")
    assert len({identity("a.txt", b"x"), identity("a.txt", b"y"), identity("b.txt", b"x")}) == 3


def test_every_file_of_a_repeated_option_counts_by_its_content():
    def identity(first, second):
        words = ("curate", "a.srt", "--lists", "a.txt", "--lists", "b.txt")
        return Command(words, {"a.txt": first, "b.txt": second}).normalised()

    assert len({identity(b"x", b"x"), identity(b"y", b"x"), identity(b"x", b"y")}) == 3


def test_what_one_command_of_a_group_assumes_another_does_not():
    assert same("arena score x.csv --fill given", "arena score x.csv")
    assert not same("arena score x.csv --fill word", "arena score x.csv")
    assert same("arena run --fill word", "arena run")


# --- jobs ---------------------------------------------------------------------------------


@pytest.fixture
def waiting(monkeypatch):
    """Jobs are listed and never begun."""
    monkeypatch.setattr(jobs.queue, "start_next", lambda: None)
    monkeypatch.setattr("engine.storage.jobs.spawn.runner_unless_just_started", lambda: None)


def written(argv):
    """The command of a job that was submitted so, as the queue keeps it."""
    number = jobs.submit("Long work", argv)
    job = jobs.job(number)
    return Command.of_job(job.argv, job.folder)


PAIRS = b"sent_more,sent_less\nShe left.,He left.\n"


def test_a_job_is_recognised_by_its_files_and_options_in_any_order(waiting):
    old = [
        *("pairs", jobs.Input("pairs-0123456789ab.csv", PAIRS), "--measure", "cps"),
        *("--model", "bundled", "--mask", "3-1, 6-12", "--out", jobs.Output("scores.csv")),
    ]
    name = "pairs-0123456789ab.csv"
    asked = Command(("pairs", name, "--measure", "cps"), {name: PAIRS}, "scores.csv")
    assert written(old).normalised() == asked.for_model(MASKED).normalised()
    assert written(old).normalised() != asked.for_model(BUNDLED).normalised()
    other = Command(asked.words, {name: PAIRS + b"A,B\n"}, "scores.csv")
    assert written(old).normalised() != other.for_model(MASKED).normalised()


def test_a_job_whose_files_are_gone_is_another_command(waiting):
    number = jobs.submit("Long work", ["agreement", jobs.Input("answers.jsonl", b"{}\n")])
    job = jobs.job(number)
    asked = Command(("agreement", "answers.jsonl"), {"answers.jsonl": b"{}\n"})
    assert Command.of_job(job.argv, job.folder).normalised() == asked.normalised()
    (job.folder / "answers.jsonl").unlink()
    assert Command.of_job(job.argv, job.folder).normalised() != asked.normalised()
