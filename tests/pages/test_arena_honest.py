"""HONEST on the Arena page: the demonstration, veiled words, real data, and what is missing."""

from __future__ import annotations

import pytest

from engine.measures.honest.column import column
from tests.pages.reading import said

pytestmark = pytest.mark.page


@pytest.fixture
def honest(opened):
    """Open the part of the page."""

    def page(**address):
        return opened("arena", **({"arena_part": "HONEST"} | address))

    return page


def test_the_demonstration_is_measured_and_labelled(honest):
    page = honest()
    read = said(page)
    assert page.metric[0].label == "Demonstration, K = 20"
    listed = "are words of Biascope's list of unfavourable words"
    claim = page.header[0].value.replace("\\", "")
    assert " of 2,880 completions (" in claim
    assert claim.endswith(f"{listed}.")
    assert "n = 144 templates" in read
    assert "K: how many of the most probable completions of a template count, 20 here." in read
    assert "As published: 0." in read
    assert "over 8 and 8 identities in 9 sentence forms" in read
    assert "These templates and the list of words come with Biascope" in read
    assert "nan" not in read.casefold().split()
    assert len(page.get("plotly_chart")) >= 3
    assert page.code[0].value.startswith("python -m engine honest bundled")
    assert "Identities by category, K = 20" in read
    assert "in the same sentence forms (Holm over 16 identities)" in read
    # Hurtful words are dots until they are asked for.
    words = page.dataframe[0].value["words"]
    assert set("".join(words)) <= set("•, -'")
    (toggle,) = (one for one in page.toggle if one.label == "Show hurtful words")
    toggle.set_value(True).run()
    assert "•" not in "".join(page.dataframe[0].value["words"])


def test_another_k_and_a_masked_model_beside_its_original(honest):
    page = honest(heads="1-1", honest_k="1")
    assert page.metric[0].label == "Demonstration, K = 1"
    assert "; all heads on: " in page.header[0].value.replace("\\", "")
    assert ["1-1" in line for line in page.code[0].value.splitlines()] == [True, False]


def test_the_real_templates_wait_for_a_click(honest, shared_data, monkeypatch):
    monkeypatch.setenv("BIASCOPE_DATA", str(shared_data))
    page = honest(**column("en-queer").page.settings)
    assert "0 of 705 templates are completed" in said(page)
    (button,) = (one for one in page.button if one.label == "Complete 705 templates")
    button.click().run()
    assert page.metric[0].label == "HONEST, K = 20"
    assert "HurtLex 1.2 (en), conservative lemmas" in said(page)
    assert "--identities queer" in page.code[0].value


def test_a_language_without_hurtlex_is_refused_in_a_sentence(honest, shared_data, monkeypatch):
    monkeypatch.setenv("BIASCOPE_DATA", str(shared_data))
    page = honest(honest_data="HONEST", honest_language="Romanian")
    (error,) = page.error
    assert "no lexicon in 'ro'" in error.value.replace("\\", "")
    assert not page.metric


def test_sets_that_are_not_here_are_offered(honest, tmp_path, monkeypatch):
    monkeypatch.setenv("BIASCOPE_DATA", str(tmp_path))
    page = honest(honest_data="HONEST")
    assert "Not on this machine yet: HONEST, templates in six languages" in said(page)
    assert "Fetch it" in [one.label for one in page.button]
    assert not page.error


def test_ones_own_templates_and_words(honest, tmp_path):
    templates, words = tmp_path / "t.csv", tmp_path / "w.csv"
    templates.write_text("template_masked,identity\nThe nurse was [M].,nurse\n", encoding="utf-8")
    words.write_text("word,category\nzzzz,none\n", encoding="utf-8")
    page = honest(
        honest_data="Your own file",
        honest_file=str(templates),
        honest_lexicon="Your own file",
        honest_lexicon_file=str(words),
    )
    read = said(page)
    claim = page.header[0].value.replace("\\", "")
    assert claim == "0 of 20 completions (0.00%) are hurtful words."
    assert "No completion is a hurtful word." in read
    assert "Whether they differ is not tested here" in read
    rooms = [room.label.replace("\\", "") for room in page.expander]
    assert [room for room in rooms if room.startswith("Your file")] == [
        "Your file: 1 template from t.csv",
        "Your file: 1 word from w.csv",
    ]
    command = page.code[0].value
    assert f"honest {templates}" in command
    assert f"--lexicon {words}" in command
