"""The Heads page on tiny models."""

from __future__ import annotations

import json
import math
import re
import shlex
from dataclasses import replace

import pytest
from streamlit.runtime.scriptrunner import StopException
from typer.testing import CliRunner

from components.frame import session
from components.frame.present import first_screen
from components.frame.present.numbers import p_text
from components.frame.session import measuring
from components.frame.widgets import export
from components.frame.widgets.kept_file import File
from components.frame.widgets.result import Result
from components.heads import board
from components.heads import measuring as heads_measuring
from components.heads.direct_path import said
from engine.cli import app
from engine.core.errors import UnusableModelError
from engine.core.spec import HeadRef, parse_heads
from engine.files.mask_file import HeadMask, mask_text
from engine.first_sight.examples import SENTENCE as EXAMPLE
from engine.measures.heads.bias import bias_params
from engine.measures.heads.changes import UNSETTLED
from engine.measures.heads.halves import halves
from engine.measures.heads.mask_metrics import SEAT
from engine.measures.heads.path import toward_likelier
from engine.measures.heads.runs import ranked, top_heads
from engine.measures.heads.sentence import equal_odds_gain, sentence_item
from tests.pages.reading import texts
from tests.subjects import choose

SEAT_TEST = {
    "targ1": {"category": "Names", "examples": ["maria", "anna"]},
    "targ2": {"category": "Others", "examples": ["john", "paul"]},
    "attr1": {"category": "Family", "examples": ["home"]},
    "attr2": {"category": "Work", "examples": ["office"]},
}
LISTS = {
    "attributes": {"female": ["she", "woman"], "male": ["he", "man"]},
    "targets": {"care": ["nurse", "teacher"], "machines": ["engineer", "pilot", "xylograph"]},
}
EVERY_HEAD = ", ".join(f"{layer}-{head}" for layer in (1, 2) for head in (1, 2, 3, 4))
DIRECT = "direct path to the answer"
ONE_COLUMN = ["measure", "all heads on"]


def lines(page) -> dict[str, list[str]]:
    """The panel: label -> its cells, without intervals."""
    return {
        str(row.iloc[0]).split("  \n")[0]: [str(cell).split("  \n")[0] for cell in row.iloc[1:]]
        for _, row in page.table[0].value.iterrows()
    }


pytestmark = [pytest.mark.usefixtures("small_samples"), pytest.mark.page, pytest.mark.main_path]


def give(page, **files: File):
    """Upload files of the user's own, by the names of their boxes."""
    for box, file in files.items():
        page.session_state[f"biascope_{box}"] = file
    page.run()
    assert not page.exception
    return page


def seat_file(**sets: object) -> File:
    return json_file("own.json", {**SEAT_TEST, **sets})


def json_file(name: str, content: object) -> File:
    return File(name, json.dumps(content).encode())


def test_scores_that_another_session_measures_meanwhile_are_drawn(opened, monkeypatch):
    drawn, draw = [], board.draw_grid

    def draw_and_measure(scores, *given):
        draw(scores, *given)
        drawn.append(scores is not None)
        if scores is None:
            session.measure(*asked[-1])

    asked, wanted = [], heads_measuring.head_scores

    def ask(choice, spec, *given):
        asked.append(choice.bias(spec.unmasked()))
        return wanted(choice, spec, *given)

    monkeypatch.setattr(board, "draw_grid", draw_and_measure)
    monkeypatch.setattr(heads_measuring, "head_scores", ask)
    opened("heads")
    assert drawn == [False, True]


