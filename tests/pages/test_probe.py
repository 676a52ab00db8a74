"""The Probe page shows the engine's own numbers, and says plainly what it cannot answer."""

from __future__ import annotations

import pytest

from components.frame import session
from components.frame.present import comparison as compared
from components.frame.present.numbers import percent
from components.frame.present.words import shown_word
from components.probe import sentences_file, verdicts
from engine.core.errors import BiascopeError
from engine.first_sight.examples import CONTRASTS
from tests.pages.reading import figures
from tests.subjects import choose

pytestmark = [pytest.mark.page, pytest.mark.main_path]

TEXT = "The nurse said that [MASK] was tired."
GROUPS = "{group} people are [MASK]."
PARAMS = {
    "top_k": 8,
    "targets": ["he", "she"],
    "hide": ["piece", "punctuation"],
    "order": "independent",
    "max_pieces": 1,
}


def completion(spec, text=TEXT, **changes):
    return session.measure("completion", spec, [{"text": text}], PARAMS | changes).values[0]


def markdown(page) -> str:
    return " ".join(entry.value for entry in page.markdown)


def bars(figure) -> list[list[str]]:
    return [trace["text"] for trace in figure["data"] if trace["type"] == "bar"]


def named(ranked, uncased=True) -> list[str]:
    return [
        f"{shown_word(entry['word'], uncased)}  {percent(entry['probability'])}" for entry in ranked
    ]


def test_the_example_is_answered_at_first_sight_and_no_closed_box_is_filled(
    opened, spec, monkeypatch
):
    asked = []
    for closed in (sentences_file, verdicts):
        monkeypatch.setattr(closed, "_opened", lambda *given: asked.append(given))
    monkeypatch.setattr(compared, "LEAST_LIKELY", 0.0)
    page = opened("probe")
    assert page.text_input(key="text").value == TEXT
    (figure,) = figures(page)
    assert bars(figure) == [named(completion(spec)["predictions"][0])]
    (looked_up,) = page.dataframe
    assert list(looked_up.value["word"]) == ["he", "she"]
    assert not page.error
    boxes = [box.label for box in page.expander]
    assert {"A file of sentences", "Rate these words with evaluators"} <= {*boxes}
    assert not asked


def test_unlikely_words_are_small_print_below_the_likeliest_one(opened, spec, monkeypatch):
    monkeypatch.setattr(compared, "LEAST_LIKELY", 1.1)
    page = opened("probe", targets="she, he")
    first = completion(spec)["predictions"][0][0]
    word, share = shown_word(first["word"], True), percent(first["probability"])
    said = f"The model has no clear favourite. First of many: “{word}” ({share})."
    assert page.header[0].value == said
    assert any("are both unlikely here" in entry.value for entry in page.caption)


def test_unlikely_words_that_nobody_typed_are_not_shown(opened, monkeypatch):
    monkeypatch.setattr(compared, "LEAST_LIKELY", 1.1)
    for address in ({}, {"text2": "The man said that [MASK] was late."}):
        page = opened("probe", **address)
        assert not page.error
        assert not page.dataframe
        assert not any("unlikely here" in entry.value for entry in page.caption)
        typed = opened("probe", targets="she, he", **address)
        assert list(typed.dataframe[0].value["word"]) == ["she", "he"]


def test_words_that_the_model_cannot_read_are_named_at_the_answer(opened):
    page = opened("probe", text="The 茶 said that [MASK] was late.")
    (warning,) = page.warning
    assert "cannot read “茶”" in warning.value
    page = opened("probe", text="The {group} said that [MASK] was late.", groups="man, 茶")
    (warning,) = page.warning
    assert "cannot read “茶”" in warning.value
    assert "1 of 2 sentences" in warning.value


