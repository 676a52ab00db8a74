"""Results of lm-evaluation-harness, in the forms of its versions and broken ones."""

from __future__ import annotations

import json

import pytest

from engine.core.errors import InputTextError
from engine.scorecard.imports.files import import_bytes

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
