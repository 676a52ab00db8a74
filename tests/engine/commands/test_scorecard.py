"""`scorecard`: a table is imported, shown and exported by the command line."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
import yaml

from engine.scorecard.published import published_for
from engine.scorecard.reading import read
from engine.scorecard.table import report_of
from tests.engine.scorecard.hand_made import PAIRS, cell, contestant, measure
from tests.nowhere import NOWHERE


@pytest.fixture
def own(tmp_path):
    """A scorecard of six models with a file of its own."""
    column = measure(PAIRS)
    names = [f"c{place}" for place in range(1, 7)]
    cells = [
        cell(name, column, [1.0] * (10 + place) + [0.0] * (10 - place))
        for place, name in enumerate(names)
    ]
    path = tmp_path / "own.json"
    report = report_of([contestant(name) for name in names], [column], cells)
    path.write_text(json.dumps(report))
    return path


@pytest.fixture
def harness(tmp_path):
    path = tmp_path / "results.json"
    task = "crows_pairs_english"
    figures = {"pct_stereotype,none": 0.63, "pct_stereotype_stderr,none": 0.0118}
    content = {
        "results": {task: figures, "arc": {}},
        "versions": {task: 1.0},
        "config": {"model": "hf", "model_args": "pretrained=gpt2"},
    }
    path.write_text(json.dumps(content))
    return path


def test_results_from_elsewhere_become_a_table(engine, harness, tmp_path, monkeypatch):
    monkeypatch.setenv("BIASCOPE_DATA", str(tmp_path))  # the figures that come with Biascope
    out = tmp_path / "table.json"
    done = engine("scorecard", "import", str(harness), "gest", "--out", str(out), "--json")
    assert done.code == 0, done.err
    assert f"Wrote {out}" in done.err
    assert "results.json: not read: arc." in done.err
    report = read(out.read_bytes(), "table.json")
    assert report == done.json
    labels = {entry["label"]: entry["origin"] for entry in report["contestants"]}
    assert len(labels) == 12
    assert set(labels.values()) == {"imported"}
    assert {"gpt2", "bert-base-uncased"} <= set(labels)


def test_files_join_a_table_and_bad_ones_are_named(engine, own, harness, tmp_path):
    bad = tmp_path / "bad.json"
    bad.write_text("{}")
    files = (str(harness), str(bad))
    done = engine("scorecard", "import", *files, "--into", str(own), "--json")
    assert done.code == 0
    assert "bad.json cannot be imported" in done.err
    origins = [entry["origin"] for entry in done.json["contestants"]]
    assert origins == ["measured"] * 6 + ["imported"]
    published = {entry["label"] for entry in done.json["published"]}
    assert "roberta-large" in published, "printed figures of CrowS-Pairs"


def test_a_file_that_does_not_say_n_has_no_0_in_its_place(engine, tmp_path):
    path = tmp_path / "results.json"
    figures = {"crows_pairs_english": {"pct_stereotype,none": 0.5}}
    path.write_text(json.dumps({"results": figures, "versions": {"crows_pairs_english": 1.0}}))
    done = engine("scorecard", "import", str(path))
    assert done.code == 0
    assert "not given" in done.out
    assert "0 pairs" not in done.out
    assert "does not say over how many pairs" in done.out


def test_nothing_imported_is_a_users_mistake(engine, tmp_path):
    bad = tmp_path / "bad.json"
    bad.write_text("{}")
    done = engine("scorecard", "import", str(bad))
    assert done.code == 2
    assert (
        "Nothing was imported: bad.json cannot be imported; give a scorecard of Biascope"
        in done.err
    )


def test_a_table_is_shown_with_what_its_measures_are_worth(engine, own):
    done = engine("scorecard", "show", str(own))
    assert done.code == 0
    assert "Reliability over models" in done.out
    assert "split-half" in done.out
    assert "model c1" in done.out
    assert engine("scorecard", "show", str(own), "--json").json == json.loads(own.read_text())


def test_what_a_figure_does_not_say_is_shown_with_it(engine, tmp_path):
    """Units of every model add up to 0: halves correlate at -1; the paper printed |d| alone."""
    column = measure("seat:gender", scale="identity", neutral=0.0, unit="d", counted="targets")
    rows = np.random.default_rng(4).normal(size=(6, 8))
    rows -= rows.mean(axis=1, keepdims=True)
    cells = [cell(f"c{place}", column, row.tolist()) for place, row in enumerate(rows)]
    names = [contestant(f"c{place}") for place in range(6)]
    path = tmp_path / "own.json"
    published = published_for("seat:gender")
    path.write_text(json.dumps(report_of(names, [column], cells, published=published)))
    said = " ".join(engine("scorecard", "show", str(path)).out.split())
    assert "Not corrected (seat:gender): The correlation is below 0" in said
    assert "|d| 1.35" in said
    assert "[1, 6] A" in said, "rank and tier"
    path.write_text(json.dumps(report_of(names[:1], [column], cells[:1])))
    said = " ".join(engine("scorecard", "show", str(path)).out.split())
    assert "model c0: Not ranked: no other model has a figure to compare it with." in said


def test_names_are_whole_and_measures_have_their_titles(engine, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    columns = [
        measure(
            "gest:bundled:0", scale="exp", neutral=1.0, title="GEST stereotype rate, a long one"
        ),
        measure(PAIRS, title="CrowS-Pairs", variant="How it is made."),
    ]
    label = "google/electra-large-generator-of-the-longest-names"
    people = [contestant(f"c{place}", label=f"{label}-{place}") for place in range(6)]
    generator = np.random.default_rng(0)
    cells = [
        cell(one["id"], column, generator.integers(0, 2, 20).astype(float).tolist())
        for one in people
        for column in columns
    ]
    path = tmp_path / "own.json"
    path.write_text(json.dumps(report_of(people, columns, cells)))
    out = engine("scorecard", "show", str(path)).out
    assert all(f"{label}-{place}" in out for place in range(6))
    assert "How it is made." in out
    assert "nearest to neutral in all 2 measures of bias" in " ".join(out.split())
    after = " ".join(out[out.index("Reliability over models") :].split())
    assert PAIRS not in after
    assert "CrowS-Pairs" in after
    assert "with direction" not in after


def test_formats_are_written(engine, own, tmp_path):
    for name in ("csv", "latex", "hf", "card", "eee"):
        out = tmp_path / f"out.{name}"
        arguments = ("--format", name, "--contestant", "c2", "--out", str(out))
        done = engine("scorecard", "export", str(own), *arguments)
        assert (done.code, done.out) == (0, ""), done.err
        assert f"Wrote {out}" in done.err
    assert len(pd.read_csv(tmp_path / "out.csv")) == 1
    assert r"\toprule" in (tmp_path / "out.latex").read_text()
    assert yaml.safe_load((tmp_path / "out.hf").read_text())[0]["value"] == 55.0
    assert "## Social bias" in (tmp_path / "out.card").read_text()
    assert json.loads((tmp_path / "out.eee").read_text())["schema_version"] == "0.3.0"


def test_an_export_without_a_file_is_written_to_stdout(engine, own):
    done = engine("scorecard", "export", str(own), "--format", "csv")
    assert done.out.startswith("contestant,label,origin")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ("--format", "card"),
            "This format describes one model; choose one of these: 'model c1', 'model c2'",
        ),
        (("--format", "csv", "--contestant", "x"), "There is no model 'x' in this report"),
        (("--format", "csv", "--out", f"{NOWHERE}/x.csv"), f"There is no folder {NOWHERE}"),
    ],
)
def test_mistakes_are_named(engine, own, arguments, says):
    assert says in engine("scorecard", "export", str(own), *arguments).refusal


def test_an_unknown_format_is_a_mistake(engine, own):
    assert engine("scorecard", "export", str(own), "--format", "xml").code == 2


def test_an_export_never_replaces_its_table_but_a_table_may_be_joined_in_place(
    engine, own, harness
):
    before = own.read_bytes()
    done = engine("scorecard", "export", str(own), "--format", "csv", "--out", str(own))
    assert (done.code, own.read_bytes()) == (2, before)
    assert "name another file to write" in done.err
    joined = engine(
        "scorecard", "import", str(harness), "--into", str(own), "--out", str(own), "--json"
    )
    assert joined.code == 0, joined.err
    assert read(own.read_bytes()) == joined.json


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("null", "holds only null, not an object"),
        ("5", "holds one JSON number, not an object"),
        ('"a"', "holds one JSON text, not an object"),
        ("{}", 'it has no "schema"; give a file that sweep wrote'),
        ('{"schema": "biascope.scorecard/0"}', "run its sweep again"),
    ],
)
def test_what_is_no_scorecard_says_what_came_and_what_would_do(engine, tmp_path, text, told):
    path = tmp_path / "report.json"
    path.write_text(text)
    done = engine("scorecard", "show", str(path))
    assert done.code == 2
    assert told in done.err


def test_an_empty_name_is_said_to_be_one(engine):
    assert engine("scorecard", "show", "").err.startswith("The name of the file is empty;")
