from __future__ import annotations

import numpy as np
import pytest
import torch

from engine.core.errors import BiascopeError
from engine.inference import runner
from engine.inference.plan import Row, plan
from engine.inference.runner import distributions, run_plan, run_rows, score_rows
from engine.models.loading import MaskedLM, load
from tests.engine.plain_forward import log_probabilities
from tests.tiny_models import FAMILIES, VARIANTS

EVERY = (*FAMILIES, *VARIANTS)
# transformers' first DeBERTa runs in float32 alone; loading it otherwise is refused.
HALF = [name for name in EVERY if name not in ("deberta", "deberta-legacy")]
TEXTS = (
    "She is tired.",
    "The nurse said that he was tired.",
    "My mother and my father often go to the kitchen because the garden is cold at night.",
)


def ids_of(lm, text):
    return tuple(lm.tokenizer(text)["input_ids"])


def rows_of(lm, texts=TEXTS):
    """Every position of every text, with the token that stands there as its target."""
    asked = []
    for text in texts:
        ids = ids_of(lm, text)
        asked.append(Row(ids, tuple(range(len(ids))), ids))
    return asked


def plain(lm, ids):
    """[token, vocabulary] of one row alone."""
    return log_probabilities(lm, [ids])[0]


def flat(scores):
    return [value for score in scores for value in score.log_probabilities]


@pytest.mark.parametrize("heads", ["", "1-1, 2-4"])
@pytest.mark.parametrize("family", EVERY)
def test_distributions_and_scores_are_those_of_the_full_logits(family, heads, masked_lm):
    lm = masked_lm(family, heads)
    asked = rows_of(lm)
    for found, score, row in zip(
        distributions(lm, asked), score_rows(lm, asked), asked, strict=True
    ):
        whole = plain(lm, row.ids)
        np.testing.assert_allclose(found, whole, rtol=0, atol=1e-4)
        expected = whole[np.arange(len(row.ids)), list(row.ids)]
        np.testing.assert_allclose(score.log_probabilities, expected, rtol=0, atol=1e-4)
        assert score.top == tuple((whole.argmax(-1) == np.array(row.ids)).tolist())


@pytest.mark.parametrize("heads", ["", "1-1, 2-4"])
@pytest.mark.parametrize("family", EVERY)
def test_rows_padded_and_scored_together_are_rows_scored_alone(family, heads, masked_lm):
    lm = masked_lm(family, heads)
    asked = rows_of(lm)
    assert len(plan(asked, runner.token_budget(lm.model)).batches) == 1
    alone = [score_rows(lm, [row])[0] for row in asked]
    together = score_rows(lm, [*asked, *reversed(asked)])
    np.testing.assert_allclose(flat(together[:3]), flat(alone), rtol=0, atol=1e-4)
    assert together[3:] == together[2::-1]


def test_padding_is_no_token(masked_lm):
    lm = masked_lm("bert")
    short, _, long = rows_of(lm)
    batch = runner.padded(lm.model, [short, long])
    assert batch["input_ids"].shape == (2, len(long.ids))
    assert batch["attention_mask"].sum(-1).tolist() == [len(short.ids), len(long.ids)]


@pytest.mark.parametrize("family", ["bert", "deberta-v2", "gpt2"])
def test_a_small_budget_gives_the_same_scores(family, masked_lm, monkeypatch):
    lm = masked_lm(family)
    asked = rows_of(lm)
    at_once = score_rows(lm, asked)
    monkeypatch.setattr(runner, "CPU_TOKENS", 1)
    np.testing.assert_allclose(flat(score_rows(lm, asked)), flat(at_once), rtol=0, atol=1e-4)


@pytest.mark.parametrize("family", ["bert", "modernbert", "electra"])
def test_the_vocabulary_is_read_a_few_positions_at_a_time(family, masked_lm, monkeypatch):
    lm = masked_lm(family)
    asked = rows_of(lm)
    whole, scores = distributions(lm, asked), score_rows(lm, asked)
    head = lm.model.family.language_model_head
    widest = []

    def watched(network, hidden):
        widest.append(len(hidden))
        return head(network, hidden)

    monkeypatch.setattr(runner, "LOGITS", 3 * lm.model.vocabulary)
    family_facts = lm.model.family
    object.__setattr__(family_facts, "language_model_head", watched)
    try:
        parts, again = distributions(lm, asked), score_rows(lm, asked)
    finally:
        object.__setattr__(family_facts, "language_model_head", head)
    assert max(widest) == 3
    np.testing.assert_allclose(np.concatenate(parts), np.concatenate(whole), rtol=0, atol=1e-4)
    np.testing.assert_allclose(flat(again), flat(scores), rtol=0, atol=1e-4)


@pytest.mark.parametrize("dtype", ["bfloat16", "mixed"])
@pytest.mark.parametrize("family", HALF)
def test_half_precision_lies_near_float32(family, dtype, masked_lm, tiny_model_folder):
    lm = masked_lm(family)
    rough = MaskedLM(load(str(tiny_model_folder(family)), "cpu", dtype))
    asked = rows_of(lm)
    exact, near = np.array(flat(score_rows(lm, asked))), np.array(flat(score_rows(rough, asked)))
    assert np.abs(exact - near).mean() < 0.1
    assert np.corrcoef(exact, near)[0, 1] > 0.99
    assert not np.array_equal(exact, near)


