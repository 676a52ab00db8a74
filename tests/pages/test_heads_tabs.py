"""The tabs of the Heads page on tiny models."""

from __future__ import annotations

import base64
import json
import re

import numpy as np
import pytest

from components import session
from components.heads import stepping
from components.heads.tabs import (
    ATTENTION,
    COUNTER,
    CURVE,
    DISTRIBUTION,
    MODELS,
    NAMES,
    NLU,
    PARETO,
)
from components.session import measuring
from components.widgets.kept_file import File
from engine import jobs
from engine.errors import StorageError
from engine.store import Store
from tests.engine.classifiers import build_classifier
from tests.subjects import choose


@pytest.fixture
def ticking(monkeypatch):
    """Measure in the run itself, as the fragment's own ticks do in the browser."""
    monkeypatch.setattr(stepping, "ticking", lambda: True)


def texts(page) -> str:
    return "\n".join(element.value for element in (*page.markdown, *page.caption, *page.error))


def frames(page) -> list:
    tables = [element.value for element in page.dataframe]
    return [table for table in tables if "What differs" not in table]  # without published ones


def charts(page) -> list[dict]:
    return [json.loads(chart.proto.spec) for chart in page.get("plotly_chart")]


def numbers(packed: dict | list) -> list[float]:
    """An array of a figure, which Plotly may pack."""
    if isinstance(packed, list):
        return packed
    return np.frombuffer(base64.b64decode(packed["bdata"]), packed["dtype"]).tolist()


def no_number_is_missing(page) -> None:
    for figure in charts(page):
        assert "NaN" not in json.dumps(figure)
    assert "nan" not in re.findall(r"\w+", texts(page).lower())


@pytest.mark.parametrize("tab", NAMES)
def test_every_tab_opens_with_its_question_and_how_to_read_it(opened, tab):
    page = opened("heads", heads_tab=tab)
    assert not page.error
    assert "How to read this" in texts(page)
    no_number_is_missing(page)


@pytest.mark.parametrize("tab", [CURVE, DISTRIBUTION, ATTENTION, COUNTER])
def test_tabs_of_a_causal_model_and_of_one_with_every_head_masked(opened, tiny_model_folder, tab):
    every = ", ".join(f"{layer}-{head}" for layer in (1, 2) for head in (1, 2, 3, 4))
    spec = session.spec_of(str(tiny_model_folder("gpt2")))
    page = opened("heads", model=spec, heads=every, heads_tab=tab)
    if tab == COUNTER:
        page.button(key="run_counter").click().run()
    assert not page.error
    assert not page.exception
    no_number_is_missing(page)


@pytest.mark.parametrize(
    ("linked", "tab"),
    [("Attention of a sentence", ATTENTION), ("Understanding", NLU), ("Curve over K", CURVE)],
)
def test_links_with_the_former_names_of_tabs_still_open_them(opened, linked, tab):
    assert opened("heads", heads_tab=linked).session_state["heads_tab"] == tab


def test_only_the_open_tab_is_drawn(opened):
    page = opened("heads", heads_tab=DISTRIBUTION)
    assert "heads are biased" in texts(page)
    assert "measured yet" not in texts(page)


# --- sets of heads ------------------------------------------------------------------------


def finish(page) -> None:
    for _ in range(60):
        page.run()
        assert not page.exception
        if not any(button.key == "stop_runs" for button in page.button):
            return
    pytest.fail("the sets were never all measured")


def test_a_curve_is_measured_behind_its_button_and_then_known(opened, ticking, monkeypatch):
    page = opened("heads", heads="1-1", heads_tab=CURVE)
    assert "of 22 of 22 sets are still to be measured" not in texts(page)
    assert "No set of heads has been measured yet" not in texts(page)  # the current mask has
    page.button(key="measure_runs_seat").click()
    finish(page)
    (curve,) = charts(page)
    assert {trace.get("name") for trace in curve["data"]} >= {
        *("top K", "bottom K", "random K: mean, range of 5 sets", "all biased", "masked now")
    }
    assert "n = 68 targets for each set" in texts(page)
    no_number_is_missing(page)
    monkeypatch.setattr(measuring, "opened", None)  # opened again, it computes nothing
    again = opened("heads", heads="1-1", heads_tab=CURVE)
    assert charts(again) == [curve]
    command = next(block.value for block in again.code if "--all-positive" in block.value)
    assert "--words gender" in command
    assert "--top-k 1,3 --bottom-k 1,3 --all-positive --random-seeds 5" in command


