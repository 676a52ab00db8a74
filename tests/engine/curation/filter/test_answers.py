from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.curation.filter.answers import read_answers
from engine.curation.filter.assistant import batches
from tests.engine.curation.some_candidates import COOK, DRIVE, some

ONE, TWO, THREE = some()
A, B, C = (one.id[:8] for one in some())
BOTH = {ONE.id: True, TWO.id: False}
ENTRIES = [{"id": A, "answer": "yes", "reason": "roles"}, {"id": B, "answer": "no", "reason": ""}]


def said(text, candidates=None):
    """Id → what was said, of the answers that were understood."""
    answers = read_answers(text, candidates or some())
    return {key: verdict.says for key, verdict in answers.verdicts.items()}


@pytest.mark.parametrize(
    "line",
    [
        f"{A} | yes | women are said to cook",
        f"| {A} | yes | women are said to cook |",
        f"| 1 | {A} | about gender | **Yes** | women are said to cook |",
        f"1. {A} | Yes | women are said to cook",
        f"- **{A}**: Yes – women are said to cook",
        f"* `{A}` – yes: women are said to cook.",
        f"{A},yes,women are said to cook",
        f'{A},"yes","women are said to cook"',
        f"{A}\tYES\twomen are said to cook",
        f"[{A}] Yes, women are said to cook",
        f"({A.upper()}) yes (women are said to cook)",
        f"{A}: yes because women are said to cook",
        f"{A}: Answer: yes. Reason: women are said to cook",
        f"{A} | about gender | {COOK} | yes | women are said to cook",
        f"{A} “{COOK}” — yes — women are said to cook",
        f"{A} {COOK} yes: women are said to cook",
        f"{ONE.id}: stereotypical, women are said to cook",
        json.dumps({"id": A, "answer": "yes", "reason": "women are said to cook"}),
        json.dumps({"number": A, "Stereotype": True, "Reason": "women are said to cook"}) + ",",
        json.dumps({A: {"answer": "Yes.", "reason": "women are said to cook"}}),
    ],
)
def test_an_answer_is_read_however_it_is_laid_out(line):
    answers = read_answers(line, some())
    assert {key: verdict.says for key, verdict in answers.verdicts.items()} == {ONE.id: True}
    reason = answers.verdicts[ONE.id].reason.rstrip(".")
    assert reason.removeprefix("because ") == "women are said to cook"
    assert answers.missing == [TWO.id, THREE.id]
    assert answers.unmatched == answers.doubled == []


@pytest.mark.parametrize(
    ("word", "says"),
    [
        *((word, True) for word in ("yes", "Y", "true", "biased", "stereotype")),
        *((word, False) for word in ("No", "n", "FALSE", "not biased", "No stereotype.")),
        *((word, None) for word in ("unsure", "Not sure", "unclear", "maybe")),
    ],
)
def test_yes_no_and_unsure_have_several_words(word, says):
    for line in (f"{A} | {word} | reason", f"{A}: {word}", f"{word} | {A}"):
        assert said(line) == {ONE.id: says}