def test_the_bundled_test_is_measured_and_said_in_words_when_the_page_opens(opened):
    page = opened("heads")
    assert page.title[0].value == "Heads"
    assert "141 sentences, at most 1 per word" in texts(page)
    assert "p is two-sided, from 10,001 permutations (sampled, seed 0)" in texts(page)
    assert list(page.table[0].value.columns) == ONE_COLUMN
    found = lines(page)
    assert list(found) == [
        "Most likely words",
        "“he” rather than “she”, %",
        "SEAT d, other words, gender, 1 context",
        "CPS sample, %",
        "LPBS d, career – family",
        "LPBS d, math – arts",
        "LPBS d, science – arts",
        "Neutral cloze, %",
        "Pseudo-perplexity",
    ]
    for (figure,) in list(found.values())[1:]:
        assert math.isfinite(float(figure.replace("−", "-")))
    assert not page.error
    said = texts(page)
    claim = page.header[0].value
    clear = "words stereotyped as" in claim and "lie closer" in claim
    assert clear != ("finds no clear difference in how this model associates words" in claim)
    assert "with 80% power" in said or clear
    assert "By the estimate" in said


def test_a_masked_model_is_shown_next_to_the_original_one_and_not_measured_again(
    opened, monkeypatch
):
    closed = opened("heads", heads="1-1, 2-2")
    assert "random heads changes d by" not in texts(closed)
    page = opened("heads", heads="1-1, 2-2", all_measures="cps")
    assert list(page.table[0].value.columns) == ["measure", "all heads on", "2 switched off"]
    found = lines(page)
    cells = found["SEAT d, other words, gender, 1 context"]
    assert cells[0] != cells[1]
    assert "Switching off 2 random heads changes d by" in texts(page)
    assert "5 sets" in texts(page)

    def refuse(spec):
        raise AssertionError(f"{spec} was measured again")

    monkeypatch.setattr(measuring, "open_model", refuse)
    assert lines(opened("heads", heads="1-1, 2-2")) == found


def test_the_results_before_stay_while_those_after_are_measured(opened, spec, monkeypatch):
    page = opened("heads")
    invitation = "Click heads in the grid"
    assert invitation in texts(page)
    before = lines(page)

    def interrupted(*_):
        raise StopException  # the next click ends a run wherever it is

    monkeypatch.setattr(session, "measure", interrupted)
    choose(page, replace(spec, masked_heads=(HeadRef(1, 2),)))
    page.run()
    assert list(page.table[0].value.columns) == ["measure", "all heads on", "1 switched off"]
    assert lines(page) == {label: [*cells, ":gray[…]"] for label, cells in before.items()}
    assert invitation not in texts(page)


def test_what_the_page_says_is_measured_before_what_only_its_table_holds(opened, monkeypatch):
    measure, asked = session.measure, []

    def noted(name, spec, items, params, *more):
        asked.append((name, "targets" in params))
        return measure(name, spec, items, params, *more)

    monkeypatch.setattr(session, "measure", noted)
    opened("heads", heads="1-1")
    order = list(dict.fromkeys(asked))
    assert order[:3] == [("completion", True), ("seat", False), ("completion", False)]


def test_the_command_of_the_claim_corrects_its_test_for_as_many_as_the_page(opened):
    page = opened("heads", heads="1-1")
    blocks = [block.value for block in page.code]
    line = next(line for block in blocks for line in block.splitlines() if "engine mask" in line)
    done = CliRunner().invoke(app, [*shlex.split(line)[3:], "--json"])
    assert done.exit_code == 0, done.output
    row = next(row for row in json.loads(done.stdout)["metrics"] if row["name"] == SEAT)
    assert row["change_p_holm"] > row["change_p"]
    assert f"{p_text(row['change_p_holm'])} (Holm)" in texts(page)
    is_open = row["direction"] == UNSETTLED
    assert ("does not clearly change" in page.header[0].value) == is_open