def test_measuring_can_be_stopped(opened):
    page = opened("heads", heads_tab=CURVE)  # nothing ticks here, so it stays running
    page.button(key="measure_runs_seat").click().run()
    assert any(button.key == "stop_runs" for button in page.button)
    page.button(key="stop_runs").click().run()
    assert not any(button.key == "stop_runs" for button in page.button)


@pytest.mark.parametrize(
    ("title", "metric", "command"),
    [
        ("LPBS d, career – family", "lpbs career-family", "lpbs --domain career-family"),
        ("CPS sample, %", "pairs", "pairs engine/datasets/bundled/pairs.csv --measure cps"),
    ],
)
def test_other_metrics_name_their_own_command(opened, ticking, title, metric, command):
    page = opened("heads", heads_tab=CURVE, random_sets="2", curve_masked=title)
    page.button(key=f"measure_runs_{metric}").click()
    finish(page)
    assert any(command in block.value and "--mask" in block.value for block in page.code)
    assert charts(page)


def test_bias_is_drawn_against_cost_with_its_frontier(opened, ticking):
    page = opened("heads", heads_tab=PARETO, random_sets="2")
    page.button(key="measure_runs_pppl").click()
    finish(page)
    assert "On the frontier:" in texts(page)
    (figure,) = charts(page)
    assert figure["data"][0]["name"] == "frontier"
    assert figure["layout"]["yaxis"]["rangemode"] == "tozero"
    # A logarithmic axis has no zero, and says so.
    assert figure["layout"]["xaxis"]["type"] == "log"
    assert "without a zero" in figure["layout"]["xaxis"]["title"]["text"]
    for chosen in figure["data"][1:]:
        if chosen["name"] in ("no head masked", "top K", "bottom K"):
            for axis in ("error_x", "error_y"):
                assert all(size > 0 for size in numbers(chosen[axis]["array"]))


def test_the_cost_of_a_causal_model_is_its_perplexity(opened, ticking, tiny_model_folder):
    spec = session.spec_of(str(tiny_model_folder("gpt2")))
    page = opened("heads", model=spec, heads_tab=PARETO, random_sets="2")
    page.button(key="measure_runs_perplexity").click()
    finish(page)
    assert "On the frontier:" in texts(page)
    (figure,) = charts(page)
    assert figure["layout"]["xaxis"]["title"]["text"].startswith("perplexity (log scale")


def test_a_span_filler_has_no_cost_to_compare_bias_with(opened, tiny_model_folder):
    spec = session.spec_of(str(tiny_model_folder("t5")))
    page = opened("heads", model=spec, heads_tab=PARETO)
    assert "has neither perplexity nor pseudo-perplexity" in texts(page)
    assert "less loss of language ability" not in texts(page)


@pytest.mark.parametrize(
    ("family", "said"),
    [
        ("bert", "only worse: check pseudo-perplexity too."),
        ("gpt2", "only worse: check perplexity too."),
        ("t5", "only worse."),
    ],
)
def test_the_curve_names_the_cost_that_the_model_has(opened, tiny_model_folder, family, said):
    spec = session.spec_of(str(tiny_model_folder(family)))
    page = opened("heads", model=spec, heads_tab=CURVE)
    assert f"is not fairer, {said}" in texts(page)


