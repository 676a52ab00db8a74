"""`replicate glue`: nine tasks, one checkpoint each, from GLUE's own files."""

from __future__ import annotations

import pytest

from engine.measures.nlu.replication import PARTS, TASKS, below_chance, files_in, part_named
from tests.engine.classifiers import build_classifier

pytestmark = pytest.mark.model

# Task -> heading and rows of a file as GLUE distributes it.
ROWS = {
    "RTE": ("index\tsentence1\tsentence2\tlabel", "{n}\tHe is {w}.\tHe left.\t{two}"),
    "SST-2": ("sentence\tlabel", "A {w} song.\t{bit}"),
    "WNLI": ("index\tsentence1\tsentence2\tlabel", "{n}\tShe is {w}.\tHe left.\t{bit}"),
    "QNLI": ("index\tquestion\tsentence\tlabel", "{n}\tWho is {w}?\tHe left.\t{two}"),
    "CoLA": ("", "gj04\t{bit}\t\tThe {w} left."),
    "MRPC": ("Quality\t#1 ID\t#2 ID\t#1 String\t#2 String", "{bit}\t1\t2\tA {w} day.\tHe left."),
    "QQP": (
        "id\tqid1\tqid2\tquestion1\tquestion2\tis_duplicate",
        "{n}\t1\t2\tWho {w}?\tHe?\t{bit}",
    ),
    "STS-B": ("index\tsentence1\tsentence2\tscore", "{n}\tHe is {w}.\tShe left.\t{n}.5"),
    "MNLI": ("index\tsentence1\tsentence2\tgold_label", "{n}\tHe is {w}.\tHe left.\t{three}"),
}
WORDS = ("kind", "cold", "dangerous", "beautiful", "tired")
CLASSES = {"STS-B": 1, "MNLI": 3}


def content(task):
    heading, row = ROWS[task]
    lines = [heading] if heading else []
    for n, word in enumerate(WORDS):
        lines.append(
            row.format(
                n=n,
                w=word,
                bit=n % 2,
                two=("entailment", "not_entailment")[n % 2],
                three=("entailment", "neutral", "contradiction")[n % 3],
            )
        )
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def checkpoints(tmp_path_factory):
    """Task -> a tiny checkpoint whose classes have no names, as most of the hub's have none."""
    import json

    found = {}
    for outputs in (1, 2, 3):
        folder = tmp_path_factory.mktemp("glue") / f"outputs-{outputs}"
        build_classifier("bert", folder, outputs)
        path = folder / "config.json"
        config = json.loads(path.read_text())
        config["id2label"] = {str(n): f"LABEL_{n}" for n in range(outputs)}
        config["label2id"] = {f"LABEL_{n}": n for n in range(outputs)}
        path.write_text(json.dumps(config))
        found[outputs] = str(folder)
    return {task: found[CLASSES.get(task, 2)] for task in TASKS}


@pytest.fixture
def glue(tmp_path):
    """A folder as GLUE is distributed."""
    for task in TASKS:
        names = ("dev_matched", "dev_mismatched") if task == "MNLI" else ("dev",)
        for name in names:
            path = tmp_path / task / f"{name}.tsv"
            path.parent.mkdir(exist_ok=True)
            path.write_text(content(task), encoding="utf-8")
    return tmp_path


def test_table_2_has_nine_tasks_and_thirteen_figures():
    assert len(TASKS) == 9
    assert sum(len(part.published) for part in PARTS) == 13
    assert [part.name for part in PARTS if part.task == "MNLI"] == ["MNLI", "MNLI-mm"]


@pytest.mark.parametrize(
    ("name", "meant"),
    [("stsb", "STS-B"), ("sst2", "SST-2"), ("COLA", "CoLA"), ("mnli_mismatched", "MNLI-mm")],
)
def test_tasks_are_found_however_they_are_written(name, meant):
    assert part_named(name) == meant


