"""The simulated annotators: drawn again they are the same, with the one planted difference."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from engine.measures.agreement.data.simulated import (
    LANGUAGES,
    PER_CELL,
    SHARE_OF_RARE,
    as_json_lines,
    simulated_answers,
)


@pytest.fixture
def answers(lines):
    return [json.loads(line) for line in lines("answers.jsonl")]


@pytest.fixture
def pools(bundled):
    return json.loads((bundled / "cloze_pools.json").read_text(encoding="utf-8"))


def test_the_file_is_what_the_program_draws(bundled):
    told = (bundled / "answers.jsonl").read_text(encoding="utf-8")
    assert told == as_json_lines(simulated_answers())
    assert told != as_json_lines(simulated_answers(seed=1))


def test_every_cell_has_its_annotators_and_every_annotator_half_the_sentences(answers, pools):
    people = {entry["annotator"]: entry for entry in answers}
    cells = Counter((p["language"], p["gender"], p["speaker"]) for p in people.values())
    assert set(cells.values()) == {PER_CELL}
    assert len(cells) == len(LANGUAGES) * 4
    given = Counter(entry["annotator"] for entry in answers)
    assert set(given.values()) == {len(pools) // 2}
    each = Counter((e["language"], e["sentence_id"], e["gender"], e["speaker"]) for e in answers)
    assert set(each.values()) == {PER_CELL // 2}


def test_sentences_have_one_gap_and_every_answer_comes_from_its_pool(answers, pools):
    known = {pool["id"]: pool for pool in pools}
    for entry in answers:
        sentence, common, rare = known[entry["sentence_id"]][entry["language"]]
        assert entry["sentence"] == sentence
        assert sentence.count("[MASK]") == 1
        assert entry["answer"] in (*common.split(), *rare.split())


def test_rare_words_are_planted_for_natives_and_nothing_for_genders(answers, pools):
    rare = {
        (pool["id"], language): set(pool[language][2].split())
        for pool in pools
        for language in LANGUAGES
    }

    def share(attribute, value):
        own = [entry for entry in answers if entry[attribute] == value]
        return sum(
            entry["answer"] in rare[entry["sentence_id"], entry["language"]] for entry in own
        ) / len(own)

    for speaker, wanted in SHARE_OF_RARE.items():
        assert share("speaker", speaker) == pytest.approx(wanted, abs=0.07)
    assert share("gender", "female") == pytest.approx(share("gender", "male"), abs=0.07)


def test_the_card_says_that_nobody_answered_and_has_the_counts(bundled, answers):
    card = (bundled / "answers.md").read_text(encoding="utf-8")
    assert "Simulated" in card
    assert "no person gave" in card
    assert f"{len(answers)} answers" in card
    assert f"{len({entry['annotator'] for entry in answers})} annotators" in card


def test_the_line_of_the_card_draws_the_file_again(bundled):
    card = (bundled / "answers.md").read_text(encoding="utf-8")
    module = re.search(r'python -c "from (\S+) import \*; print\(as_json_lines', card)[1]
    assert module == as_json_lines.__module__
