"""The Probe page shows the engine's own numbers, and says plainly what it cannot answer."""

from __future__ import annotations

import json

import pytest

from components import session
from components.present import comparison as compared
from components.present.numbers import percent
from components.present.words import shown_word
from engine.errors import BiascopeError
from engine.first_sight.examples import CONTRASTS
from tests.subjects import choose

TEXT = "The nurse said that [MASK] was tired."
GROUPS = "{group} people are [MASK]."
PARAMS = {
    "top_k": 8,
    "targets": ["he", "she"],
    "hide": ["piece", "punctuation"],
    "order": "independent",
    "max_pieces": 1,
}


def figures(page) -> list[dict]:
    return [json.loads(chart.proto.spec) for chart in page.get("plotly_chart")]


def completion(spec, text=TEXT, **changes):
    return session.measure("completion", spec, [{"text": text}], PARAMS | changes).values[0]


def bars(figure) -> list[list[str]]:
    return [trace["text"] for trace in figure["data"] if trace["type"] == "bar"]


def named(ranked, uncased=True) -> list[str]:
    return [
        f"{shown_word(entry['word'], uncased)}  {percent(entry['probability'])}" for entry in ranked
    ]


def test_the_example_is_answered_at_first_sight(opened, spec):
    page = opened("probe")
    assert page.text_input(key="text").value == TEXT
    (figure,) = figures(page)
    assert bars(figure) == [named(completion(spec)["predictions"][0])]
    (looked_up,) = page.dataframe
    assert list(looked_up.value["word"]) == ["he", "she"]
    assert not page.error


def test_unlikely_words_are_small_print_below_the_likeliest_one(opened, spec, monkeypatch):
    monkeypatch.setattr(compared, "LEAST_LIKELY", 1.1)
    page = opened("probe")
    first = completion(spec)["predictions"][0][0]
    word, share = shown_word(first["word"], True), percent(first["probability"])
    said = [entry.value for entry in page.markdown]
    assert f"**the most likely word is “{word}” ({share})**" in said
    assert any("are both unlikely here" in entry.value for entry in page.caption)


def test_a_typed_sentence_is_answered(opened, spec):
    page = opened("probe")
    page.text_input(key="text").set_value("The doctor loves [MASK].").run()
    found = completion(spec, "The doctor loves [MASK].")
    assert bars(figures(page)[0]) == [named(found["predictions"][0])]


def test_masked_heads_stand_beside_the_untouched_model(opened, spec):
    page = opened("probe", heads="1-2, 2-4")
    (figure,) = figures(page)
    masked = page.session_state["biascope_subject"].spec
    untouched, changed = (completion(entry)["predictions"][0] for entry in (spec, masked))
    assert bars(figure) == [named(untouched), named(changed)]
    assert untouched != changed
    shown = " ".join(entry.value for entry in page.markdown)
    assert "**unmodified**" in shown
    assert "**2 heads masked**" in shown


def test_every_hidden_word_has_its_place(opened):
    page = opened("probe", text="[MASK] told the [MASK] again.")
    assert [tab.label for tab in page.tabs] == ["Masked word 1", "Masked word 2"]
    assert len(figures(page)) == 2


def test_hidden_words_read_jointly_give_joint_fillings(opened):
    page = opened("probe", text="[MASK] told the [MASK] again.", order="left to right, jointly")
    (fillings,) = (table.value for table in page.dataframe if "combination" in table.value)
    assert len(fillings) == 8
    assert not [entry for entry in opened("probe").dataframe if "combination" in entry.value]


def test_groups_are_compared_word_by_word(opened, spec):
    page = opened("probe", text=GROUPS, groups="rich, poor", targets="kind, violent")
    (figure,) = figures(page)
    heat = figure["data"][0]
    assert figure["layout"]["xaxis"]["ticktext"] == ["rich", "poor"]
    assert figure["layout"]["yaxis"]["ticktext"][:2] == ["kind", "violent"]
    rich = completion(spec, "Rich people are [MASK].", targets=["kind"])["targets"][0]
    assert heat["text"][0][0] == f"kind for rich: {percent(rich['probability'])}"
    (metric,) = page.metric
    item = {"text": GROUPS, "groups": ["rich", "poor"]}
    params = {"top_k": 8, "targets": ["kind", "violent"], "hide": PARAMS["hide"]}
    found = session.measure("group_completion", spec, [item], params).values[0]
    assert metric.value == f"{found['masks'][0]['divergence']:.3f} bits"


