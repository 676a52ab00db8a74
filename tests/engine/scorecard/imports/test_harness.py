"""Results of lm-evaluation-harness, in the forms of its versions and broken ones."""

from __future__ import annotations

import json

import pytest

from engine.core.errors import InputTextError
from engine.scorecard.imports.files import import_bytes, import_files

TASK = "crows_pairs_english_gender"


def results(figures, **changes):
    content = {
        "results": {TASK: figures},
        "versions": {TASK: 1.0},
        "config": {"model": "hf", "model_args": "pretrained=gpt2,dtype=float32"},
        "git_hash": "abc1234",
    }
    return json.dumps(content | changes).encode()


def one(figures, **changes):
    found = import_bytes(results(figures, **changes), "results.json")
    return found, found.cells[0]


def test_a_share_becomes_a_percentage_with_the_interval_of_its_error():
    figures = {
        "alias": " - gender",
        "likelihood_diff,none": 4.4,
        "pct_stereotype,none": 0.628125,
        "pct_stereotype_stderr,none": 0.02705990013900486,
    }
    found, cell = one(figures)
    assert cell["value"] == pytest.approx(62.8125)
    assert cell["interval"] == pytest.approx([62.8125 - 5.30364, 62.8125 + 5.30364], abs=1e-4)
    assert cell["n"] == 320, "201 of 320 pairs"
    assert cell["distance"] == pytest.approx(12.8125)
    assert cell["status"] == found.contestants[0]["origin"] == "imported"
    assert found.contestants[0]["label"] == "gpt2"
    assert found.contestants[0]["note"] == "harness at abc1234"
    measure = found.measures[0]
    assert (measure["name"], measure["neutral"]) == (f"lm-eval:{TASK}", 50.0)
    assert "n is worked out from the standard error; the file does not say it." in cell["notes"]


def test_percentages_are_read_and_said():
    _, cell = one({"pct_stereotype": 62.5, "pct_stereotype_stderr": 2.5})
    assert cell["value"] == pytest.approx(62.5)
    assert cell["interval"] == pytest.approx([57.6, 67.4], abs=1e-3)
    assert "Read as a percentage" in cell["notes"][0]


def test_a_filter_of_another_name_is_read_where_it_is_the_only_one():
    _, cell = one({"pct_stereotype,first": 0.5, "pct_stereotype_stderr,first": 0.1})
    assert (cell["value"], cell["interval"]) == (50.0, pytest.approx([30.4, 69.6], abs=1e-2))
    both = {"pct_stereotype,first": 0.5, "pct_stereotype,second": 0.7}
    with pytest.raises(InputTextError, match="has no pct_stereotype"):
        one(both)
    _, named = one({**both, "pct_stereotype,none": 0.6})
    assert named["value"] == 60.0


def test_the_file_says_n_and_what_each_pair_gave():
    samples = [
        {"doc_id": place, "doc_hash": f"h{place}", "pct_stereotype": place % 2}
        for place in range(4)
    ]
    _, cell = one(
        {"pct_stereotype,none": 0.5, "pct_stereotype_stderr,none": "N/A"},
        **{"n-samples": {TASK: {"original": 4, "effective": 4}}},
        samples={TASK: samples[::-1]},
    )
    assert (cell["n"], cell["parts"], cell["interval"]) == (4, [0.0, 1.0, 0.0, 1.0], None)
    _, other = one({"pct_stereotype,none": 0.5}, samples={TASK: samples})
    assert other["detail"]["units"] == cell["detail"]["units"], "in the order of the pairs"
    _, wrong = one({"pct_stereotype,none": 0.75}, samples={TASK: samples})
    assert wrong["parts"] is None
    assert any("Its samples give another figure" in note for note in wrong["notes"])


def test_unknown_tasks_are_named():
    content = json.loads(results({"pct_stereotype,none": 0.5}))
    content["results"]["hellaswag"] = {"acc,none": 0.5}
    found = import_bytes(json.dumps(content).encode(), "r.json")
    assert found.notes == ("r.json: not read: hellaswag.",)
    assert len(found.cells) == 1


@pytest.mark.parametrize(
    ("arguments", "label"),
    [
        ({"pretrained": "owner/m"}, "owner/m"),
        ("model=x", "x"),
        (None, "hf"),
        ("=,,pretrained", "hf"),
    ],
)
def test_the_model_is_found_where_versions_write_it(arguments, label):
    found, _ = one({"pct_stereotype": 0.5}, config={"model": "hf", "model_args": arguments})
    assert found.contestants[0]["label"] == label


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (results({"acc": 1}), f"r.json has no pct_stereotype in the task {TASK}."),
        (results({"pct_stereotype": 1000}), "r.json says pct_stereotype 1000 in the task"),
        (results({"pct_stereotype": True}), "r.json has no pct_stereotype in the task"),
        (results("x"), "r.json has no figures in the task"),
        (b'{"results": {"arc": {}}, "versions": {}}', "r.json has no task that is read here;"),
        (b'{"results": {}, "versions": {}}', "and it has none."),
        (b'{"a": 1}', "r.json cannot be imported; give a scorecard of Biascope,"),
        (b"[1]", "r.json holds no JSON object;"),
        (b"{", "r.json is not JSON"),
        (b"model,score\n", "(char 0)); give a scorecard of Biascope,"),
        (b"\xff\xfe", "r.json is not text in UTF-8;"),
        (b"[" * 100_000, "r.json is nested too deeply to be read."),
    ],
)
def test_what_cannot_be_read_says_why(content, says):
    with pytest.raises(InputTextError) as caught:
        import_bytes(content, "r.json")
    assert says in str(caught.value)