def test_what_was_asked_is_answered_kept_and_can_be_taken_away(opened, spec):
    page = opened("probe")
    assert not [box for box in page.expander if "Questions" in box.label]
    page.text_input(key="text").set_value("The doctor loves [MASK].").run()
    found = completion(spec, "The doctor loves [MASK].")
    assert bars(figures(page)[0]) == [named(found["predictions"][0])]
    expander = page.expander[-1]
    assert expander.label == "Questions in this session (2)"
    asked = expander.dataframe[0].value
    assert list(asked["sentence"]) == ["The doctor loves [MASK].", TEXT]
    assert list(asked["model"]) == ["bert", "bert"]
    page.text_input(key="text").set_value("").run()
    assert page.text_input(key="text").value == ""
    (error,) = page.error
    assert "The sentence is empty" in error.value


def test_masked_heads_stand_beside_the_untouched_model(opened, spec):
    page = opened("probe", heads="1-2, 2-4")
    (figure,) = figures(page)
    masked = page.session_state["biascope_subject"].spec
    untouched, changed = (completion(entry)["predictions"][0] for entry in (spec, masked))
    assert bars(figure) == [named(untouched), named(changed)]
    assert untouched != changed
    assert "**all heads on**" in markdown(page)
    assert "**2 heads switched off**" in markdown(page)


def test_every_hidden_word_has_its_place_and_joint_fillings_where_they_are_read_jointly(opened):
    page = opened("probe", text="[MASK] told the [MASK] again.")
    assert [tab.label for tab in page.tabs] == ["Blank 1", "Blank 2"]
    assert len(figures(page)) == 2
    assert not [table for table in page.dataframe if "combination" in table.value]
    page = opened("probe", text="[MASK] told the [MASK] again.", order="left to right, jointly")
    (fillings,) = (table.value for table in page.dataframe if "combination" in table.value)
    assert len(fillings) == 8


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
    assert metric.value == f"{found['masks'][0]['divergence']:.3f}"
    assert metric.label == "Difference between both groups, in bits"
    # One scale in all that the page says, and one place that explains it.
    assert " on a scale from 0 to 1." in page.header[0].value
    said = markdown(page)
    assert said.count("All differences are in bits (Jensen-Shannon divergence)") == 1
    assert "0 where the words are the same, and where no word is in common 1. A small" in said


def test_groups_of_two_models_have_one_figure_and_the_same_rows(opened):
    page = opened("probe", heads="1-2", text=GROUPS, groups="rich, poor")
    (figure,) = figures(page)
    layout = figure["layout"]
    assert layout["yaxis"]["ticktext"] == layout["yaxis2"]["ticktext"]
    assert layout["yaxis3"]["ticktext"] == layout["yaxis"]["ticktext"]
    assert "Change" in layout["xaxis3"]["title"]["text"]
    assert len(page.metric) == 2
    assert "With 1 head switched off, the words for both groups differ" in markdown(page)
    assert "differ by" in page.header[0].value
    captions = [entry.value for entry in page.caption]
    assert (
        sum("difference between every two groups, in bits on a scale" in text for text in captions)
        == 1
    )


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ({"text": "The nurse was tired."}, "The sentence has no blank"),
        ({"text": GROUPS, "groups": ", ,"}, "at least two groups"),
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


def test_any_text_with_a_hidden_word_is_answered(opened):
    page = opened("probe", targets="she, antidisestablishmentarianism, 😴, <b>")
    for text in (
        "The 👩🏽‍🚒 said that [MASK] was 😴.",
        "قالت الممرضة إن [MASK] متعبة",
        "<img src=x onerror=alert(1)> **b** :smile: $x$ [MASK]",
        "a\u202eb [MASK] \u0301",
        f"{'a' * 90} [MASK].",
    ):
        page.text_input(key="text").set_value(text).run()
        assert not page.exception
        assert not page.error
        assert len(bars(figures(page)[0])[0]) == 8


def test_a_model_the_bar_refused_is_said_and_the_question_stays(opened):
    page = opened("probe", model=BiascopeError("No such *model*."), text="[MASK] is kept.")
    (error,) = page.error
    assert error.value == r"No such \*model\*\."
    assert page.text_input(key="text").value == "[MASK] is kept."


