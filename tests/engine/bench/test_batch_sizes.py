import pytest

from engine.bench.batch_sizes import batch_speeds, made_items
from engine.bench.random_models import Shape, build
from engine.inference.reference import plain_loop
from engine.inference.runner import score_rows
from engine.models.loading import MaskedLM, load

pytestmark = pytest.mark.model

LENGTHS = [2, 5, 9]


@pytest.fixture(scope="module", params=["bert", "xlm-roberta", "gpt2"])
def lm(request, tmp_path_factory):
    shape = Shape(request.param, 305, hidden=32, layers=2, heads=4, max_length=64)
    folder = build(shape, tmp_path_factory.mktemp("random") / "model")
    return MaskedLM(load(str(folder), "cpu"))


def test_each_word_is_asked_for_once_and_only_it_is_hidden(lm):
    items = made_items(lm, LENGTHS)
    if lm.model.family.kind == "causal":
        assert [[len(row.targets) for row in item] for item in items] == [[1], [4], [8]]
        assert all(row.ids[1:] == row.targets for item in items for row in item)
        return
    assert [len(item) for item in items] == LENGTHS
    for item in items:
        words = [row.targets[0] for row in item]
        for number, row in enumerate(item):
            start, *hidden, end = row.ids
            assert (start, end) == (lm.tokenizer.cls_token_id, lm.tokenizer.sep_token_id)
            assert row.read == (number + 1,)
            expected = [*words]
            expected[number] = lm.tokenizer.mask_token_id
            assert hidden == expected


def test_the_loop_scores_the_same_rows_to_the_same_numbers(lm):
    rows = [row for item in made_items(lm, LENGTHS) for row in item]
    for batched, single in zip(score_rows(lm, rows), plain_loop(lm, rows), strict=True):
        assert batched.log_probabilities == pytest.approx(single.log_probabilities, abs=1e-5)


def test_every_size_is_compared_with_the_encoder_and_the_loop(lm):
    found, floor = batch_speeds(lm, made_items(lm, LENGTHS), [32, 128], repeats=1)
    assert [speed.tokens for speed in found] == [32, 128]
    for speed in found:
        assert speed.to_ceiling == pytest.approx(speed.together / speed.encoder)
        assert speed.to_floor == pytest.approx(speed.together / floor)
        assert speed.items_to_floor == pytest.approx(speed.items / floor)
        assert speed.memory_gb is None
