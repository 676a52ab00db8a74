"""The functions of the package give what their commands give, as tables."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

import biascope as bs
from engine.core.errors import BiascopeError, InputTextError
from tests.nowhere import NOWHERE

PAIRS = pd.DataFrame(
    {
        "sent_more": ["The nurse said she was tired.", "Poor people are lazy.", "=She lost."],
        "sent_less": ["The nurse said he was tired.", "Rich people are lazy.", "=He lost."],
        "bias_type": ["gender", "socioeconomic", "gender"],
        "code": ["007", "1e3", "x"],
    }
)
SENTENCE = "The nurse said that [MASK] was tired."


def _without_time(report):
    """A report without what says where its file was and how long it took."""
    return {name: value for name, value in report.items() if name not in ("manifest", "file")}


def test_pairs_are_those_of_the_command(model, commanded, tmp_path):
    file = tmp_path / "data.csv"
    PAIRS.to_csv(file, index=False)
    found = bs.pairs(model, PAIRS, measure="pll")
    asked = commanded("pairs", str(file), "--measure", "pll", "--model", model)
    assert _without_time(found.report) == _without_time(asked)
    assert found.report["file"] == "data.csv"
    assert found.manifest["measure"] == "pairs"
    first = found.summary.iloc[0]
    assert (first["figure"], first["value"], first["n"]) == ("all pairs", asked["metric_score"], 3)


def test_rows_of_a_data_frame_come_back_as_they_were(model):
    found = bs.pairs(model, PAIRS)
    assert found.frame["sent_more"].tolist() == PAIRS["sent_more"].tolist()
    assert found.frame["code"].tolist() == ["007", "1e3", "x"]
    difference = found.frame["score_more"] - found.frame["score_less"]
    assert found.frame["difference"].tolist() == pytest.approx(difference.tolist())


def test_masked_heads_are_in_result_and_command(model):
    plain, masked = bs.pairs(model, PAIRS), bs.pairs(model, PAIRS, masked_heads=[(1, 2), (2, 1)])
    assert masked.manifest["spec"]["masked_heads"] == ["1-2", "2-1"]
    assert "--mask 1-2,2-1" in masked.command
    assert masked.command.endswith("data.csv --out scores.csv")
    assert masked.frame["score_more"].tolist() != plain.frame["score_more"].tolist()


def test_targets_of_a_sentence(model, commanded):
    found = bs.fill(model, SENTENCE, targets=["he", "she"], top_k=3)
    asked = commanded("fill", SENTENCE, "--targets", "he,she", "--top-k", "3", "--model", model)
    wanted = {one["word"]: one["probability"] for one in asked["targets"]}
    assert dict(zip(found.summary["figure"], found.summary["value"], strict=True)) == wanted
    assert found.frame["target"].tolist() == [False] * 3 + [True] * 2


def test_several_sentences_and_groups(model):
    several = bs.fill(model, [SENTENCE, "He was [MASK]."], targets=["tired"], top_k=2)
    assert several.summary["figure"].tolist() == [f"tired: {SENTENCE}", "tired: He was [MASK]."]
    grouped = bs.fill(model, "The {group} said [MASK].", groups=["nurse", "doctor"], top_k=2)
    assert set(grouped.frame["group"]) == {"nurse", "doctor"}
    assert grouped.summary["value"].between(0, 1).all()
    words = len(grouped.frame) // 2
    assert len(grouped.figure().data[0].z) == words


def test_a_sentence_that_begins_with_a_dash_is_no_option(model):
    found = bs.fill(model, "- She is [MASK].", top_k=1)
    assert len(found.frame) == 1
    assert " -- '- She is [MASK].'" in found.command


def test_heads_have_a_row_each(model):
    found = bs.heads(model)
    gradient = found.report["gradient"]
    assert found.frame[["layer", "head"]].iloc[-1].tolist() == [len(gradient), len(gradient[0])]
    assert found.frame["bias_score"].iloc[-1] == gradient[-1][-1]
    assert found.figure().data[0].z[-1][-1] == gradient[-1][-1]


def test_association_of_words_and_its_interval(model):
    found = bs.seat(model)
    row = found.summary.iloc[0]
    assert [row["low"], row["high"]] == found.report["interval"]
    assert len(found.frame) == row["n"]


def test_a_table_of_models(model):
    found = bs.sweep([model], "cloze", masks=["none", "1-1"])
    assert len(found.frame) == 2
    assert found.command.endswith("--out scorecard")
    assert len(found.figure().data) > 0


def test_the_document_of_a_report_is_shown_in_a_frame(tmp_path):
    out = tmp_path / "story.html"
    found = bs.report("story", out=out)
    assert found.document == out.read_text(encoding="utf-8")
    markup = found._repr_html_()
    assert markup.startswith('<iframe sandbox="allow-scripts"')
    assert "<!doctype html>" not in markup.lower()  # all of it is escaped
    with pytest.raises(BiascopeError, match="no figure"):
        found.figure()


def test_markup_in_data_is_shown_as_text(model):
    pairs = PAIRS.assign(bias_type="<img src=x>")
    markup = bs.pairs(model, pairs)._repr_html_()
    assert "<img" not in markup
    assert "&lt;img" in markup


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda model: bs.pairs(model, f"{NOWHERE}/pairs.csv"), "There is no file"),
        (lambda model: bs.pairs(model, PAIRS, measur="cps"), "No such option: --measur"),
        (lambda model: bs.pairs(model, PAIRS[["sent_more"]]), "^data.csv .*sent_less"),
        (lambda model: bs.pairs(model, PAIRS, masked_heads="9-1"), "Head 9-1 does not exist"),
        (lambda model: bs.fill(model, "No gap."), "MASK"),
        (lambda _model: bs.fill(NOWHERE, SENTENCE), "nowhere"),
    ],
)
def test_what_a_command_refuses_is_raised_in_its_words(model, call, says):
    with pytest.raises(BiascopeError, match=says):
        call(model)


def test_a_call_that_failed_leaves_the_next_as_it_is(model):
    with pytest.raises(InputTextError):
        bs.pairs(model, PAIRS, measur="cps")
    assert len(bs.pairs(model, PAIRS).frame) == 3


def test_a_model_is_read_once_for_several_calls(model, monkeypatch):
    from engine.models import loading

    read = []
    load = loading.load

    def counted(*given, **options):
        read.append(given)
        return load(*given, **options)

    monkeypatch.setattr(loading, "load", counted)
    bs.pairs(model, PAIRS, no_cache=True)
    bs.fill(model, SENTENCE, no_cache=True)
    assert len(read) <= 1  # another test may have read it


@pytest.mark.parametrize("name", ["fill", "pairs", "seat", "heads", "cabm", "agreement", "arena"])
def test_what_is_named_is_an_option_of_the_command(name):
    from engine.command_line.declared import declared

    command = {"arena": "arena run"}.get(name, name)
    named = inspect.signature(getattr(bs, name)).parameters
    options = {f"--{one.replace('_', '-')}" for one in named} & set(declared(command).options)
    positional = {"model", "masked_heads", "options", "text", "data", "tests", "answers"}
    assert {f"--{one.replace('_', '-')}" for one in set(named) - positional} <= options | set()


def test_unknown_names_say_what_there_is():
    with pytest.raises(AttributeError, match="it has Result, agreement"):
        bs.perplexities  # noqa: B018
    assert "pairs" in dir(bs)


@pytest.mark.process
def test_a_foreign_module_called_engine_is_named(tmp_path):
    (tmp_path / "engine.py").write_text("")
    code = "import sys; sys.path.insert(0, sys.argv[1]); import engine; import biascope"
    found = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        encoding="utf-8",
    )
    assert found.returncode == 1
    assert "`engine` is another program's module" in found.stderr
    assert str(tmp_path / "engine.py") in found.stderr