def test_a_built_in_list_fills_the_slot(opened):
    page = opened("probe", text=GROUPS, list="religion")
    (figure,) = figures(page)
    assert len(figure["layout"]["xaxis"]["ticktext"]) > 3


def test_groups_of_two_models_have_one_figure_and_the_same_rows(opened):
    page = opened("probe", heads="1-2", text=GROUPS, groups="rich, poor")
    (figure,) = figures(page)
    layout = figure["layout"]
    assert layout["yaxis"]["ticktext"] == layout["yaxis2"]["ticktext"]
    assert layout["yaxis3"]["ticktext"] == layout["yaxis"]["ticktext"]
    assert "Change" in layout["xaxis3"]["title"]["text"]
    assert len(page.metric) == 2
    said = " ".join(entry.value for entry in page.markdown)
    assert "Under 1 head masked the groups' words differ" in said
    assert "differ by" in said
    captions = [entry.value for entry in page.caption]
    for label in ("unmodified", "1 head masked"):
        assert any(f"every two groups under {label}" in text for text in captions)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ({"text": " "}, "empty"),
        ({"text": "The nurse was tired."}, "No word is masked"),
        ({"text": "[MASK] " * 40}, "40 words are masked"),
        ({"text": "tired " * 300 + "[MASK]"}, "at most 128"),
        ({"text": GROUPS, "groups": "rich"}, "at least two groups"),
        ({"text": GROUPS, "groups": ", ,"}, "at least two groups"),
        ({"text": GROUPS, "groups": ",".join(map(str, range(41)))}, "41 groups"),
        ({"text": "{group} people.", "groups": "rich, poor"}, "No word is masked"),
        ({"targets": ",".join(f"w{number}" for number in range(51))}, "51 target words"),
    ],
)
def test_what_cannot_be_answered_gets_one_sentence_and_loses_nothing(opened, address, said):
    page = opened("probe", **address)
    (error,) = page.error
    assert said in error.value.replace("\\", "")
    for key, value in address.items():
        assert page.text_input(key=key).value == value
    assert not figures(page)


@pytest.mark.parametrize(
    "text",
    [
        "The 👩🏽‍🚒 said that [MASK] was 😴.",
        "قالت الممرضة إن [MASK] متعبة",
        "<img src=x onerror=alert(1)> **b** :smile: $x$ [MASK]",
        "a\u202eb [MASK] \u0301",
        f"{'a' * 90} [MASK].",
    ],
)
def test_any_text_with_a_hidden_word_is_answered(opened, text):
    page = opened("probe", text=text, targets="she, antidisestablishmentarianism, 😴, <b>")
    assert not page.error
    assert len(bars(figures(page)[0])[0]) == 8


def test_a_model_the_bar_refused_is_said_and_the_question_stays(opened):
    page = opened("probe", model=BiascopeError("No such *model*."), text="[MASK] is kept.")
    (error,) = page.error
    assert error.value == r"No such \*model\*\."
    assert page.text_input(key="text").value == "[MASK] is kept."


@pytest.mark.parametrize("folder", ["discriminator", "sentence_encoder", "damaged"])
def test_a_model_without_trained_weights_is_refused_when_asked(opened, bad_folders, folder):
    page = opened("probe", model=session.spec_of(str(getattr(bad_folders, folder))))
    (error,) = page.error
    assert folder in error.value.replace("\\", "")
    assert not figures(page)


CONTINUING = ["gpt2", "gpt2-mask"]


@pytest.fixture
def causal(tiny_model_folder):
    return lambda family: session.spec_of(str(tiny_model_folder(family)))


@pytest.mark.parametrize("family", CONTINUING)
def test_a_causal_model_continues_the_example_at_first_sight(opened, causal, family):
    page = opened("probe", model=causal(family))
    assert page.text_input(key="text").value == "The nurse said that"
    (figure,) = figures(page)
    found = completion(causal(family), "The nurse said that")
    assert bars(figure) == [named(found["predictions"][0], uncased=False)]
    assert any("first pieces of the next word" in entry.value for entry in page.caption)
    assert not page.error
    assert [entry.key for entry in page.radio] == []  # there is one place only