def test_sets_can_be_measured_as_a_job(opened, monkeypatch):
    submitted = []
    monkeypatch.setattr(session, "submit_command", lambda *given: submitted.append(given))
    page = opened("heads", heads_tab=CURVE)
    page.button(key="measure_runs_job").click().run()
    ((title, command),) = submitted
    assert title == "gender: sets of masked heads"
    assert "--mask" not in command.words
    assert command.words[:3] == ("heads", "--words", "gender")
    assert "--all-positive" in command.words


# --- single heads -------------------------------------------------------------------------


def test_ablations_that_no_disk_keeps_are_in_the_tab_and_in_the_grid(opened, monkeypatch):
    def full(*_):
        raise StorageError("The disk is full.")

    monkeypatch.setattr(Store, "put_texts", full)
    page = opened("heads", heads_tab=DISTRIBUTION, colour_by="ablation")
    assert "0 of 8 heads measured" in texts(page)
    page.button(key="ablate_here").click().run()
    assert not page.exception
    assert "Same sign for" in texts(page)
    assert "heads measured" not in texts(page)


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ({"heads_tab": DISTRIBUTION}, "ablate_job"),
        ({"heads_tab": CURVE}, "measure_runs_job"),
        ({"colour_by": "ablation"}, "job_gender: each head masked in turn"),
    ],
)
def test_a_job_that_cannot_be_written_down_costs_a_sentence(opened, monkeypatch, address, key):
    def full(*_):
        raise StorageError("The disk is full.")

    page = opened("heads", **address)
    monkeypatch.setattr(jobs, "submit", full)
    page.button(key=key).click().run()
    assert not page.exception
    assert "The disk is full\\." in texts(page)


def test_heads_are_counted_ranked_and_compared_with_their_ablation(opened):
    page = opened("heads", heads="1-2", heads_tab=DISTRIBUTION)
    assert "of 8 heads are biased (b above 0)" in texts(page).replace("*", "")
    ranking = frames(page)[-1]
    assert list(ranking["rank"]) == list(range(1, 9))
    assert ranking["bias_score"].is_monotonic_decreasing
    assert list(ranking[ranking["masked"]]["name"]) == ["1-2"]
    assert len(charts(page)) == 1
    page.button(key="ablate_here").click().run()
    assert not page.exception
    assert len(charts(page)) == 2
    assert "Spearman ρ" in texts(page)
    assert "over 8 heads" in texts(page)
    no_number_is_missing(page)


# --- attention ----------------------------------------------------------------------------


def test_the_counterpart_is_made_by_swapping(opened):
    page = opened("heads", heads_tab=ATTENTION)
    first = page.text_area(key="attention_text").value
    second = page.text_area(key="attention_counterpart").value
    assert len(set(first.split()) ^ set(second.split())) in (2, 4)
    page.text_area(key="attention_text").set_value("My mother is a kind woman.").run()
    assert page.text_area(key="attention_counterpart").value == "My father is a kind man."
    assert "attention from “kind”" in texts(page)
    assert "attention to the swapped words: sentence" in texts(page)
    assert len(charts(page)) == 1


def test_an_edited_counterpart_stays(opened):
    page = opened("heads", heads_tab=ATTENTION)
    page.text_area(key="attention_counterpart").set_value("A guy is kind.").run()
    assert page.text_area(key="attention_counterpart").value == "A guy is kind."
    page.run()
    assert page.text_area(key="attention_counterpart").value == "A guy is kind."


def test_a_sentence_without_an_attribute_word_is_shown_alone(opened):
    page = opened("heads", heads_tab=ATTENTION)
    page.text_area(key="attention_text").set_value("The table is big.").run()
    assert page.text_area(key="attention_counterpart").value == ""
    assert "contains none of the paired attribute words" in texts(page)
    (figure,) = charts(page)
    assert len(figure["data"]) == 1
    assert not page.error


def test_masked_heads_are_marked_next_to_their_attention(opened):
    page = opened("heads", heads="1-1", heads_tab=ATTENTION)
    page.multiselect(key="attention_heads").set_value(["1-1"]).run()
    assert "✕ masked: its attention has no effect" in texts(page)
    assert "1 heads masked" not in texts(page)


