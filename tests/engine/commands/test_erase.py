from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine.files.fit_file import fit_bytes, load_fit, save_fit
from engine.files.fits import kept_fits
from engine.interventions.pairs import bundled_pairs
from tests.nowhere import NOWHERE

pytestmark = pytest.mark.usefixtures("no_shipped_fits")

KEYS = {"concept", "method", "rank", "layer", "probe_before", "probe_after", "random_controls"}


@pytest.fixture
def fitted(engine, model, pair_table, tmp_path):
    """An erasure in a file, and what was said of it as JSON."""
    out = tmp_path / "fit.safetensors"
    arguments = ("--pairs", pair_table, "--concept", "gender", "--model", model, "--out", str(out))
    done = engine("erase", "fit", "--method", "leace", *arguments, "--json")
    assert done.code == 0, done.err
    return out, json.loads(done.out)


@pytest.mark.main_path
def test_a_fit_is_written_kept_listed_and_shown(fitted, engine):
    out, said = fitted
    assert said.keys() >= KEYS
    assert (said["concept"], said["method"], said["rank"], said["layer"]) == (
        "gender",
        "leace",
        1,
        None,
    )
    assert (said["pairs"]["n"], said["probe_after"]["n"]) == (24, 24)
    fit, content = load_fit(out)
    assert [(one.arrays["left"].tolist(), ref.label) for one, ref in kept_fits()] == [
        (fit.arrays["left"].tolist(), said["name"])
    ]
    listed = json.loads(engine("erase", "list", "--json").out)["fits"]
    assert listed == [said | {"file": None}]
    assert json.loads(engine("erase", "show", str(out), "--json").out) == said
    by_name = json.loads(engine("erase", "show", said["name"], "--json").out)
    assert by_name == said | {"file": said["name"]}
    assert str(len(content)) not in engine("erase", "list").err


def test_people_read_a_table_and_one_sentence(fitted, engine):
    out, said = fitted
    shown = engine("erase", "show", str(out)).out
    assert "gender erased by LEACE, rank 1" in shown
    assert "24 pairs" in shown
    assert f"{100 * said['probe_before']['accuracy']:.1f}" in shown
    assert "A linear probe tells the first sentences from the second sentences in" in shown
    assert said["name"] in engine("erase", "list").out


def test_what_was_fitted_can_be_measured_under(fitted, engine, model):
    out, _ = fitted
    arguments = ("fill", "[MASK] loves math.", "--model", model, "--json")
    plain = json.loads(engine(*arguments).out)
    under = engine(*arguments, "--erase", str(out))
    assert under.code == 0, under.err
    assert json.loads(under.out)["manifest"] != plain["manifest"]


def test_without_a_store_a_fit_needs_a_file(engine, model, pair_table, tmp_path):
    arguments = ("erase", "fit", "--method", "sentence-debias", "--pairs", pair_table, "--no-cache")
    arguments += ("--concept", "gender", "--model", model)
    assert "--no-cache keeps no fit, so it needs --out" in engine(*arguments).refusal
    out = tmp_path / "fit.safetensors"
    done = engine(*arguments, "--out", str(out))
    assert done.code == 0, done.err
    assert out.exists()
    assert "Use it as" not in done.err
    assert list(kept_fits()) == []


def test_where_none_is_kept_the_list_says_so(engine):
    assert "None is kept on this machine; `erase fit` fits one." in engine("erase", "list").out
    assert json.loads(engine("erase", "list", "--json").out) == {"fits": []}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("--method", "magic"), "--method is sentence-debias, inlp, leace; got 'magic'"),
        (("--rank", "2"), "LEACE takes away one dimension"),
        (("--concept", "age"), "There are bundled pairs of gender, race, religion, and none of"),
        (("--pairs", f"{NOWHERE}.csv", "--concept", "age"), f"{NOWHERE}.csv"),
        (("--pairs", f"{NOWHERE}.csv"), "--pairs needs --concept"),
        (("--out", f"{NOWHERE}/x.safetensors"), "There is no folder"),
        (("--model", NOWHERE), f"No folder '{NOWHERE}' on this machine"),
    ],
)
def test_a_mistake_is_said_in_one_line(engine, model, change, said):
    found = engine("erase", "fit", "--method", "leace", "--model", model, *change)
    assert said in found.refusal


def test_too_few_pairs_are_refused(engine, model, tmp_path):
    path = tmp_path / "few.csv"
    path.write_text("sent_a,sent_b\nShe runs.,He runs.\n")
    found = engine(
        *("erase", "fit", "--method", "leace", "--model", model),
        *("--pairs", str(path), "--concept", "gender"),
    )
    assert "has 1 distinct pair of gender, and a fit needs at least 20" in found.refusal


def test_a_span_filler_is_refused(engine, tiny_model_folder):
    found = engine("erase", "fit", "--method", "leace", "--model", str(tiny_model_folder("t5")))
    assert "writes with a decoder" in found.refusal


def test_show_refuses_what_is_no_fit(engine, pair_table):
    assert "is no fitted erasure or vector" in engine("erase", "show", pair_table).refusal


def test_texts_of_a_strangers_file_do_not_reach_the_terminal_as_they_are(fitted, engine, tmp_path):
    fit, _ = load_fit(fitted[0])
    about = fit.about | {"pairs": fit.about["pairs"] | {"first": "\x1b[31mred", "name": "a\x07b"}}
    path = tmp_path / "strange.safetensors"
    save_fit(path, fit_bytes(replace(fit, about=about, checkpoint="m\x1bx")))
    for arguments in ((), ("--json",)):
        shown = engine("erase", "show", str(path), *arguments)
        assert shown.code == 0, shown.err
        assert not {"\x1b", "\x07"} & {*shown.out, *shown.err}
    save_fit(path, fit_bytes(replace(fit, about={}, checkpoint="m\x1bx")))
    shown = engine("erase", "show", str(path)).out
    assert "its file does not say how it was judged" in shown
    assert "\x1b" not in shown


def test_the_usual_concept_is_gender(engine, model, monkeypatch):
    taken = []

    def stop(_lm, pairs, *_):
        taken.append(pairs)
        raise KeyboardInterrupt

    monkeypatch.setattr("engine.commands.erase.fit_erasure", stop)
    engine("erase", "fit", "--method", "leace", "--model", model)
    assert taken == [bundled_pairs("gender")]