@pytest.mark.parametrize("text", CONTRASTS)
def test_a_causal_model_continues_an_example_of_home(opened, causal, text):
    page = opened("probe")
    page.text_input(key="text").set_value(text)
    choose(page, causal("gpt2"))
    page.run()
    assert page.text_input(key="text").value == text.partition(" [MASK]")[0]
    assert not page.error


@pytest.mark.parametrize("family", CONTINUING)
def test_a_causal_model_refuses_a_mask_in_one_sentence(opened, causal, family):
    page = opened("probe", model=causal(family), text="The doctor loves [MASK].")
    (error,) = page.error
    assert "reads from left to right and cannot fill in" in error.value
    assert not figures(page)


def test_a_causal_model_compares_groups_by_their_next_words(opened, causal):
    page = opened("probe", model=causal("gpt2"), text="{group} people are", groups="rich, poor")
    (figure,) = figures(page)
    assert figure["layout"]["xaxis"]["ticktext"] == ["rich", "poor"]
    assert any("first pieces of the next word" in entry.value for entry in page.caption)


def test_a_causal_model_is_shown_beside_its_masked_heads(opened, causal):
    page = opened("probe", model=causal("gpt2"), heads="1-2")
    (figure,) = figures(page)
    assert len(bars(figure)) == 2
    assert bars(figure)[0] != bars(figure)[1]


def test_words_of_several_pieces_have_the_product_of_their_probabilities(opened, causal):
    page = opened("probe", model=causal("gpt2"), targets="he, astronomers")
    assert any("product of the probabilities" in entry.value for entry in page.caption)


def test_the_options_of_another_model_do_no_harm_to_a_causal_one(opened, causal):
    page = opened("probe", model=causal("gpt2"), pieces="3", order="left to right, jointly")
    assert not page.error
    assert figures(page)


def test_a_span_filler_says_what_would_do(opened, tiny_model_folder):
    page = opened("probe", model=session.spec_of(str(tiny_model_folder("t5"))))
    assert "choose a masked or a causal language model" in page.error[0].value


def test_a_flat_distribution_is_said_below_the_bars(opened, spec, monkeypatch):
    from engine.measures import flat

    first = completion(spec)["predictions"][0][0]
    monkeypatch.setattr(flat, "FLAT", first["probability"] * 1.01)
    assert any("single words say little" in entry.value for entry in opened("probe").caption)
    monkeypatch.setattr(flat, "FLAT", first["probability"] * 0.99)
    assert not any("single words say little" in entry.value for entry in opened("probe").caption)


def test_what_was_asked_is_kept_and_can_be_asked_again(opened):
    page = opened("probe")
    assert not [box for box in page.expander if "Questions" in box.label]
    page.text_input(key="text").set_value("The doctor loves [MASK].").run()
    expander = page.expander[-1]
    assert expander.label == "Questions in this session (2)"
    asked = expander.dataframe[0].value
    assert list(asked["sentence"]) == ["The doctor loves [MASK].", TEXT]
    assert list(asked["model"]) == ["bert", "bert"]


def test_a_text_that_was_taken_away_stays_away(opened):
    page = opened("probe")
    page.text_input(key="text").set_value("").run()
    assert page.text_input(key="text").value == ""
    (error,) = page.error
    assert "The sentence is empty" in error.value


def test_an_example_fills_all_its_fields(opened):
    page = opened("probe", text=GROUPS, targets="mine", groups="a, b")
    page.button(key="take religion").click().run()
    assert "{group}" in page.text_input(key="text").value
    assert page.selectbox(key="list").value == "religion"
    assert page.text_input(key="groups").value == ""
    assert page.text_input(key="targets").value != "mine"
    assert not page.error


def test_results_that_cannot_be_kept_are_shown_with_one_warning(opened, monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("BIASCOPE_CACHE", str(tmp_path / "file" / "cache"))
    for address in ({}, {"text": GROUPS, "groups": "rich, poor"}):
        page = opened("probe", heads="1-1", **address)
        assert len(page.warning) == 1
        assert "could not be kept" in page.warning[0].value
        assert figures(page)
