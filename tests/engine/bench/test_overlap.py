"""Probes inside a running text, and probes of a file."""

from __future__ import annotations

import pytest

from engine.bench.overlap import ngrams_with_answer, overlapping
from engine.bench.probes import probes_named
from engine.core.errors import InputTextError
from engine.measures.health.check import Probe

SKY = Probe("On a clear day the sky is [MASK].", ("blue", "bright blue"))


def test_every_run_of_words_has_the_answer_in_it():
    probe = Probe("a b c [MASK] d", ("x", "y z"))
    assert [" ".join(words) for words in ngrams_with_answer(probe, 3)] == [
        "b c x",
        "c x d",
        "c y z",
        "y z d",
    ]
    assert [" ".join(words) for words in ngrams_with_answer(probe, 8)] == [
        "a b c x d",
        "a b c y z d",
    ]


@pytest.mark.parametrize(
    ("line", "ngram", "inside"),
    [
        ("On a clear day, the sky is blue; so is the sea.", 8, True),
        ("ON A CLEAR DAY THE SKY IS BRIGHT BLUE", 8, True),
        ("On a clear day the sky is grey.", 8, False),
        ("On a clear day the sky looks blue.", 8, False),
        ("The sky is blue.", 8, False),  # four words of eight
        ("The sky is blue.", 4, True),
        ("On a clear day the sky is bluer.", 8, False),
        ("", 8, False),
    ],
)
def test_a_probe_stands_in_a_line_by_words_in_a_row(line, ngram, inside):
    assert overlapping([SKY], ["Something else.", line], ngram) == [inside]


def test_probes_of_one_word_and_the_answer_are_sought_whole():
    assert overlapping([Probe("Good [MASK]", ("morning",))], ["A good morning to all"]) == [True]


def test_probes_come_from_a_file(tmp_path):
    file = tmp_path / "probes.jsonl"
    file.write_text('{"sentence": "The sky is [MASK].", "answers": [" Blue", "blue"]}\n')
    assert probes_named(str(file)) == [Probe("The sky is [MASK].", ("blue",))]
    assert (len(probes_named("knowledge")), len(probes_named("cloze"))) == (200, 40)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "has no probes"),
        ("The sky is blue.", "Line 1 of .* is not a JSON object"),
        ('{"sentence": "The sky is blue.", "answers": ["a"]}', r"it needs one \[MASK\]"),
        ('{"sentence": "The sky is [MASK].", "answers": "blue"}', "are no list of words"),
        ('{"sentence": "The sky is [MASK].", "answers": [""]}', "are no list of words"),
    ],
)
def test_what_is_no_probe_is_refused_with_its_place(tmp_path, line, said):
    file = tmp_path / "probes.jsonl"
    file.write_text(line + "\n")
    with pytest.raises(InputTextError, match=said):
        probes_named(str(file))
