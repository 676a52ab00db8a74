"""The contestants of `bench sweep`."""

from __future__ import annotations

from engine.bench import sweep as bench


def test_masks_and_trained_models_make_six(tiny_model_folder, monkeypatch):
    monkeypatch.setattr(bench, "MEASURES", ("cloze",))
    masks = bench.six(())
    assert len({one.spec for one in masks.contestants}) == 6
    assert not any(one.problem for one in masks.contestants)
    trained = [str(tiny_model_folder(name)) for name in ("bert", "distilbert")]
    mixed = bench.six(trained)
    assert [one.spec.checkpoint == "bundled" for one in mixed.contestants] == [True] * 4 + [
        False
    ] * 2


def test_eight_measures_can_be_had():
    from engine.scorecard.columns import column

    assert len({column(name).name for name in bench.MEASURES}) == 8