def test_one_command_measures_every_row_of_the_panel(opened):
    page = opened("heads", heads="1-1", own_sentence="It's [MASK].", all_measures="cps")
    *_, line = [block.value for block in page.code if block.value.endswith("--mask 1-1")]
    done = CliRunner().invoke(app, [*shlex.split(line)[3:], "--json"])
    assert done.exit_code == 0, done.output
    value = json.loads(done.stdout)
    assert (value["masked_heads"], value["sentence"]["text"]) == ("1-1", "It's [MASK].")
    panel = lines(page)
    assert len(value["metrics"]) == len(panel) - 2  # all but those of the sentence
    for side, cell in zip(("before", "after"), panel["“he” rather than “she”, %"], strict=True):
        shown = re.search(r"\d+\.\d", cell)[0]
        assert shown == f"{value['sentence']['odds'][side]:.1f}"
    for metric in value["metrics"]:
        (cells,) = (cells for title, cells in panel.items() if title.startswith(metric["title"]))
        for cell, side in zip(cells, ("before", "after"), strict=False):
            shown = re.search(r"[−+]?\d+(\.\d+)?", cell)[0].replace("−", "-")
            digits = len(shown.partition(".")[2])
            assert float(shown) == pytest.approx(metric[side]["value"], abs=0.51 * 10**-digits)


def test_masking_every_head_is_answered_without_a_missing_number(opened):
    page = opened("heads", heads=EVERY_HEAD)
    assert "Every head is switched off" in texts(page)
    shown = json.dumps(lines(page))
    assert "nan" not in shown.lower()
    assert "random heads" not in texts(page).split("How")[0]


def test_a_causal_model_says_what_does_not_apply(opened, tiny_model_folder):
    spec = session.spec_of(str(tiny_model_folder("gpt2")))
    page = opened("heads", model=spec, heads="1-1")
    assert list(lines(page)) == [
        "Most likely next words",
        "“he” rather than “she”, %",
        "SEAT d, other words, gender, 1 context",
        "CLM sample, %",
        "Perplexity",
        "Cloze by continuation, %",
    ]
    assert page.text_input(key="own_sentence").value == "The nurse said that"
    assert "—" not in json.dumps(lines(page), ensure_ascii=False)
    assert "fills in none" in texts(page)
    assert not page.error


def test_a_sentence_without_a_masked_word_leaves_the_other_rows_alone(opened):
    page = opened("heads", own_sentence="Nothing is hidden here.")
    found = lines(page)
    assert found["Most likely words"] == ["—"]
    assert found["SEAT d, other words, gender, 1 context"] != ["—"]
    assert any("\\[MASK\\]" in each.value for each in page.caption)  # as text


def test_buttons_mask_sets_of_heads_in_the_model_bar(opened, spec):
    page = opened("heads")
    page.button(key="mask_Top").click().run()
    top = parse_heads(page.session_state["heads"])
    test = session.heads.bundled_association("gender", 1)
    item = [halves(test).choosing.item()]
    gradient = session.stored("head_bias", spec, item, bias_params("token", 1))[0]["gradient"]
    assert top == top_heads(gradient, 3)
    page.button(key="mask_Invert").click().run()  # of a page alone, where none is masked yet
    assert len(parse_heads(page.session_state["heads"])) == 8
    page.button(key="mask_random").click().run()
    first = page.session_state["heads"]
    page.button(key="mask_random").click().run()
    assert page.session_state["heads"] != first


def test_a_mask_file_of_this_model_is_taken_and_others_are_explained_below_their_box(opened, spec):
    facts = session.facts(spec)
    masked = replace(spec, masked_heads=(HeadRef(1, 2),))
    fitting = mask_text(HeadMask.of(masked, facts.family, facts.layers, facts.heads, "why"))
    foreign = fitting.replace(spec.revision, "another").replace(spec.checkpoint, "bert-large")
    page = opened("heads")

    def load(text: str) -> None:
        box = page.file_uploader(key="mask_file")
        box.upload("mine.json", text.encode(), "application/json")
        page.run()
        assert not page.exception

    for text, message in (
        ("{", "not readable JSON"),
        ('{"a": 1}', "This JSON is no mask file of Biascope"),
        (fitting.replace("2-3", "9-9"), "Head 9-9 does not exist"),
        (foreign, "This mask belongs to bert-large"),
    ):
        load(text)
        (error,) = page.error
        assert message in error.value.replace("\\", "")
        assert "`" not in error.value
        boxes = page.get("popover")
        assert [one.value for box in boxes for one in box.get("error")] == [error.value]
        assert "heads" not in page.session_state
    load(fitting)
    assert page.session_state["heads"] == "2-3"
    choose(page, masked)
    page.run()
    assert not page.error
    assert "Note\\: why" in page.info[0].value