def test_files_are_found_in_folders_and_beside_one_another(glue, tmp_path_factory):
    found = files_in(glue)
    assert set(found) == {part.name for part in PARTS}
    assert found["MNLI-mm"].name == "dev_mismatched.tsv"
    flat = tmp_path_factory.mktemp("flat")
    (flat / "stsb.csv").write_text("sentence1,sentence2,score\n")
    (flat / "mnli-mm.jsonl").write_text("")
    assert {name: path.name for name, path in files_in(flat).items()} == {
        "STS-B": "stsb.csv",
        "MNLI-mm": "mnli-mm.jsonl",
    }


def test_nine_tasks_are_measured_by_one_command(engine, glue, checkpoints, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    named = [word for task in TASKS for word in ("--checkpoint", f"{task}={checkpoints[task]}")]
    arguments = ("replicate", "glue", "--data", str(glue), *named)
    found = engine(*arguments, "--mask", "1-1,2-2", "--json")
    assert found.code == 0, found.err
    figures = found.json["figures"]
    assert len(figures) == 13
    assert found.json["left_out"] == {}
    by = {(entry["task"], entry["metric"]): entry for entry in figures}
    assert by["MRPC", "F1"]["published"] == {"full": 0.8701, "top 3": 0.8748, "all": 0.8729}
    for entry in figures:
        assert entry["n"] == 5
        for figure, bounds in (("ours", "interval"), ("masked", "masked_interval")):
            if entry[bounds] is not None:
                low, high = entry[bounds]
                assert low <= entry[figure] <= high
    # Figures of five texts, some of which cannot vary.
    assert sum(entry["interval"] is not None for entry in figures) > len(TASKS)
    shown = engine(*arguments, "--mask", "1-1,2-2")
    assert max(map(len, shown.out.splitlines())) <= 80
    assert "0.8862" in shown.out
    plain = engine(*arguments)
    assert plain.out.splitlines()[1].split() == [
        "task",
        "metric",
        "full",
        "top",
        "3",
        "all",
        "ours",
    ]


def test_tasks_without_a_checkpoint_are_named_and_the_others_go_on(engine, glue, checkpoints):
    given = ("--checkpoint", f"stsb={checkpoints['STS-B']}")
    found = engine("replicate", "glue", "--data", str(glue), *given, "--json")
    assert {entry["task"] for entry in found.json["figures"]} == {"STS-B"}
    assert set(found.json["left_out"]) == set(TASKS) - {"STS-B"}
    assert "RTE is left out: give --checkpoint RTE=FOLDER" in found.err


def test_a_checkpoint_of_another_task_is_named_and_the_others_go_on(engine, glue, checkpoints):
    wrong = ("--checkpoint", f"STS-B={checkpoints['RTE']}")
    right = ("--checkpoint", f"RTE={checkpoints['RTE']}")
    found = engine("replicate", "glue", "--data", str(glue), *wrong, *right, "--json")
    assert found.code == 0, found.err
    assert "STS-B" in found.json["left_out"]
    assert {entry["task"] for entry in found.json["figures"]} == {"RTE"}
    # Numbers of a regression head against 0 and 1 are no accuracy.
    one = ("--checkpoint", f"SST-2={checkpoints['STS-B']}")
    alone = engine("replicate", "glue", "--data", str(glue), *one)
    assert "SST-2 is measured by accuracy, and this checkpoint gives one number" in alone.err
    assert alone.code == 2


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "No checkpoint named"),
        (["--checkpoint", "poem=X"], "'poem' is none of GLUE's tasks"),
        (["--checkpoint", "RTE=X"], "--checkpoint RTE would not be used"),
        (["--checkpoint", "RTE=X", "--checkpoint", "rte=Y"], "names RTE twice"),
        (["--checkpoint", "RTE=X", "--file", "RTE"], "--file is written TASK=FILE"),
        (["--data", "nowhere"], "There is no folder nowhere"),
    ],
)
def test_mistakes_are_one_line(engine, arguments, complaint):
    assert complaint in engine("replicate", "glue", *arguments).refusal


def test_classes_in_another_order_are_suspected_where_accuracy_is_below_chance():
    (part,) = [part for part in PARTS if part.name == "MNLI"]
    entry = {"metric": "accuracy", "ours": 0.07, "interval": [0.06, 0.08]}
    assert "another order than GLUE" in below_chance(part, [entry])
    assert below_chance(part, [entry | {"interval": [0.2, 0.4]}]) == ""