def test_nan_is_no_figure():
    text = results({"pct_stereotype,none": 0.5, "pct_stereotype_stderr,none": 7})
    _, cell = (found := import_bytes(text.replace(b": 7}", b": NaN}"), "r.json")), found.cells[0]
    assert cell["interval"] is None


def run_of(share, task=TASK, date="2025-01-02T03-04-05.000006", model="owner/m", **config):
    """A file as the harness writes it for one model, with its name."""
    settings = {"model": "hf", "model_args": f"pretrained={model},dtype=float32", **config}
    content = {
        "results": {task: {"pct_stereotype,none": share, "pct_stereotype_stderr,none": 0.01}},
        "versions": {task: 1.0},
        "config": settings,
        "git_hash": date,
    }
    return f"results_{date}.json", json.dumps(content)


def written(folder, *files):
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files:
        (folder / name).write_text(text)


def test_a_folder_with_one_folder_a_model_is_read(tmp_path):
    written(tmp_path / "owner__m", run_of(0.6))
    written(tmp_path / "owner__n", run_of(0.4, model="owner/n"))
    written(tmp_path / ".kept", run_of(0.1, model="owner/hidden"))
    written(tmp_path, ("notes.txt", "nothing"))
    found, problems = import_files([tmp_path])
    assert problems == []
    shares = {one.contestants[0]["label"]: one.cells[0]["value"] for one in found}
    assert shares == {"owner/m": pytest.approx(60), "owner/n": pytest.approx(40)}
    assert [len(one.notes) for one in found] == [0, 0]


def test_of_several_dates_of_one_model_the_newest_is_read_and_said(tmp_path):
    older, newer = run_of(0.6, date="2024-12-31T00-00-00.0"), run_of(0.5)
    other = run_of(0.7, "crows_pairs_french", date="2023-01-01T00-00-00.0")
    written(tmp_path / "owner__m", newer, older, other)
    (found,), _ = import_files([tmp_path])
    assert len(found.contestants) == 1
    assert {cell["measure"]: round(cell["value"]) for cell in found.cells} == {
        f"lm-eval:{TASK}": 50,
        "lm-eval:crows_pairs_french": 70,
    }
    assert found.notes == (
        f"owner/m: of 3 runs the newest is read, {newer[0]}; earlier: {older[0]} (not used), "
        f"{other[0]} (only crows_pairs_french).",
    )


def test_the_content_says_the_date_where_the_name_does_not(tmp_path):
    files = []
    for name, share, date in (("a", 0.6, 200.0), ("b", 0.5, 100.0)):
        content = json.loads(run_of(share)[1]) | {"date": date}
        files.append((f"{name}.json", json.dumps(content)))
    written(tmp_path, *files)
    (found,), _ = import_files([tmp_path])
    assert found.cells[0]["value"] == pytest.approx(60)


def test_runs_of_other_settings_are_other_contestants(tmp_path):
    limited = run_of(0.9, date="2026-01-01T00-00-00.0", limit=10)
    written(tmp_path / "m", run_of(0.5), limited)
    found, _ = import_files([tmp_path])
    assert sorted(one.cells[0]["value"] for one in found) == [pytest.approx(50), pytest.approx(90)]


def test_tasks_that_cannot_be_read_are_named_and_the_others_are_read():
    results_ = {
        "crows_pairs": {"alias": "crows_pairs"},
        " crows_pairs": {},
        "crows_pairs_french": {"likelihood_diff,none": 1.0},
        TASK: {"pct_stereotype,none": 0.5},
    }
    content = {"results": results_, "configs": {}, "config": {"model_args": "pretrained=m"}}
    found = import_bytes(json.dumps(content).encode(), "r.json")
    assert [cell["measure"] for cell in found.cells] == [f"lm-eval:{TASK}"]
    assert found.notes == (
        "r.json: not read: crows_pairs.",
        "Task left out: r.json has no pct_stereotype in the task crows_pairs_french.",
    )


def test_a_folder_without_any_such_file_says_where_it_looked(tmp_path):
    written(tmp_path / "deep" / "deeper", run_of(0.5))
    with pytest.raises(InputTextError, match="and no folder in it has one"):
        import_files([tmp_path])
