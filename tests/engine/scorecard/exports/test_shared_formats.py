"""Formats of others, read by their own programs and schemas."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from huggingface_hub import parse_eval_result_entries

from engine.core.errors import InputTextError
from engine.scorecard.exports import card, contents, every_eval_ever, hf_eval_results, latex
from engine.scorecard.exports.hf_eval_results import hub_data, task_of
from tests.engine.scorecard.exports.made import made
from tests.engine.scorecard.hand_made import cell, measure, report


def test_huggingface_hub_reads_its_results():
    text = hf_eval_results.write(made(), "c1")
    (entry,) = parse_eval_result_entries(yaml.safe_load(text))
    assert (entry.dataset_id, entry.task_id, entry.value) == (
        *("nyu-mll/crows_pairs", "pairs-cps"),
        75.0,
    )
    assert "95% CI [30.0, 95.0]; n = 4 pairs; neutral 50.0" in entry.notes
    assert text.startswith("# Left out, because the data is not on the hub: =HYPERLINK")
    assert text.splitlines()[1] == "- dataset:", "the comment is one line"


@pytest.mark.parametrize(
    ("contestant", "says"),
    [
        ("c2", "model c2 has heads switched off, so its figures are not those of the model"),
        ("c3", "were not measured here; export those of a model that was"),
        ("", "This format describes one model; choose one of these: 'model c1', 'model c2'"),
    ],
)
def test_only_a_models_own_figures_are_for_its_repository(contestant, says):
    with pytest.raises(InputTextError, match=says):
        hf_eval_results.write(made(), contestant)


def test_a_model_without_public_data_has_no_file():
    report = made()
    report["measures"] = report["measures"][1:]
    with pytest.raises(InputTextError, match="No figure of model c1 is of data on the Hugging"):
        hf_eval_results.write(report, "c1")


def test_names_on_the_hub():
    assert hub_data("gest:gest:0") == "kinit/gest"
    assert hub_data("gest:bundled:0") is None
    assert hub_data("cloze") is None
    assert (task_of("gest:gest:0"), task_of("cloze")) == ("gest-0", "cloze")


def records():
    return [json.loads(every_eval_ever.write(made(), name, 1e9)) for name in ("c1", "c2", "c3")]


def test_every_eval_ever_holds_its_schema(shared_data):
    folder = shared_data.parent / "design" / "schemas"
    if not folder.is_dir():
        pytest.skip(f"no reference schemas at {folder}")
    from jsonschema import Draft7Validator

    name = "every_eval_ever.eval.schema.json"
    schema = json.loads(Path(folder / name).read_text(encoding="utf-8"))
    assert schema["version"] == every_eval_ever.SCHEMA_VERSION
    for record in records():
        assert [error.message for error in Draft7Validator(schema).iter_errors(record)] == []


def test_every_eval_ever_has_what_its_schema_requires():
    for record in records():
        assert set(record) == {
            *("schema_version", "evaluation_id", "retrieved_timestamp", "source_metadata"),
            *("model_info", "eval_library", "evaluation_results"),
        }
        assert set(record["model_info"]) == {"name", "id", "additional_details"}
        assert record["source_metadata"]["source_type"] in ("documentation", "evaluation_run")
        for result in record["evaluation_results"]:
            assert {"evaluation_name", "source_data", "metric_config", "score_details"} <= set(
                result
            )
            config = result["metric_config"]
            assert {"lower_is_better", "min_score", "max_score"} <= set(config)
            texts = [*config["additional_details"].values()]
            assert all(isinstance(text, str) for text in texts)


def test_every_eval_ever_says_the_figures():
    first, second, third = records()
    assert first["evaluation_id"] == "biascope/owner_c1/1000000000"
    assert first["model_info"]["additional_details"]["model_availability"] == "open_weights"
    pairs, seat, pppl = first["evaluation_results"]
    assert pairs["score_details"]["score"] == 75.0
    interval = pairs["score_details"]["uncertainty"]["confidence_interval"]
    assert (interval["lower"], interval["upper"]) == (30.04, 95.0)
    assert pairs["source_data"]["hf_repo"] == "nyu-mll/crows_pairs"
    assert pairs["metric_config"]["lower_is_better"] is True
    assert seat["metric_config"]["lower_is_better"] is False, "below its neutral value"
    assert pppl["metric_config"]["lower_is_better"] is True
    assert len(second["evaluation_results"]) == 1, "a cell without a figure is left out"
    assert second["model_info"]["additional_details"]["masked_heads"] == "9-12, 3-1"
    assert third["source_metadata"]["source_type"] == "documentation"
    assert third["source_metadata"]["source_name"] == "file.json"


def test_every_eval_ever_names_the_version_that_measured():
    made = report([column := measure("m")], [cell("c1", column, 60.0)])
    assert json.loads(every_eval_ever.write(made))["eval_library"]["version"] == "unknown"
    named = {**made, "manifest": {"biascope": "0.9.0+0123abcd"}}
    library = json.loads(every_eval_ever.write(named))["eval_library"]
    assert library == {"name": "biascope", "version": "0.9.0+0123abcd"}
    assert records()[2]["eval_library"] == {"name": "unknown", "version": "unknown"}


@pytest.mark.parametrize(
    ("scale", "unit", "value", "ends"),
    [
        ("percent", "%", 60.0, (0, 100)),
        ("percent", "points", -12.0, ("-Infinity", "Infinity")),
        ("exp", "", 1.2, (0, "Infinity")),
        ("identity", "d", -0.4, ("-Infinity", "Infinity")),
    ],
)
def test_every_eval_ever_says_which_figures_there_can_be(scale, unit, value, ends):
    column = measure("m", scale=scale, unit=unit, neutral=None)
    found = json.loads(every_eval_ever.write(report([column], [cell("c1", column, value)])))
    config = found["evaluation_results"][0]["metric_config"]
    assert (config["min_score"], config["max_score"]) == ends


def without_n():
    """A figure whose n nobody wrote."""
    pairs = measure("pairs:crows-pairs:cps")
    return report([pairs], [cell("c1", pairs, 60.0, n=0)])


def test_a_figure_without_its_n_has_none_in_any_format():
    (entry,) = yaml.safe_load(hf_eval_results.write(without_n(), "c1"))
    assert "n = " not in entry["notes"]
    (result,) = json.loads(every_eval_ever.write(without_n()))["evaluation_results"]
    assert set(result["score_details"]["uncertainty"]) == {"confidence_interval"}
    assert "samples_number" not in result["source_data"]
    assert "$n$" not in latex.write(without_n())
    assert "| not given |" in card.write(without_n(), "c1")
    header, row = (line.split(",") for line in contents.write(without_n()).splitlines())
    assert row[header.index("n")] == ""