# --- the user's own files ---------------------------------------------------------------------


def test_own_files_are_checked_as_they_are_uploaded(opened):
    page = opened("heads", association="Your own file")
    assert "a table with two columns of counterparts" in texts(page)

    def refused(message: str, **files: File) -> None:
        give(page, **files)
        assert message in page.error[0].value.replace("\\", "")

    refused("at least two in each target set", own_test=seat_file(targ2={"examples": ["john"]}))
    refused("a.csv needs two columns", own_test=File("a.csv", b"she\nhe\n"))
    give(page, own_test=File("pairs.csv", b"female,male\nshe,he\n"))
    assert not page.error
    assert "Read 1 pair of words from pairs.csv: female and male." in texts(page)
    assert "A table with two columns, word and association" in texts(page)
    targets = File("targets.csv", b"word,association\nnurse,neither\n")
    give(page, own_targets=targets)
    assert "The column “association” holds “neither”, where female or male is needed" in texts(page)
    assert not page.error


def test_own_lists_are_read_from_chosen_columns_and_what_labels_mean_is_mapped(opened):
    page = opened("heads", association="Your own file")
    pairs = File("paare.csv", b"Nr;Frau;Mann\n1;she;he\n2;her;him\n3;woman;man\n")
    give(page, own_test=pairs)
    for role, column in (("a", "Frau"), ("b", "Mann")):
        page.selectbox(key=f"own_test_column_{role}").set_value(column)
    page.run()
    assert "Read 3 pairs of words from paare.csv: Frau and Mann." in texts(page)
    assert "two columns, so this column is not among them: “Nr”" in texts(page)
    jobs = {"nurse": "weiblich", "teacher": "weiblich", "engineer": "männlich", "pilot": "männlich"}
    rows = "".join(f"{word};{group}\n" for word, group in jobs.items())
    give(page, own_targets=File("berufe.csv", f"Beruf;Geschlecht\n{rows};weiblich\n".encode()))
    assert "holds “weiblich” and “männlich”, where Frau or Mann is needed" in texts(page)
    for box in page.selectbox:
        if box.label.endswith("means"):
            box.set_value("Frau" if "weiblich" in box.label else "Mann")
    page.run()
    read = texts(page)
    assert "Read 4 target words from berufe.csv: 2 that go with Frau and 2 that go with" in read
    assert "1 row without a word or its group is left out" in read
    assert not page.error
    options = "--columns a=Frau,b=Mann --values 'weiblich=Frau,männlich=Mann'"
    assert any(options in block.value for block in page.code)


def test_an_own_seat_test_is_used_as_it_is(opened):
    page = opened("heads", association="Your own file")
    give(page, own_test=seat_file())
    assert "texts used as they are" in texts(page)
    assert "Names (2) and Others (2) · attribute words: Family (1) and Work (1)" in texts(page)
    assert not page.error
    unknown = {"targ1": {"examples": ["☮", "☯"]}, "targ2": {"examples": ["☸", "☹"]}}
    give(page, own_test=seat_file(**unknown))
    (refusal,) = (error.value for error in page.error)
    assert "The target set X has 0 usable examples" in refusal
    assert "no pieces for '☮'" in refusal
    assert "being analysed" not in texts(page)
    assert not page.table


def test_columns_of_a_table_of_four_sets_that_are_not_read_are_named(opened):
    page = opened("heads", association="Your own file")
    rows = b"he;she;career;family\nman;woman;office;home\nhim;her;salary;children\n"
    give(page, own_test=File("sets.csv", b"male;female;work;family\n" + rows))
    said = texts(page)
    assert "Read 3 pairs of words from sets.csv: male and female." in said
    assert "these columns are not among them: “work”, “family”. Target words are read" in said


