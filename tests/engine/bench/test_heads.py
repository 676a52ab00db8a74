from __future__ import annotations

from engine.bench import heads
from engine.bench.heads import click_times, gradient_cost, memory_growth
from engine.measures.seat.reading import read_test
from engine.words.association_tests import bundled_lists, bundled_test, word_test
from engine.words.contexts import corpus_lines


def test_both_ways_read_the_same_tokens(masked_lm, monkeypatch):
    lm = masked_lm("bert")
    fed = []
    true = heads.two_forwards_and_a_backward
    monkeypatch.setattr(
        heads, "two_forwards_and_a_backward", lambda lm, rows: fed.append(rows) or true(lm, rows)
    )
    test = bundled_test("race", 1)
    cost = gradient_cost(lm, test, repeats=2)
    reading = read_test(lm, test.item(), "token", 10)
    assert {row.ids for row in fed[0]} == set(reading.shares)
    assert cost.inputs == len(reading.shares)
    assert cost.tokens == sum(map(len, reading.shares))
    assert cost.gradient.runs == cost.bare.runs == 2
    assert cost.ratio.low <= cost.ratio.median <= cost.ratio.high


def test_a_click_measures_the_sentence_and_seat_of_a_masked_model(masked_lm, monkeypatch):
    asked = []
    for name in ("completions", "association_tests"):
        true = getattr(heads, name)

        def watched(lm, items, params, name=name, true=true):
            asked.append((name, lm.masked_heads))
            return true(lm, items, params)

        monkeypatch.setattr(heads, name, watched)
    found = click_times(masked_lm("bert").model, max_contexts=1, repeats=2)
    assert found.runs == 2
    assert [name for name, _ in asked] == ["completions", "association_tests"] * 3
    assert all(len(mask) == 1 for _, mask in asked)


def test_the_grown_corpus_has_four_times_the_contexts_of_every_word(tmp_path, monkeypatch):
    commands = []
    monkeypatch.setattr(heads, "peak_of", lambda command: commands.append(command) or (10**9, 1.0))
    found = memory_growth(tmp_path, "bundled", "float32")
    assert (found.contexts, found.factor, found.once, found.grown) == (324, 4, 1.0, 1.0)
    tests = [
        word_test(
            bundled_lists("gender"),
            corpus_lines(command[command.index("--corpus") + 1]),
            int(command[command.index("--max-contexts") + 1]),
        )
        for command in commands
    ]
    assert len(tests[1].contexts) == 4 * len(tests[0].contexts)
    once, grown = (dict(test.counts) for test in tests)
    assert {word: 4 * count for word, count in once.items()} == grown
