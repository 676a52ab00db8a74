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
    "text",
    [
        f"### {A}\n“{COOK}”\n**Answer:** yes\n**Reason:** roles\n\n### {B}\n{DRIVE}\nAnswer: no",
        f"{A}\nyes\n{B}\n\nno",
        f"- {A}:\n  - Yes\n- {B}:\n  - No",
    ],
)
def test_the_answer_may_stand_below_the_number(text):
    assert said(text) == {ONE.id: True, TWO.id: False}


def test_a_repeated_sentence_that_begins_with_no_is_no_answer():
    assert said(f"{B} | {DRIVE} | yes") == {TWO.id: True}
    assert said(f"{B} {DRIVE} yes") == {TWO.id: True}
    assert said(f"{B}\n{DRIVE}\nAnswer: yes") == {TWO.id: True}
    assert said(f"{B}: “No, women can't drive here.” yes") == {TWO.id: True}


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("around", ["{}", "Here:\n```json\n{}\n```\nThat is all."])
def test_json_is_read_with_and_without_text_around_it(indent, around):
    entries = [
        {"id": A, "answer": "yes", "reason": "roles"},
        {"id": B, "answer": "no", "reason": ""},
    ]
    for value in (entries, {"answers": entries}, {A: "yes", B: "no"}):
        text = around.format(json.dumps(value, indent=indent))
        answers = read_answers(text, some())
        assert answers.unmatched == []
        assert {key: one.says for key, one in answers.verdicts.items()} == {
            ONE.id: True,
            TWO.id: False,
        }


def test_contradictory_answers_do_not_count_and_repeated_ones_do():
    answers = read_answers(f"{A}: yes\n{A}: no\n{B}: no\n{B} | no | again\n{C}: yes", some())
    assert {key: one.says for key, one in answers.verdicts.items()} == {
        TWO.id: False,
        THREE.id: True,
    }
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


def test_json_over_several_lines_is_read_between_other_lines():
    block = json.dumps([{"id": A, "answer": "yes"}, {"id": B, "answer": "no"}], indent=2)
    assert said(f"Here you go:\n{block}\nDone.") == {ONE.id: True, TWO.id: False}


def test_what_an_assistant_thinks_before_it_answers_is_no_answer():
    assert said(f"<think>maybe {A}: yes</think>\n{A}: no") == {ONE.id: False}


def test_a_sign_before_an_answer_in_words_is_passed_over():
    assert said(f"{A} ✅ Yes\n{B} ❌ No\n{C} ✅") == {ONE.id: True, TWO.id: False}