def test_a_text_that_is_too_long_or_empty_is_explained(opened):
    page = opened("heads", heads_tab=ATTENTION)
    page.text_area(key="attention_text").set_value("She is here. " * 100).run()
    assert "at most" in page.error[0].value
    page.text_area(key="attention_text").set_value("  ").run()
    assert "Write a sentence to see where heads look" in texts(page)
    page.text_area(key="attention_text").set_value("She is kind.").run()
    page.multiselect(key="attention_heads").set_value([]).run()
    assert "Choose a head to see where heads look" in texts(page)


def test_pieces_are_shown_on_request(opened):
    page = opened("heads", heads_tab=ATTENTION)
    page.text_area(key="attention_text").set_value("She unfolds it.").run()
    whole = charts(page)[0]["layout"]["xaxis"]["ticktext"]
    page.toggle(key="whole_words").set_value(False).run()
    pieces = charts(page)[0]["layout"]["xaxis"]["ticktext"]
    assert len(pieces) > len(whole)
    assert "unfolds" in whole
    assert "unfolds" not in pieces


def test_a_long_text_gets_a_window_and_keeps_its_list(opened):
    page = opened("heads", heads_tab=ATTENTION)
    page.text_area(key="attention_text").set_value("She is kind and he is " * 8 + "kind.").run()
    assert len(charts(page)[0]["layout"]["xaxis"]["ticktext"]) == 32
    (slider,) = (entry for entry in page.slider if entry.label.startswith("Map shows 32 of"))
    slider.set_value(slider.max).run()
    assert charts(page)[0]["layout"]["xaxis"]["ticktext"][-1] == "[SEP]"
    assert all(len(frame) == 12 for frame in frames(page)[-2:])


def test_the_example_follows_the_test_until_it_is_edited(opened):
    page = opened("heads", heads_tab=ATTENTION)
    first = page.text_area(key="attention_text").value
    page.selectbox(key="association").set_value("race").run()
    assert page.text_area(key="attention_text").value != first
    page.text_area(key="attention_text").set_value("My own sentence.").run()
    page.selectbox(key="association").set_value("religion").run()
    assert page.text_area(key="attention_text").value == "My own sentence."


# --- counter-stereotypes ------------------------------------------------------------------


def test_the_counter_stereotype_test_waits_for_its_button_and_is_then_known(opened, monkeypatch):
    page = opened("heads", heads_tab=COUNTER)
    assert "t(" not in texts(page)
    page.button(key="run_counter").click().run()
    assert not page.exception
    said = texts(page)
    assert (
        "n = 68 sentences, up to 10 per word, regardless of Options; with other words than" in said
    )
    assert "136 sentences found; left out: 68 that combine the words against the stereotype" in said
    for name in ("Biased heads", "Other heads"):
        assert f"**{name}**" in said
    assert "after Holm correction for 8 tests" in said
    assert len(frames(page)[-1]) == 8
    no_number_is_missing(page)
    monkeypatch.setattr(measuring, "opened", None)  # opened again, it computes nothing
    again = opened("heads", heads_tab=COUNTER)
    assert texts(again) == said


def test_biased_heads_are_those_of_the_original_model_and_are_tested_in_both(opened):
    page = opened("heads", heads_tab=COUNTER)
    page.button(key="run_counter").click().run()
    (before,) = [line for line in texts(page).splitlines() if line.startswith("**Biased heads**")]
    page = opened("heads", heads="1-1, 1-2", heads_tab=COUNTER)
    page.button(key="run_counter").click().run()
    said = texts(page)
    assert before.replace("heads**", "heads, original model**") in said
    for name in ("Other heads, original model", "Biased heads, 2 masked", "Other heads, 2 masked"):
        assert f"**{name}**" in said
    assert "Single heads of the masked model" in said
    no_number_is_missing(page)


