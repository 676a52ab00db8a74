"""Jobs of commands: submitted, recognised whoever submitted them, and refused by a full disk."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

from components.annotators import scoring as annotators_scoring
from components.annotators.controls import Choice as AnnotatorsChoice
from components.cabm.choice import Choice as CabmChoice
from components.cabm.own_sentences import CabmSource
from components.frame import session
from components.frame.widgets.chosen_data import ChosenData
from components.heads.choice import Choice as HeadsChoice
from components.pairs import scoring as pairs_scoring
from components.pairs.controls import Choice as PairsChoice
from engine.command_line.command import Command
from engine.core.digest import data_digest
from engine.core.errors import StorageError
from engine.measures.cabm.data.sets import load_framed
from engine.measures.cabm.settings import CabmSettings
from engine.storage import jobs
from engine.words.association_tests import bundled_test

PAIRS = pd.DataFrame(
    {
        "sent_more": ["She left early.", "She, too, was late."],
        "sent_less": ["He left early.", "He, too, was late."],
        "bias_type": ["gender", "gender"],
    }
)
ANSWERS = pd.DataFrame(
    {"sentence": ["A [MASK].", "Ein [MASK]."], "answer": ["tea", "Tee"], "annotator": ["a", "b"]}
)
WORDS = b"engineer\nnurse\n"


@pytest.fixture(autouse=True)
def _nothing_begins(monkeypatch, fresh_caches):
    """Jobs are listed and stay in the queue."""
    monkeypatch.setattr("engine.storage.jobs.queue.start_next", lambda: None)
    monkeypatch.setattr("engine.storage.jobs.spawn.runner_unless_just_started", lambda: None)


def pairs_command(subject, pairs=PAIRS, **values):
    data = ChosenData("own", "own", pairs.copy(), "own.csv")
    choice = PairsChoice(data, **{"variant": "cps", "mode": "own", "clean_only": False, **values})
    (command,) = pairs_scoring.jobs_of([choice.variant], choice, subject).values()
    return command


def heads_command(subject, *more, pooling="token", corpus=WORDS):
    source = ("--words", "race", "--corpus", "texts.txt")
    test = bundled_test("race", 2)
    choice = HeadsChoice(test, "race", pooling, 2, source=source, files={"texts.txt": corpus})
    return choice.command(*more).for_model(subject.spec)


def cabm_command(subject, **values):
    source, none = ("--sentences", "own.csv", "--targets", "targets.txt"), CabmSource("", (), {})
    sentences = CabmSource("own", source, {"own.csv": b"text\n", "targets.txt": WORDS})
    settings = replace(CabmSettings(), **values)
    choice = CabmChoice(load_framed("bundled"), None, settings, sentences, none)
    return choice.command().for_model(subject.spec)


def answers_command(subject, answers=ANSWERS, **values):
    data = ChosenData("own", "own", answers.copy(), "own.csv")
    choice = AnnotatorsChoice(data, (), "p_at_1", True, 2)
    return annotators_scoring._reading(replace(choice, **values), subject)


# --- jobs in a queue, as they were written before one `Command` served every page ----------


def old_model(subject):
    """Options in the order and spelling of those jobs."""
    heads = ", ".join(map(str, subject.spec.masked_heads))
    return [*(["--mask", heads] if heads else []), "--model", subject.spec.checkpoint]


def old_pairs(subject):
    data = PAIRS[["sent_more", "sent_less", "bias_type"]].to_csv(index=False).encode()
    digest = data_digest([*zip(PAIRS["sent_more"], PAIRS["sent_less"], strict=True)])
    mask, model = old_model(subject)[:-2], old_model(subject)[-2:]
    name = jobs.Input(f"pairs-{digest[7:19]}.csv", data)
    return ["pairs", name, "--measure", "cps", *model, *mask, "--out", jobs.Output("scores.csv")]


def old_heads(subject):
    corpus = jobs.Input("texts.txt", WORDS)
    return [
        *("heads", "--words", "race", "--corpus", corpus, "--pooling", "token"),
        *("--max-contexts", "2", "--ablate", *old_model(subject)),
    ]


def old_cabm(subject):
    return [
        *("cabm", "--sentences", jobs.Input("own.csv", b"text\n")),
        *("--targets", jobs.Input("targets.txt", WORDS), "--weighting", "equal"),
        *("--sentence", "mean", *old_model(subject)),
    ]


def old_answers(subject):
    digest = data_digest([*zip(ANSWERS["sentence"], ANSWERS["answer"], strict=True)])
    data = ANSWERS.to_json(orient="records", lines=True, force_ascii=False).encode()
    return ["agreement", jobs.Input(f"answers-{digest[7:19]}.jsonl", data), *old_model(subject)]


@pytest.mark.parametrize(
    ("old", "command"),
    [
        (old_pairs, pairs_command),
        (old_heads, lambda subject: heads_command(subject, "--ablate")),
        (old_cabm, lambda subject: cabm_command(subject, sentence="mean")),
        (old_answers, answers_command),
    ],
)
def test_a_job_from_an_older_queue_is_recognised_by_mask_and_precision(old, command, subjects):
    whole, masked = subjects
    number = jobs.submit("Long work", old(masked))
    assert session.background.job_of(command(masked)).id == number
    assert session.background.job_of(command(whole)) is None
    plain = jobs.submit("Long work", old(whole))
    assert session.background.job_of(command(whole)).id == plain
    half = replace(whole, spec=replace(whole.spec, dtype="bfloat16"))
    assert session.background.job_of(command(half)) is None


# --- what is the same work, and what is not ------------------------------------------------


def test_a_submitted_command_is_recognised_until_it_is_no_longer_waiting(subjects):
    command = pairs_command(subjects[1])
    assert session.background.job_of(command) is None
    number = session.background.submit_command("Pairs", command)
    assert jobs.job(number).argv[-2] == "--out"
    assert session.background.job_of(command).id == number
    session.background.cancel_job(number)
    assert session.background.job_of(command) is None


@pytest.mark.parametrize(
    ("submitted", "asked"),
    [
        (
            lambda one: pairs_command(one, mode="own"),
            lambda one: pairs_command(one, mode="published", clean_only=True),
        ),
        (
            lambda one: cabm_command(one, threshold=0.1),
            lambda one: cabm_command(one, weighting="equal", alpha=2.0),
        ),
        (answers_command, lambda one: answers_command(one, by=("age",), fold=False)),
    ],
)
def test_what_is_done_with_known_numbers_is_the_same_work(submitted, asked, subjects):
    number = session.background.submit_command("Long work", submitted(subjects[0]))
    assert session.background.job_of(asked(subjects[0])).id == number


@pytest.mark.parametrize(
    ("submitted", "asked"),
    [
        (pairs_command, lambda one: pairs_command(one, variant="aul")),
        (pairs_command, lambda one: pairs_command(one, pairs=PAIRS.head(1))),
        (heads_command, lambda one: heads_command(one, pooling="cls")),
        (heads_command, lambda one: heads_command(one, "--ablate")),
        (heads_command, lambda one: heads_command(one, corpus=WORDS + b"cook\n")),
        (cabm_command, lambda one: cabm_command(one, sentence="mean")),
        (answers_command, lambda one: answers_command(one, ANSWERS.head(1))),
    ],
)
def test_other_numbers_are_other_work(submitted, asked, subjects):
    session.background.submit_command("Long work", submitted(subjects[0]))
    assert session.background.job_of(asked(subjects[0])) is None


def test_the_same_file_under_another_column_choice_is_other_work():
    file = {"own.csv": b"a,b\n"}
    session.background.submit_command("Pairs", Command(("pairs", "own.csv"), file))
    assert session.background.job_of(Command(("pairs", "own.csv"), file)) is not None
    mapped = Command(("pairs", "own.csv", "--columns", "sent_more=b"), file)
    assert session.background.job_of(mapped) is None


def test_a_full_disk_submits_nothing(monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("engine.storage.jobs.queue.open_private", full)
    command = Command(("pairs", "own.csv"), {"own.csv": b"a,b\n"})
    with pytest.raises(StorageError, match="No space left on device"):
        session.background.submit_command("Pairs", command)
    assert session.background.all_jobs() == []
    assert session.background.job_of(command) is None