def test_scores_do_not_depend_on_the_order_of_the_rows(masked_lm):
    lm = masked_lm("bert")
    asked = rows_of(lm)
    assert score_rows(lm, asked[::-1]) == score_rows(lm, asked)[::-1]


def test_finished_rows_are_counted_to_the_end(masked_lm, monkeypatch):
    lm = masked_lm("bert")
    monkeypatch.setattr(runner, "CPU_TOKENS", 1)
    seen: list[int] = []
    score_rows(lm, rows_of(lm), seen.append)
    assert seen == [1, 2, 3]


def test_no_rows_have_no_scores(masked_lm):
    assert score_rows(masked_lm("bert"), []) == []
    assert distributions(masked_lm("bert"), []) == []


def test_targets_without_their_positions_are_a_callers_bug(masked_lm):
    with pytest.raises(ValueError, match="every read position needs one target"):
        score_rows(masked_lm("bert"), [Row((2, 7, 3), (1,), ())])


def test_a_generator_set_aside_leaves_no_gates_behind(masked_lm, monkeypatch):
    monkeypatch.setattr(runner, "CPU_TOKENS", 1)
    lm, untouched = masked_lm("bert", "1-1, 1-2, 2-1"), masked_lm("bert")
    laid = plan(rows_of(lm), 1)
    expected = plain(untouched, laid.rows[0].ids)
    started = run_plan(lm, laid, lambda model, rows: [0] * len(rows))
    next(started)
    assert np.array_equal(plain(untouched, laid.rows[0].ids), expected)
    assert torch.is_grad_enabled()
    assert not torch.is_inference_mode_enabled()


# --- memory -----------------------------------------------------------------------------


class SmallMemory:
    """A reader that runs out of memory for more than so many rows."""

    def __init__(self, most, error):
        self.most, self.error, self.asked = most, error, []

    def __call__(self, _model, rows):
        self.asked.append(len(rows))
        if len(rows) > self.most:
            raise self.error
        return [row.ids[0] for row in rows]


OUT_OF_MEMORY = [
    torch.OutOfMemoryError("CUDA out of memory."),
    MemoryError(),
    RuntimeError("[enforce fail at alloc_cpu.cpp] DefaultCPUAllocator: can't allocate memory"),
    RuntimeError("not enough memory: you tried to allocate 8 bytes."),
]


def nine(lm):
    return plan([Row((number,), (0,)) for number in range(9)], 1000)


@pytest.mark.parametrize("error", OUT_OF_MEMORY, ids=lambda error: type(error).__name__)
def test_a_batch_that_does_not_fit_is_halved_and_a_single_row_is_said(error, masked_lm):
    lm = masked_lm("bert")
    reader = SmallMemory(2, error)
    (answers,) = run_plan(lm, nine(lm), reader)
    assert answers == list(range(9))
    assert reader.asked == [9, 4, 2, 2, 5, 2, 3, 1, 2]
    with pytest.raises(BiascopeError, match=r"of 1 tokens does not fit .* cpu; shorten it"):
        list(run_plan(lm, nine(lm), SmallMemory(0, error)))


def test_another_fault_is_not_taken_for_a_lack_of_memory(masked_lm):
    lm = masked_lm("bert")
    reader = SmallMemory(0, RuntimeError("shapes do not match"))
    with pytest.raises(RuntimeError, match="shapes do not match"):
        list(run_plan(lm, nine(lm), reader))
    assert reader.asked == [9]


def test_halves_are_run_under_the_gates_too(masked_lm):
    lm = masked_lm("bert", "1-1, 2-4")
    row = rows_of(lm, TEXTS[1:2])[0]

    def reader(model, rows):
        if len(rows) > 1:
            raise torch.OutOfMemoryError
        inputs = runner.padded(model, rows)
        return [model.network(**inputs).logits[0].log_softmax(-1).numpy()]

    laid = plan([row, Row((*row.ids[:-1], 7), row.read, row.targets)], 1000)
    (answers,) = run_plan(lm, laid, reader)
    expected = [plain(lm, found.ids) for found in laid.rows]
    np.testing.assert_allclose(np.stack(answers), np.stack(expected), rtol=0, atol=1e-5)


def test_every_owner_gets_the_answers_to_its_own_rows_in_their_order(masked_lm):
    lm = masked_lm("bert")
    one, two, three, long = (Row((5,) * length, ()) for length in (1, 2, 3, 300))
    groups = [[one, two], [], [two], [long, three, long], [three, one]]
    asked = []

    def length(lm, rows):
        asked.append(rows)
        return [len(row.ids) for row in rows]

    expected = [[1, 2], [], [2], [300, 3, 300], [3, 1]]
    assert run_rows(lm, groups, length) == expected
    # Small owners share batches of one shape; a large one has its own, whoever else is there.
    *shared, own = asked
    assert [(len(rows), {len(row.ids) for row in rows}) for rows in shared] == [
        (runner.CPU_SHARED // length, {length}) for length in (1, 2, 3)
    ]
    assert own == [long, three, long]
    assert run_rows(lm, [], length) == []
    assert run_rows(lm, groups, length, shared=1) == expected
