import pytest

from engine.inference import reference
from engine.inference.plan import Row
from engine.inference.runner import score_rows

TEXTS = ["She said that he was tired.", "The nurse went home.", "He left."]


def rows_of(tokenizer):
    rows = []
    for text in TEXTS:
        ids = tokenizer(text)["input_ids"]
        fed = (*ids[:2], tokenizer.mask_token_id, *ids[3:])
        rows.append(Row(tuple(fed), (1, 2), (ids[1], ids[2])))
    return rows


@pytest.mark.parametrize("family", ["bert", "albert", "modernbert", "xlm-roberta"])
@pytest.mark.parametrize("heads", ["", "1-2, 2-1"])
def test_the_plain_loop_and_the_runner_give_the_same_scores(masked_lm, family, heads):
    lm = masked_lm(family, heads)
    rows = rows_of(lm.tokenizer)
    plain, batched = reference.plain_loop(lm, rows), score_rows(lm, rows)
    for one, other in zip(plain, batched, strict=True):
        assert one.log_probabilities == pytest.approx(other.log_probabilities, abs=1e-4)
        assert one.top == other.top


def test_the_plain_loop_obeys_the_masked_heads(masked_lm):
    whole, masked = masked_lm("bert"), masked_lm("bert", "1-1, 1-2, 1-3, 1-4")
    rows = rows_of(whole.tokenizer)
    assert reference.plain_loop(whole, rows) != reference.plain_loop(masked, rows)


def test_the_encoder_runs_the_batches_that_scoring_runs(masked_lm, monkeypatch):
    from engine.inference import runner

    seen = []

    def watched(model, rows):
        seen.append([len(row.ids) for row in rows])
        return padded(model, rows)

    padded = runner.padded
    lm = masked_lm("bert")
    rows = rows_of(lm.tokenizer)
    monkeypatch.setattr(runner, "padded", watched)
    monkeypatch.setattr(reference, "padded", watched)
    monkeypatch.setattr(runner, "CPU_TOKENS", 12)
    score_rows(lm, rows)
    scored = seen.copy()
    seen.clear()
    reference.run_encoder(lm, rows)
    assert len(scored) > 1
    assert seen == scored