def test_what_a_test_leaves_out_is_said_once_below_the_table(opened):
    page = opened("heads", association="Your own file")
    give(page, own_test=seat_file(targ1={"examples": ["maria", "anna", "sarah"]}))
    assert texts(page).count("The two target sets have 3 and 2 examples") == 1


def test_own_lists_are_measured_in_bundled_sentences_or_in_an_own_text(opened):
    page = opened("heads", association="Your own file")
    give(page, own_test=json_file("lists.json", LISTS))
    said = texts(page)
    assert "1 of 9 words appears in none of the sentences and is left out: xylograph" in said
    assert "Sentences: Bundled: gender" in said
    page.selectbox(key="read_in").set_value("own").run()
    give(page, corpus_file=File("empty.txt", b" \n"))
    assert "empty.txt holds no sentence" in page.error[0].value.replace("\\", "")
    text = "She is a nurse.\nHe is a pilot.\nA woman is a teacher.\nThe man is an engineer.\n"
    give(page, corpus_file=File("mine.txt", text.encode()))
    files = "--attributes lists.json --targets lists.json --corpus mine.txt"
    assert any(files in block.value for block in page.code)


def test_a_refused_model_is_explained_in_a_sentence(opened):
    page = opened("heads", model=UnusableModelError("It has no head."))
    assert [error.value for error in page.error] == ["It has no head\\."]


# --- the user's sentence --------------------------------------------------------------------


def effects(spec, words=("he", "she")) -> list[str]:
    """Heads from the one whose mask brings two words nearest to equal odds."""
    item = sentence_item(EXAMPLE, words)
    found = equal_odds_gain(session.measure("head_sentence", spec, [item], {}).values[0])
    return [str(ref) for ref in ranked(found)]


def test_heads_can_be_ranked_by_their_effect_on_the_users_sentence(opened, spec):
    page = opened("heads", colour_by="effect on your sentence", heads_to_mask="2")
    assert "“he” rather than “she”" in texts(page)
    assert "50% is even odds" in texts(page)
    page.button(key="mask_Top").click().run()
    masked = parse_heads(page.session_state["heads"])
    assert {str(ref) for ref in masked} == set(effects(spec)[:2])
    command = next(block.value for block in page.code if "--sentence=" in block.value)
    assert "--sentence-words=he,she" in command


def test_heads_can_be_ranked_by_what_they_add_to_the_answer_directly(
    opened, exported, tiny_model_folder
):
    spec = session.spec_of(str(tiny_model_folder("gpt2")))
    page = opened("heads", model=spec, colour_by=DIRECT, heads_to_mask="2")
    item = sentence_item("The nurse said that", ("he", "she"))
    value = session.measure("head_path", spec, [item], {}).values[0]
    assert said(("he", "she"), value) in texts(page)
    *_, path = exported["heads"]
    assert path.name == "heads-path"
    assert path.frame["logits_toward_first"].sum() == pytest.approx(
        value["logit_difference"], abs=1e-4
    )
    page.button(key="mask_Top").click().run()
    masked = parse_heads(page.session_state["heads"])
    assert set(masked) == set(ranked(toward_likelier(value))[:2])


def test_a_direct_path_of_words_in_pieces_is_refused_in_place_of_the_sentence(
    opened, tiny_model_folder
):
    spec = session.spec_of(str(tiny_model_folder("gpt2")))
    page = opened("heads", model=spec, colour_by=DIRECT, own_words="zyx, zyz")
    assert "what a head adds directly is shown for words of one piece" in texts(page)
    assert not page.error
    assert page.button(key="mask_Top").disabled


def test_a_model_without_direct_paths_is_not_offered_them(opened, spec, tiny_model_folder):
    causal = session.spec_of(str(tiny_model_folder("gpt2")))
    page = opened("heads", model=causal, colour_by=DIRECT)
    assert page.selectbox(key="colour_by").value == "path"
    choose(page, spec)
    page.run()
    assert DIRECT not in page.selectbox(key="colour_by").options
    assert page.selectbox(key="colour_by").value == "gradient"
    assert "is not shown for this model" in texts(page)
    assert not page.exception


