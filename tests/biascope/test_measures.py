"""The functions of the package give what their commands give, as tables."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
import warnings
from pathlib import Path

import pandas as pd
import pytest

import biascope as bs
from biascope import running, tables
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
    assert found.summary.iloc[0][["figure", "n"]].tolist() == ["all pairs", 3]


def _pairs_of(number, bias_type):
    """Pairs that swap other words each, so that every one counts."""
    return pd.DataFrame(
        {
            "sent_more": [f"The {number}{bias_type} one saw {word}." for word in range(number)],
            "sent_less": [f"The {number}{bias_type} one hid {word}." for word in range(number)],
            "bias_type": bias_type,
        }
    )


def test_a_share_of_too_few_pairs_is_no_figure(model, commanded, tmp_path, capsys):
    from engine.cli import app

    few, enough = _pairs_of(9, "age"), _pairs_of(10, "gender")
    summary = bs.pairs(model, pd.concat([few, enough])).summary.set_index("figure")
    report = bs.pairs(model, few).report
    row = summary.loc["age"]
    assert row[["value", "low", "high"]].isna().all()
    preferred = round(report["metric_score"] * 9 / 100)
    assert row["note"] == f"{preferred} of 9. Too few pairs for a share; at least 10 are needed."
    assert not summary.loc["gender", ["value"]].isna().any()
    shown = bs.pairs(model, pd.concat([few, enough])).summary
    for text in (repr(shown), shown._repr_html_()):
        assert "at least 10 are needed." in text

    file = tmp_path / "few.csv"
    few.to_csv(file, index=False)
    capsys.readouterr()
    app(["pairs", str(file), "--model", model], standalone_mode=False)
    said = capsys.readouterr().out
    assert f" {preferred} of 9 " in said
    assert tables.TOO_FEW_PAIRS in said


def test_a_share_without_an_interval_says_why(model):
    same = pd.DataFrame(
        {
            "sent_more": [f"She saw {n}." for n in range(12)],
            "sent_less": [f"He saw {n}." for n in range(12)],
        }
    )
    row = bs.pairs(model, same).summary.iloc[0]
    assert row["low"] != row["low"]
    assert row["note"].startswith(
        "No interval, and no clear preference: 12 pairs (all with one pair of words) "
    )


def test_a_model_compared_with_and_what_this_one_is_less_that(model):
    found = bs.pairs(model, _pairs_of(12, "age"), compare_mask=(1, 1))
    assert "--compare-mask 1-1" in found.command
    comparison = found.report["comparison"]
    rows = found.summary.set_index("figure")
    assert rows.loc["compared with, the same pairs", "value"] == comparison["score_second"]
    change = rows.loc["this model minus the other"]
    first, second = comparison["score_first"], comparison["score_second"]
    assert change["value"] == pytest.approx(first - second)
    few = bs.pairs(model, PAIRS, compare_mask=(1, 1)).summary.iloc[-1]
    assert few["note"] == tables.TOO_FEW_PAIRS
    assert few[["value", "low", "high"]].isna().all()


def test_words_in_one_text_are_those_of_a_list(model):
    listed = bs.fill(model, SENTENCE, targets=["he", "she"], hide=["piece", "stop"])
    written = bs.fill(model, SENTENCE, targets="he,she", hide="piece,stop")
    assert written.command == listed.command
    assert written.summary["figure"].tolist() == ["he", "she"]
    pd.testing.assert_frame_equal(written.summary, listed.summary)


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


def test_targets_of_groups_are_in_the_summary(model):
    found = bs.fill(model, "The {group} said [MASK].", groups="nurse,doctor", targets="he")
    assert found.summary["figure"].tolist()[1:] == ["he: nurse", "he: doctor"]
    probabilities = [words[0]["probability"] for words in found.report["masks"][0]["targets"]]
    assert found.summary["value"].tolist()[1:] == probabilities


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


def test_a_cell_that_was_refused_stays_with_its_reason(model, bad_folders):
    found = bs.sweep([model, str(bad_folders.sentence_encoder)], "cloze")
    assert found.summary.columns.tolist() == [
        *("figure", "value", "low", "high", "n", "status", "problem")
    ]
    good, refused = found.summary.to_dict("records")
    assert (good["status"], good["problem"]) == ("measured", found.frame["problem"][0])
    assert good["value"] == found.frame["value"][0]
    assert [refused["status"], refused["problem"]] == found.frame.iloc[1][
        ["status", "problem"]
    ].tolist()
    assert "language-model head" in refused["problem"]
    assert pd.isna([refused[name] for name in ("value", "low", "high")]).all()


def test_the_summary_of_occupations_counts_their_sides(model):
    found = bs.cabm(model, draws=20)
    counts = found.report["validation"]["categories"][found.report["weighting"]]
    first = found.summary.iloc[: len(counts)]
    assert dict(zip(first["figure"], first["value"], strict=True)) == {
        f"{category} occupations": number for category, number in counts.items()
    }
    assert first["value"].sum() == len(found.frame) == first["n"].iloc[0]
    assert found.summary["figure"].iloc[-1] == "split-half reliability, the score"


def test_the_summary_of_agreement_begins_with_its_question(model):
    from components.annotators.controls import SCORES

    found = bs.agreement(model, "bundled", group_by=["gender"], draws=20, k=[3, 10])
    groups = found.report["groups"]
    figures = found.summary["figure"].tolist()
    assert figures[:2] == ["P@1, female, English", "P@1, male, English"]
    assert found.summary["value"].tolist()[: len(groups)] == [one["p_at_1"] for one in groups]
    gap = found.summary.iloc[len(groups)]
    assert gap["figure"].startswith("widest gap in P@1, ")
    assert gap["value"] == found.report["gaps"]["p_at_1"][0]["gap"]
    assert "a clear difference" in gap["note"]
    assert not any("_" in figure for figure in figures)
    assert len(figures) == len(set(figures))
    further = {"P@3", "P@10", "hit@3", "hit@10", "answers@3", "answers@10"}
    assert further <= {figure.split(",")[0] for figure in figures}
    assert all(any(figure.startswith(name) for figure in figures) for name in SCORES.values())


def test_a_rate_of_few_completions_is_no_figure():
    few = {"flag_rate": 0.25, "n": 12, "interval": [0.05, 0.6]}
    many = {"flag_rate": 0.25, "n": 40, "interval": [0.1, 0.4]}
    report = {"by_group": {}, "overall": many, "by_category": {"age": few}}
    all_of_them, age = tables.arena(report, None).summary.to_dict("records")
    assert (all_of_them["value"], all_of_them["high"], all_of_them["note"]) == (0.25, 0.4, "")
    assert pd.isna([age["value"], age["low"], age["high"]]).all()
    assert age["note"] == "3 of 12. Too few completions for a rate; at least 40 are needed."


def test_a_test_that_failed_and_a_word_that_cannot_be_read_have_a_reason():
    failed = {"test": "sent-a", "effect_size": None, "p_value": None, "problem": "It is empty."}
    (row,) = tables.seat({"tests": [failed]}, None).summary.to_dict("records")
    assert (row["figure"], row["note"]) == ("d, sent-a", "It is empty.")
    assert pd.isna(row["value"])
    words = [{"word": "he", "probability": 0.5, "rank": 1}]
    target = {"word": "☃", "probability": None, "rank": None}
    said = {"text": SENTENCE, "predictions": [words], "targets": [target]}
    (row,) = tables.filled(said, None).summary.to_dict("records")
    assert (row["figure"], row["note"]) == ("☃", "unknown word")
    assert pd.isna(row["value"])


def test_what_is_not_known_of_a_group_has_a_reason():
    scores = dict.fromkeys(tables.names_of_scores(), 0.5)
    group = {
        "group": "all",
        "language": "en",
        "n_sentences": 2,
        "sentences_with_ranks": 1,
        **scores,
    }
    group |= {"intervals": dict.fromkeys(scores, (0.1, 0.9))}
    group["spearman_per_sentence"] = group["mrr"] = None
    group["intervals"] |= {"spearman": None}
    report = {"groups": [group], "gaps": {"p_at_1": []}}
    notes = tables.agreement(report, None).summary.set_index("figure")["note"]
    assert notes["MRR, all, English"] == "undefined"
    assert notes["Spearman ρ, within sentences, all, English"].startswith("Correlations within ")
    assert notes["Spearman ρ, pooled, all, English"].startswith("A pooled correlation has an ")
    assert (notes != "").sum() == 3


def test_a_long_note_is_shown_to_its_end(model):
    assert tables.TOO_FEW_PAIRS in bs.pairs(model, PAIRS)._repr_html_()


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


@pytest.mark.parametrize("name", bs._MEASURES)
def test_what_is_named_is_an_option_of_the_command(name):
    from engine.command_line.declared import declared

    command = {"arena": "arena run"}.get(name, name)
    named = inspect.signature(getattr(bs, name)).parameters
    options = {f"--{one.replace('_', '-')}" for one in named} & set(declared(command).options)
    positional = {"model", "masked_heads", "options", "text", "data", "tests", "answers", "pins"}
    assert {f"--{one.replace('_', '-')}" for one in set(named) - positional} <= options


def test_unknown_names_say_what_there_is():
    with pytest.raises(AttributeError, match="it has BiascopeError, Result, agreement"):
        bs.perplexities  # noqa: B018
    assert "pairs" in dir(bs)


def test_a_refusal_is_caught_by_the_name_of_the_package(model):
    assert bs.BiascopeError is BiascopeError
    with pytest.raises(bs.BiascopeError):
        bs.pairs(model, f"{NOWHERE}/pairs.csv")


def test_plugins_that_are_left_out_are_named_once(model, monkeypatch):
    from engine.plugins import loading

    monkeypatch.setattr(loading, "refusals", lambda: ["The plug-in x.py is left out: it is empty."])
    running._begin.cache_clear()
    with pytest.warns(UserWarning, match="x.py is left out") as warned:
        bs.fill(model, SENTENCE)
    assert [one.filename for one in warned] == [__file__]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        bs.fill(model, SENTENCE)


@pytest.mark.process
def test_an_import_is_silent_and_reads_no_plugin(tmp_path):
    (tmp_path / "broken.py").write_text("x = 1")
    code = (
        "import warnings; warnings.simplefilter('error'); import sys, biascope as bs; "
        "print('engine.plugins.loading' in sys.modules); "
        "warnings.simplefilter('default'); bs.report('story')"
    )
    found = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"BIASCOPE_PLUGINS": str(tmp_path)},
        capture_output=True,
        encoding="utf-8",
    )
    assert found.stdout == "False\n"
    assert found.stderr.count("broken.py is left out: it has no DESCRIPTOR") == 1


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