@pytest.mark.parametrize(
    "line",
    [
        f"{A} | perhaps not | reason",
        f"{A} | yes | no",
        f"{A}: No one here is a stereotype",
        f"{A}: it says yes to everything",
        f"{A} and {B}: yes",
        f"{A}",
        "1 | yes | women are said to cook",
        "Yes.",
        "00000000 | yes | no such sentence",
        f"{A[:7]} | yes | too short",
        f"{B}: No, women cannot drive here - yes",
        json.dumps({"id": A, "answer": "yes", "verdict": "no"}),
        json.dumps({"id": A, "answer": 1}),
        json.dumps({A: "perhaps"}),
        json.dumps(["yes"]),
    ],
)
def test_what_cannot_be_read_is_listed_and_not_guessed(line):
    answers = read_answers(line, some())
    assert answers.verdicts == {}
    assert len(answers.unmatched) == 1
    assert answers.missing == [ONE.id, TWO.id, THREE.id]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Here are my answers, as you asked.\n\nLet me know if I can help with anything else!",
        "| number | answer | reason |\n|---|:-:|---|",
        "# Answers\n---",
        "{",
    ],
)
def test_text_around_the_answers_is_no_answer(text):
    answers = read_answers(text, some())
    assert answers.verdicts == {}
    assert answers.unmatched == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        # The answer stands below the number.
        (
            f"### {A}\n“{COOK}”\n**Answer:** yes\n**Reason:** roles\n\n"
            f"### {B}\n{DRIVE}\nAnswer: no",
            BOTH,
        ),
        (f"{A}\nyes\n{B}\n\nno", BOTH),
        (f"- {A}:\n  - Yes\n- {B}:\n  - No", BOTH),
        # A repeated sentence that begins with no is no answer.
        (f"{B} | {DRIVE} | yes", {TWO.id: True}),
        (f"{B} {DRIVE} yes", {TWO.id: True}),
        (f"{B}\n{DRIVE}\nAnswer: yes", {TWO.id: True}),
        (f"{B}: “No, women can't drive here.” yes", {TWO.id: True}),
        # JSON over several lines stands between other lines.
        (f"Here you go:\n{json.dumps(ENTRIES, indent=2)}\nDone.", BOTH),
        # What an assistant thinks before it answers is no answer.
        (f"<think>maybe {A}: yes</think>\n{A}: no", {ONE.id: False}),
        # A sign before an answer in words is passed over.
        (f"{A} ✅ Yes\n{B} ❌ No\n{C} ✅", BOTH),
    ],
)
def test_the_answer_is_told_from_what_stands_around_it(text, says):
    assert said(text) == says


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("around", ["{}", "Here:\n```json\n{}\n```\nThat is all."])
def test_json_is_read_with_and_without_text_around_it(indent, around):
    for value in (ENTRIES, {"answers": ENTRIES}, {A: "yes", B: "no"}):
        text = around.format(json.dumps(value, indent=indent))
        assert said(text) == BOTH
        assert read_answers(text, some()).unmatched == []


def test_contradictory_answers_do_not_count_and_repeated_ones_do():
    text = f"{A}: yes\n{A}: no\n{B}: no\n{B} | no | again\n{C}: yes"
    answers = read_answers(text, some())
    assert said(text) == {TWO.id: False, THREE.id: True}
    assert answers.doubled == [ONE.id]
    assert answers.missing == answers.unmatched == []


def test_a_number_that_two_candidates_share_names_neither():
    near = [replace(one, id="abcdef12" + end * 8) for one, end in zip(some(), "345", strict=True)]
    assert said("abcdef12: yes", near) == {}
    assert said("abcdef123: yes", near) == {near[0].id: True}


def test_the_answers_of_a_prompt_are_matched_to_its_sentences():
    (batch,) = batches(some())
    lines = batch.text.splitlines()[-3:]
    text = "\n".join(f"{line} | no | plain" for line in lines)
    assert said(text) == {ONE.id: False, TWO.id: False, THREE.id: False}


@given(
    st.lists(
        st.tuples(st.sampled_from([A, B, C]), st.sampled_from(["yes", "no", "unsure"])),
        unique_by=lambda row: row[0],
    )
)
def test_what_was_asked_for_is_read_back_exactly(rows):
    meanings = {"yes": True, "no": False, "unsure": None}
    full = {one.id[:8]: one.id for one in some()}
    answers = read_answers("\n".join(f"{key} | {word} | why" for key, word in rows), some())
    assert {key: one.says for key, one in answers.verdicts.items()} == {
        full[key]: meanings[word] for key, word in rows
    }
    assert len(answers.missing) == 3 - len(rows)


@given(st.lists(st.sampled_from([*'yn |:\n-*`{}[]",.1', "yes", "no", A, B]), max_size=40))
def test_every_candidate_is_answered_missing_or_doubled(parts):
    answers = read_answers("".join(parts), some())
    groups = [set(answers.verdicts), set(answers.doubled), set(answers.missing)]
    assert sum(map(len, groups)) == 3
    assert set.union(*groups) == {one.id for one in some()}