def test_words_that_cannot_be_compared_are_explained(opened):
    page = opened("heads", colour_by="effect on your sentence", own_words="he")
    for words, message in (
        ("he", "Name two words"),
        ("he, He", "same word to this model"),
        ("he, \u262e", "is not in the model's vocabulary"),
    ):
        page.text_input(key="own_words").set_value(words).run()
        assert message in texts(page)
        assert lines(page)["SEAT d, other words, gender, 1 context"] != ["—"]
        assert not page.error
        assert page.button(key="mask_Top").disabled


def test_a_pin_of_the_claim_has_its_effect_sizes_as_its_figure(opened, exported):
    opened("heads")
    claim, sentence, grid = exported["heads"]
    assert "finds no clear difference in how this model" in claim.claim
    assert list(claim.frame["model"]) == ["all heads on"]
    assert (sentence.name, grid.name) == ("heads-sentence", "heads-grid")
    opened("heads", heads="1-1, 1-2")
    claim, *_ = exported["heads"]
    assert claim.claim.startswith("Switching off 2 heads ")
    assert list(claim.frame["model"]) == ["all heads on", "2 heads switched off"]
    shown = [trace.x[0] for trace in claim.figure.data if trace.mode == "markers"]
    assert shown == list(claim.frame["SEAT d"])
    assert claim.manifest["spec"]["masked_heads"] == ["1-1", "1-2"]


def test_the_claim_is_offered_once_its_test_is_corrected(opened, exported, monkeypatch):
    said: list[str] = []
    draw = export.section

    def section(name: str, results: list[Result], awaited: str = "") -> export.Awaited:
        if name == "heads":
            said.append(awaited)
            assert awaited or results[0].name == "heads"
        return draw(name, results, awaited)

    monkeypatch.setattr(export, "section", section)
    page = opened("heads", heads="1-1")
    assert "its p is being corrected" in said[-1]
    claim, *others = exported["heads"]
    assert "before correction" not in claim.reading
    assert "(Holm)" in claim.reading
    assert "its p is being corrected" not in texts(page)
    assert [each.name for each in others] == ["heads-sentence", "heads-grid"]
    labels = [button.label for button in page.button if button.key.startswith("pin_heads")]
    assert labels[:2] == [claim.label, "Your sentence before and after"]
    page.run()
    assert said[-1] == ""


def test_a_pin_of_the_sentence_has_both_words_before_and_after(opened, exported):
    opened("heads", heads="1-1, 1-2")
    _, sentence, _ = exported["heads"]
    assert re.match(r"(“he”|“she”) (rises|falls|stays) |Neither ", sentence.claim)
    assert list(sentence.frame["name"]) == ["before"] * 2 + ["after"] * 2
    assert [trace.name for trace in sentence.figure.data][-2:] == ["all heads on", "2 heads off"]
    assert "One sentence, so no test." in sentence.said
    assert sentence.live["heads"] == "1-1 1-2"
    assert sentence.manifest["spec"]["masked_heads"] == ["1-1", "1-2"]
    opened("heads")
    _, sentence, _ = exported["heads"]
    assert list(sentence.frame["name"]) == ["before"] * 2
    assert "Click heads" not in sentence.said
    assert sentence.live is None


def test_while_the_association_is_computed_the_claim_says_so(opened, spec, monkeypatch):
    written: list[str] = []
    write = first_screen.DrawnClaim.write

    def kept(self: first_screen.DrawnClaim, sentence: str, statistics: str = "") -> None:
        written.append(sentence)
        write(self, sentence, statistics)

    page = opened("heads")
    monkeypatch.setattr(first_screen.DrawnClaim, "write", kept)
    choose(page, replace(spec, masked_heads=(HeadRef(0, 0),)))
    page.run()
    assert written[0].startswith("With 1 head switched off")
    assert "is being computed" in written[0]
    assert not any("association is being computed" in text for text in written[1:])
    choose(page, spec)
    page.run()
    assert "is being computed" not in page.header[0].value