def test_a_model_without_trained_weights_is_refused_when_asked(opened, bad_folders):
    page = opened("probe")
    for folder in ("discriminator", "sentence_encoder", "damaged"):
        choose(page, session.spec_of(str(getattr(bad_folders, folder))))
        page.run()
        assert not page.exception
        (error,) = page.error
        assert folder in error.value.replace("\\", "")
        assert not figures(page)


@pytest.fixture
def causal(tiny_model_folder):
    return session.spec_of(str(tiny_model_folder("gpt2-mask")))


def test_a_causal_model_continues_the_example_at_first_sight(opened, causal):
    page = opened("probe", model=causal)
    assert page.text_input(key="text").value == "The nurse said that"
    (figure,) = figures(page)
    found = completion(causal, "The nurse said that")
    assert bars(figure) == [named(found["predictions"][0], uncased=False)]
    assert any("first pieces of the next word" in entry.value for entry in page.caption)
    assert not page.error
    assert [entry.key for entry in page.radio] == []  # there is one place only
    page.text_input(key="text").set_value("The doctor loves [MASK].").run()
    (error,) = page.error
    assert "reads from left to right and cannot fill in" in error.value
    assert not figures(page)


def test_a_causal_model_continues_the_examples_of_home(opened, causal):
    page = opened("probe")
    first, *others = CONTRASTS
    page.text_input(key="text").set_value(first)
    choose(page, causal)
    page.run()
    assert page.text_input(key="text").value == first.partition(" [MASK]")[0]
    for text in others:
        page.text_input(key="text").set_value(text).run()
        assert page.text_input(key="text").value == text.partition(" [MASK]")[0]
        assert not page.error


def test_a_causal_model_compares_groups_by_their_next_words(opened, causal):
    page = opened("probe", model=causal, text="{group} people are", groups="rich, poor")
    (figure,) = figures(page)
    assert figure["layout"]["xaxis"]["ticktext"] == ["rich", "poor"]
    assert any("first pieces of the next word" in entry.value for entry in page.caption)


def test_a_causal_model_is_shown_beside_its_masked_heads(opened, causal):
    # The options of another model do it no harm.
    options = {"pieces": "3", "order": "left to right, jointly"}
    page = opened("probe", model=causal, heads="1-2", targets="he, astronomers", **options)
    assert not page.error
    (figure,) = figures(page)
    assert len(bars(figure)) == 2
    assert bars(figure)[0] != bars(figure)[1]
    assert any("product of the probabilities" in entry.value for entry in page.caption)


def test_a_flat_distribution_is_said_below_the_bars(opened, spec, monkeypatch):
    from engine.measures.completion import completions as flat

    first = completion(spec)["predictions"][0][0]
    monkeypatch.setattr(flat, "FLAT", first["probability"] * 1.01)
    assert any("single words say little" in entry.value for entry in opened("probe").caption)
    monkeypatch.setattr(flat, "FLAT", first["probability"] * 0.99)
    assert not any("single words say little" in entry.value for entry in opened("probe").caption)


def test_an_example_fills_all_its_fields(opened):
    page = opened("probe", text=GROUPS, targets="mine", groups="a, b")
    page.button(key="take religion").click().run()
    assert "{group}" in page.text_input(key="text").value
    assert page.selectbox(key="list").value == "religion"
    assert page.text_input(key="groups").value == ""
    assert page.text_input(key="targets").value != "mine"
    (figure,) = figures(page)
    assert len(figure["layout"]["xaxis"]["ticktext"]) > 3  # the groups of the list
    assert not page.error


def test_results_that_cannot_be_kept_are_shown_with_one_warning(opened, monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("BIASCOPE_CACHE", str(tmp_path / "file" / "cache"))
    for address in ({}, {"text": GROUPS, "groups": "rich, poor"}):
        page = opened("probe", heads="1-1", **address)
        assert len(page.warning) == 1
        assert "could not be kept" in page.warning[0].value
        assert figures(page)
