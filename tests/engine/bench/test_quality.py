import math
import random

import pytest

from engine.bench.quality import SHORTEST, Answer, quality, questions, summary
from engine.core.errors import InputTextError, UnusableModelError

LINE = "The nurse said that she was very tired and went home early today."


@pytest.fixture
def lm(masked_lm):
    return masked_lm("bert")


def asked(lm, line=LINE, tokens=3, longest=64, seed=0):
    return questions(lm, line, tokens, longest, random.Random(seed))


def test_each_question_hides_one_token_and_asks_for_it(lm):
    whole = lm.tokenizer(LINE)["input_ids"]
    rows = asked(lm)
    assert len({row.read for row in rows}) == 3
    for row in rows:
        (position,), (target,) = row.read, row.targets
        assert target == whole[position]
        assert row.ids[position] == lm.tokenizer.mask_token_id
        restored = [*row.ids[:position], target, *row.ids[position + 1 :]]
        assert restored == whole


def test_special_and_unknown_tokens_are_never_asked_for(lm):
    line = f"The nurse \u4e16 said \u754c that she was tired {lm.tokenizer.sep_token} today."
    targets = {row.targets[0] for row in asked(lm, line, tokens=100)}
    assert targets
    assert not targets & set(lm.tokenizer.all_special_ids)


def test_only_the_start_of_a_long_line_is_read(lm):
    rows = asked(lm, " ".join([LINE] * 4), longest=10)
    assert {len(row.ids) for row in rows} == {10}


def test_a_short_line_is_not_asked_about(lm):
    words = ["she", "said", "that", "he", "left"]
    assert len(words) == SHORTEST
    assert asked(lm, " ".join(words))
    assert not asked(lm, " ".join(words[1:]))


def test_the_same_seed_asks_the_same_and_another_does_not(lm):
    assert asked(lm, seed=1) == asked(lm, seed=1)
    assert {tuple(asked(lm, seed=seed)) for seed in range(10)} != {tuple(asked(lm, seed=1))}


def test_short_lines_are_skipped_and_counted(lm):
    with_short = quality(lm, [LINE, "Yes.", LINE], 3, 64, 0)
    assert (with_short.lines, with_short.skipped, with_short.tokens) == (2, 1, 6)


def test_answers_agree_with_the_scores_of_the_runner(lm):
    from engine.inference.runner import score_rows

    found = quality(lm, [LINE], 3, 64, 7)
    scores = score_rows(lm, asked(lm, seed="7/0"))
    surprise = -sum(score.log_probabilities[0] for score in scores) / 3
    assert found.perplexity == pytest.approx(math.exp(surprise), rel=1e-4)
    assert found.top_1 == sum(score.top[0] for score in scores) / 3


def test_accuracies_and_perplexity_by_hand():
    half, tenth = math.log(0.5), math.log(0.1)
    lines = [[Answer(half, 1), Answer(tenth, 5)], [Answer(tenth, 6), Answer(tenth, 2)]]
    found = summary(lines, skipped=3, seed=0)
    assert (found.lines, found.skipped, found.tokens) == (2, 3, 4)
    assert (found.top_1, found.top_5) == (0.25, 0.75)
    assert found.perplexity == pytest.approx((1 / (0.5 * 0.1 * 0.1 * 0.1)) ** 0.25)
    assert found.top_1_interval[0] < 0.25 < found.top_1_interval[1]
    low, high = found.perplexity_interval
    assert low < found.perplexity < high


def test_one_line_has_no_interval_of_its_perplexity():
    assert summary([[Answer(-1.0, 1)]], skipped=0, seed=0).perplexity_interval is None


def test_no_answer_has_no_summary():
    with pytest.raises(ValueError, match="no answers"):
        summary([], skipped=0, seed=0)


def test_text_of_short_lines_only_is_refused(lm):
    with pytest.raises(InputTextError, match="running text"):
        quality(lm, ["Yes.", "No."], 3, 64, 0)


def test_a_model_without_a_mask_token_is_refused(masked_lm):
    with pytest.raises(UnusableModelError, match="fills in no blanks"):
        quality(masked_lm("gpt2"), [LINE], 3, 64, 0)
