import random

import pytest

from engine.bench.random_models import Shape, build, made_up_sentence, word
from engine.bench.rows import (
    COMPARED,
    ENCODER,
    HALF,
    LENGTHS,
    SCORED,
    SINGLE,
    compare,
    masked_rows,
    speeds_and_ratios,
)
from engine.inference.plan import Row
from engine.models.loading import MaskedLM, load

pytestmark = pytest.mark.model

TINY = {"hidden": 32, "layers": 2, "heads": 4, "max_length": 64}
SHAPES = [Shape("bert", 305, **TINY), Shape("xlm-roberta", 305, **TINY)]


@pytest.fixture(scope="module", params=SHAPES, ids=lambda shape: shape.family)
def made(request, tmp_path_factory):
    shape = request.param
    return shape, build(shape, tmp_path_factory.mktemp("random") / "model")


def test_made_up_words_are_all_different():
    assert len({word(number) for number in range(0, 1_000_000, 7)}) == len(range(0, 1_000_000, 7))


def test_a_random_model_loads_whole_and_reads_each_word_as_one_token(made):
    shape, folder = made
    model = load(str(folder), "cpu")
    assert not model.missing
    assert model.vocabulary == len(model.tokenizer) == shape.vocabulary
    assert model.max_length == shape.max_length
    text = made_up_sentence(20, shape.vocabulary - 5, random.Random(0))
    ids = model.tokenizer(text)["input_ids"]
    assert len(ids) == 22
    assert model.tokenizer.unk_token_id not in ids


def test_a_family_without_a_tokenizer_is_refused(tmp_path):
    with pytest.raises(ValueError, match="family must be one of"):
        build(Shape("t5", 305), tmp_path)


def test_rows_hide_one_token_each_and_vary_in_length(made):
    shape, folder = made
    model = load(str(folder), "cpu")
    rows = masked_rows(model, 300, 0, shape)
    assert len(rows) == 300
    lengths = {len(row.ids) for row in rows}
    assert min(lengths) >= LENGTHS[0]
    assert max(lengths) <= LENGTHS[1]
    assert len(lengths) > 5
    mask = model.tokenizer.mask_token_id
    assert all(row.ids.count(mask) == 1 and row.ids[row.read[0]] == mask for row in rows)


def test_every_way_is_timed_and_the_plain_loop_agrees_with_the_runner(made):
    shape, folder = made
    lm, half = (MaskedLM(load(str(folder), "cpu", dtype)) for dtype in ("float32", "bfloat16"))
    found = compare(lm, half, masked_rows(lm.model, 40, 0, shape))
    assert set(found.speeds) == {SCORED, ENCODER, SINGLE, HALF}
    assert found.speeds[SCORED].rows == found.speeds[ENCODER].rows == 40
    assert 0 < found.speeds[SINGLE].rows < 40
    assert set(found.ratios) == {name for name, _, _ in COMPARED}
    assert found.largest_difference < 1e-4


def test_speeds_and_ratios_by_hand():
    def rows(*lengths):
        return [Row((1,) * length, (0,), (1,)) for length in lengths]

    parts = {
        SCORED: [rows(10, 20), rows(30)],
        ENCODER: [rows(10, 20), rows(30)],
        SINGLE: [rows(10), rows(30)],
        HALF: [rows(10, 20), rows(30)],
    }
    seconds = {SCORED: [2.0, 4.0], ENCODER: [1.0, 3.5], SINGLE: [2.0, 10.0], HALF: [1.0, 1.0]}
    speeds, ratios = speeds_and_ratios(seconds, parts)
    assert speeds[SCORED].rows_per_second == pytest.approx(3 / 6)
    assert speeds[SCORED].tokens_per_second == pytest.approx(60 / 6)
    assert (speeds[SINGLE].rows, speeds[SINGLE].tokens) == (2, 40)
    ceiling, floor, half = (ratios[name] for name, _, _ in COMPARED)
    assert (ceiling.low, ceiling.high) == pytest.approx((0.5, 3.5 / 4))
    # Tokens a second: 15 against 5, and 7.5 against 3.
    assert (floor.low, floor.high) == pytest.approx((2.5, 3.0))
    assert half.high == pytest.approx(10.0)