def test_lists_without_counterparts_cannot_be_tested(opened, monkeypatch):
    content = {
        "targ1": {"examples": ["mary", "anna"]},
        "targ2": {"examples": ["john", "paul"]},
        "attr1": {"examples": ["home"]},
        "attr2": {"examples": ["office"]},
    }
    page = opened("heads", heads_tab=COUNTER)
    page.session_state["biascope_own_test"] = File("own.json", json.dumps(content).encode())
    page.selectbox(key="association").set_value("own").run()
    assert "a counter-stereotype needs pairs such as woman,man" in page.error[0].value.replace(
        "\\", ""
    )


# --- two models ---------------------------------------------------------------------------


def test_a_model_is_not_compared_with_itself(opened):
    page = opened("heads", heads="1-1", heads_tab=MODELS)
    assert "have the same map" in texts(page)
    page.selectbox(key="second_model").set_value("bundled").run()
    assert page.session_state["compare"] == "bundled"


def test_two_models_are_drawn_on_one_scale(opened, tiny_model_folder):
    page = opened("heads", heads_tab=MODELS)
    other = session.spec_of(str(tiny_model_folder("roberta")))
    choose(page, page.session_state["biascope_subject"].spec, other)
    page.run()
    page.button(key="second_bias").click().run()
    (figure,) = charts(page)
    maps = [trace for trace in figure["data"] if trace["type"] == "heatmap"]
    assert maps[0]["zmax"] == maps[1]["zmax"] == -maps[0]["zmin"]
    assert "Outlined:" in texts(page)
    assert not page.exception


# --- understanding ------------------------------------------------------------------------


@pytest.fixture
def classifier(tmp_path) -> str:
    return str(build_classifier("bert", tmp_path / "classifier"))


ROWS = "text,label\nThe nurse is kind.,good\nHe left.,bad\nA big city.,1\nShe is here.,0\n"


def with_file(page, name: str, content: str):
    page.session_state["biascope_labelled_file"] = File(name, content.encode())
    return page.run()


def test_a_classifier_is_checked_with_and_without_the_mask(opened, classifier):
    page = with_file(
        opened("heads", heads="1-1", heads_tab=NLU, classifier=classifier), "a.csv", ROWS
    )
    page.button(key="run_nlu").click().run()
    assert not page.exception
    table = frames(page)[-1]
    assert list(table.columns) == ["measure", "unmodified (n = 4)", "masked (n = 4)"]
    assert list(table["measure"]) == ["accuracy, %", "F1", "Matthews correlation"]
    assert "McNemar's test, p = " in texts(page)
    assert any(f"nlu a.csv --model {classifier} --mask 1-1" in code.value for code in page.code)
    no_number_is_missing(page)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("text,label\nKind.,fine\n", "the model's classes are 0 (bad), 1 (good)"),
        ("words,label\nKind.,1\n", "a labelled file needs text"),
        ("", "has no row"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(opened, classifier, content, message):
    page = with_file(opened("heads", heads_tab=NLU, classifier=classifier), "a.csv", content)
    buttons = [button for button in page.button if button.key == "run_nlu"]
    if buttons:
        buttons[0].click().run()
    assert message in page.error[0].value.replace("\\", "")


def test_a_language_model_is_no_classifier(opened, tiny_model_folder):
    folder = str(tiny_model_folder("bert"))
    page = with_file(opened("heads", heads_tab=NLU, classifier=folder), "a.csv", ROWS)
    page.button(key="run_nlu").click().run()
    assert "is not a trained classifier" in page.error[0].value.replace("\\", "")


def test_a_mask_of_heads_that_the_classifier_lacks_is_refused(opened, tmp_path, monkeypatch):
    small = build_classifier("bert", tmp_path / "small")
    config = json.loads((small / "config.json").read_text(encoding="utf-8"))
    config["num_hidden_layers"] = 1
    (small / "config.json").write_text(json.dumps(config), encoding="utf-8")
    page = opened("heads", heads="2-1", heads_tab=NLU, classifier=str(small))
    page = with_file(page, "a.csv", ROWS)
    assert "Head 2-1 does not exist" in page.error[-1].value.replace("\\", "")
