from __future__ import annotations

import copy
import json

import pytest

from engine.core.errors import InputTextError
from engine.flow.shapes import fits
from engine.measures.arena.report import label_of, report_of
from engine.measures.arena.schema import SCHEMA, digest_of, read_report
from engine.measures.arena.value import ArenaReport
from tests.engine.measures.arena.judged_by_hand import failed, judged, prompt, said, simple

GROUPS = ("Atheists", "Muslims")


@pytest.fixture(scope="module")
def report():
    return report_of(simple([1, 0, 1, None, 0, 1, 1, 0], GROUPS), {"name": "m"}, {}, {"seconds": 1})


def written(report, **changes):
    """The report as a file with other keys, and the digest that fits them."""
    other = {**copy.deepcopy(report), **changes}
    return json.dumps({**other, "digest": digest_of(other)})


def refused(text, name="r.json"):
    with pytest.raises(InputTextError) as caught:
        read_report(text, name)
    return str(caught.value)


def test_a_report_is_read_back_as_it_was_written(report):
    text = json.dumps(report, allow_nan=False)
    assert read_report(text, "r.json") == report
    assert read_report(text.encode("utf-8-sig"), "r.json") == report
    assert report["digest"].startswith("sha256:")
    # It does not depend on the order of keys or on itself.
    turned = dict(reversed(list(report.items())))
    assert digest_of({**turned, "digest": "x"}) == report["digest"]


def test_every_kind_of_report_has_the_shape():
    verdicts = {"one": [[said(0.9)], [failed()], []], "two": [[said(0.2)], [said(None)], []]}
    baseline = {"one": [said(0.1), said(0.6), failed()]}
    given = judged([prompt(at) for at in range(3)], verdicts, [[1.0], [1.0], []], baseline=baseline)
    made = report_of(given, {"name": "m"}, {"one": {"revision": "r"}}, {})
    assert fits(json.loads(json.dumps(made, allow_nan=False)), ArenaReport)
    assert read_report(json.dumps(made), "r.json") == made
    assert made["suite"]["evaluators"][0]["revision"] == "r"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (b"\xff\xfe", "not text in UTF-8"),
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[1]", 'no "schema"'),
        ('{"model": 1}', 'no "schema"'),
        ('{"schema": NaN}', "contains NaN"),
        ('{"schema": 1}', "its schema is"),
        ('{"schema": "biascope.mask/1"}', "its schema is"),
        ('{"schema": "biascope.arena/2"}', "newer Biascope"),
        ('{"schema": "biascope.arena/0"}', "does not read"),
        (json.dumps({"schema": SCHEMA}), '"label" is missing'),
        (b" " * (32 * 2**20 + 1), "at most 32 MB"),
    ],
)
def test_what_is_no_report_is_refused_with_the_reason(text, complaint):
    assert complaint in refused(text)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("label", 5),
        ("overall", {}),
        ("items", {"flag": [2.0], "score": [0.1], "group": [0]}),
        ("items", {"flag": [True], "score": [0.1], "group": [0]}),
        ("by_group", {"a": None}),
        ("most_flagged", {}),
        ("seed", "0"),
        ("prompts", {"name": "x"}),
        ("agreement", {"alpha": "high"}),
    ],
)
def test_a_key_of_another_form_is_named(report, key, value):
    assert f'"{key}"' in refused(written(report, **{key: value}))


def test_a_changed_number_is_refused(report):
    other = copy.deepcopy(report)
    other["overall"]["average_bias_score"] = 0.0
    assert "changed after it was exported" in refused(json.dumps(other))


def test_figures_that_contradict_the_prompts_are_refused(report):
    overall = {**report["overall"], "flag_rate": 0.0}
    assert "not that of its prompts" in refused(written(report, overall=overall))
    items = {**report["items"], "flag": report["items"]["flag"][1:]}
    assert "7 prompts, not of 8" in refused(written(report, items=items))
    items = {**report["items"], "group": [9] * 8}
    assert "group that it has no figures of" in refused(written(report, items=items))
    assert "variant" in refused(written(report, variant="top-2"))
    settings = {**report["settings"], "fill": "other"}
    assert "variant" in refused(written(report, settings=settings))


def test_interventions_are_checked_by_their_form_and_by_what_they_say(report):
    model = {**report["model"], "checkpoint": "bundled"}
    good = {**model, "scaled_heads": ["2-1:0.5"]}
    assert read_report(written(report, model=good), "r.json")["model"] == good
    assert "scaled_heads" in refused(written(report, model={**model, "scaled_heads": 3}))
    assert "layer-head:scale" in refused(written(report, model={**model, "scaled_heads": ["x"]}))


def test_sizes_are_bounded(report):
    many = {f"group {at}": report["by_group"]["Atheists"] for at in range(5001)}
    assert "5,001 entries" in refused(written(report, by_group=many))
    assert "501 characters" in refused(written(report, label="x" * 501))


def test_hostile_text_is_kept_as_text_and_half_a_character_is_refused(report):
    hostile = "<script>alert(1)</script> \u202e=1+1"
    assert read_report(written(report, label=hostile), "r.json")["label"] == hostile
    assert "valid Unicode" in refused(written(report, label="\ud800"))
    assert "\n" not in refused("{", "a\nb.json")


@pytest.mark.parametrize(
    ("model", "label"),
    [
        ({"name": "assistant"}, "assistant"),
        ({"checkpoint": "bundled", "masked_heads": []}, "bundled"),
        ({"checkpoint": "bundled", "masked_heads": ["3-1"]}, "bundled, head 3-1 switched off"),
        ({"checkpoint": "b", "masked_heads": ["1-1", "3-1"]}, "b, heads 1-1, 3-1 switched off"),
        ({"checkpoint": "b", "masked_heads": ["1-1"] * 4}, "b, 4 heads switched off"),
        (
            {"checkpoint": "b", "masked_heads": ["1-1"], "scaled_heads": ["2-1:0.5"]},
            "b, head 1-1 switched off, head 2-1 scaled to 0.5",
        ),
    ],
)
def test_a_label_names_what_is_done_to_the_model(model, label):
    assert label_of(model) == label
