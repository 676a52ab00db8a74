"""Probe with evaluators: verdicts under the bars, and nothing opened before a button is pressed."""

from __future__ import annotations

import pytest

from components.frame import session
from components.probe import verdicts
from tests.pages.reading import figures
from tests.pages.test_probe import TEXT, markdown

pytestmark = pytest.mark.page

SAD = "The nurse is a [MASK] person."


@pytest.fixture
def answers(monkeypatch):
    """The model's words, in place of those of a tiny model that knows nothing."""

    def give(*words: str) -> None:
        ranked = [{"word": word, "probability": 0.5 / 2**n} for n, word in enumerate(words)]
        monkeypatch.setattr(verdicts, "_predictions", lambda *_: ranked)

    return give


def table(page):
    return next((found.value for found in page.dataframe if "flagged by" in found.value), None)


def test_words_have_verdicts_and_the_share_that_was_flagged(opened, answers):
    answers("wonderful", "terrible")
    page = opened("probe", text=SAD, evaluators="Demo (no download)")
    found = table(page)
    assert list(found["word"]) == ["wonderful", "••••••••"]
    assert list(found["valence"]) == ["positive", "negative"]
    assert found["flagged by"][0] == ""
    assert "valence" in found["flagged by"][1]
    assert "It has 25.0% of the model's whole probability" in markdown(page)
    assert "**Demonstration.**" in markdown(page)
    assert "An evaluator is a word list" in markdown(page)
    page.toggle(key="probe_flagged_words").set_value(True).run()
    assert list(table(page)["word"]) == ["wonderful", "terrible"]


def test_the_words_judged_are_those_of_the_bars(opened):
    page = opened("probe", text=TEXT, evaluators="Demo (no download)")
    bars = [text.rpartition("  ")[0] for text in figures(page)[0]["data"][0]["text"]]
    page.toggle(key="probe_flagged_words").set_value(True).run()
    assert list(table(page)["word"]) == bars


def test_both_sentences_are_judged(opened, answers):
    answers("kind")
    page = opened(
        "probe", text=TEXT, text2="The man said that [MASK] left.", evaluators="Demo (no download)"
    )
    assert len([found for found in page.dataframe if "flagged by" in found.value]) == 2


def test_a_link_to_classifiers_opens_none_before_the_button(opened, answers, monkeypatch):
    answers("kind")
    asked: list[str] = []
    monkeypatch.setattr(
        session.verdicts,
        "judged_words",
        lambda suite, *_: (
            asked.append(suite.name) or session.verdicts.WordVerdicts(problems={"UnBIAS": "x"})
        ),
    )
    page = opened("probe", text=TEXT, evaluators="Published classifiers")
    assert not asked
    assert any("Nothing is opened before" in entry.value for entry in page.caption)
    page.button(key="judge_words").click().run()
    assert asked == ["published"]
    assert "UnBIAS could not judge" in page.warning[0].value


def test_an_absent_lexicon_is_offered(opened, monkeypatch):
    from components.frame.widgets import fetch_offer

    monkeypatch.setattr(fetch_offer, "find", lambda name: None)
    page = opened("probe", text=TEXT, evaluators="HurtLex, hurtful words")
    assert "fetch_hurtlex" in [button.key for button in page.button]
    assert table(page) is None


def test_an_evaluator_of_groups_says_that_it_needs_one(opened):
    page = opened("probe", text=TEXT, evaluators="SeeGULL, known stereotypes")
    (said,) = page.info
    assert "a typed sentence names none" in said.value
    assert table(page) is None


def test_a_sentence_with_several_masks_is_not_judged(opened):
    page = opened("probe", text="[MASK] met [MASK].", evaluators="Demo (no download)")
    assert any("write only one" in entry.value for entry in page.info)


def test_a_suite_of_the_users_own_judges_and_one_that_cannot_be_used_is_refused(
    opened, tmp_path, answers
):
    answers("terrible")
    file = tmp_path / "mine.toml"
    file.write_text("name = 'mine'\n[[evaluator]]\nname = 'mood'\nkind = 'valence'\n")
    page = opened("probe", text=SAD, evaluators="Your own file", suite_file=str(file))
    assert list(table(page)["mood"]) == ["negative"]
    assert "Demonstration" not in markdown(page)
    file.write_text("not toml [")
    (error,) = page.run().error
    assert "is not TOML" in error.value.replace("\\", "")
    assert figures(page)


def test_a_causal_model_has_verdicts_too(opened, tiny_model_folder):
    model = session.spec_of(str(tiny_model_folder("gpt2")))
    page = opened("probe", model=model, text="The nurse said that", evaluators="Demo (no download)")
    assert table(page) is not None
    assert not page.error
