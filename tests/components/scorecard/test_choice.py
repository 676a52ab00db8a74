"""What is measured: models under masks, the command, and what a click opens."""

from __future__ import annotations

import pytest

from components.frame import session
from components.scorecard import grid as cell_choice
from components.scorecard.choice import (
    Base,
    Choice,
    cannot_be_done,
    does_not_fit,
    duration,
    heads_of,
    mask_label,
)
from components.scorecard.grid import Grid
from engine.core.errors import BiascopeError
from engine.core.interventions import Interventions, ScaledHead, SelfDebias
from engine.core.spec import HeadRef, ModelSpec
from engine.scorecard.columns import column
from tests.components.scorecard.reports import report
from tests.kept_fits import erasure, kept

BASE = Base(ModelSpec("bundled", "sha256:0"), "BERT", 6, 12)
SMALL = Base(ModelSpec("/models/small", "sha256:1"), "BERT", 2, 4)


def test_every_model_is_measured_under_every_mask_that_fits_it():
    masks = ((), (HeadRef(0, 0),), (HeadRef(5, 11),))
    choice = Choice((BASE, SMALL), masks, (column("cloze"),), 3)
    assert [one.label for one in choice.contestants] == [
        "biascope-mini",
        "biascope-mini, head 1-1 switched off",
        "biascope-mini, head 6-12 switched off",
        "small",
        "small, head 1-1 switched off",
    ]
    assert choice.cells == 5
    assert does_not_fit(SMALL, masks[2]).startswith("small: Head 6-12 does not exist")
    assert choice.command().words == (
        *("sweep", "--models", "bundled,/models/small", "--masks", "none,1-1,6-12"),
        *("--measures", "cloze", "--seeds", "3"),
    )


def test_two_revisions_of_one_model_are_told_apart_under_every_mask():
    bases = tuple(Base(ModelSpec("some/bert", sign * 40), "BERT", 2, 4) for sign in ("a", "b"))
    choice = Choice(bases, ((), (HeadRef(0, 0),)), (column("cloze"),), 0)
    assert [one.label for one in choice.contestants] == [
        "bert@aaaaaaa",
        "bert@aaaaaaa, head 1-1 switched off",
        "bert@bbbbbbb",
        "bert@bbbbbbb, head 1-1 switched off",
    ]


def test_masks_are_read_in_one_order_and_named_where_they_are_few():
    assert heads_of("none") == ()
    assert heads_of("6-12, 3-1") == heads_of("3-1,6-12")
    assert mask_label(heads_of("6-12, 3-1")) == "heads 3-1, 6-12 switched off"
    assert mask_label(heads_of("1-1, 1-2, 1-3, 1-4")) == "4 heads switched off"
    with pytest.raises(BiascopeError):
        heads_of("the third")


def test_a_click_opens_its_cell_and_one_on_nothing_none(memory):
    grid = Grid(report())
    cell_choice.clicked({"points": [{"customdata": ["c9", "lpbs", ""]}, {}]}, grid)
    assert memory == {}
    cell_choice.clicked({"points": [{"customdata": ["c2", "lpbs", "text"]}]}, grid)
    assert memory == {"cell_model": "model 2", "cell_measure": "LPBS"}


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(20, "less than a minute"), (70, "about 1 minute"), (400, "about 7 minutes")],
)
def test_a_forecast_is_a_few_words(seconds, text):
    assert duration(seconds) == text


def test_what_the_sidebar_does_is_measured_beside_every_mask_and_in_the_command():
    asked = Interventions("mean", (ScaledHead(5, 0, 0.5),), self_debias=SelfDebias("age"))
    masks = ((), (HeadRef(5, 0),))
    choice = Choice((BASE, SMALL), masks, (column("cloze"),), 0, also=asked)
    assert [one.label for one in choice.contestants] == [
        "biascope-mini",
        "biascope-mini, head 6-1 switched off",
        "biascope-mini, head 6-1 scaled to 0.5, self-debiasing (age)",
        "biascope-mini, head 6-1 switched off, mean ablation, self-debiasing (age)",
        "small",
    ]
    assert cannot_be_done(SMALL, asked).startswith("small: Head 6-1 does not exist")
    assert choice.command().words[-6:] == (
        *("--gate", "6-1:0.5", "--ablation", "mean", "--self-debias", "age:50"),
    )
    only_off = Choice((BASE,), masks, (column("cloze"),), 0, also=Interventions("mean"))
    assert len(only_off.specs) == 3  # with all heads on, it changes nothing


@pytest.mark.usefixtures("fresh_caches")
def test_a_fit_is_measured_on_its_own_model_alone():
    own = Base(session.spec_of(session.BUNDLED), "BERT", 6, 12)
    with kept(erasure(session.BUNDLED)) as (erased,):
        asked = Interventions(erased=(erased,))
        assert cannot_be_done(own, asked) == ""
        assert cannot_be_done(SMALL, asked) == (
            f"small is measured without gender erased (LEACE): {erased.label} was fitted on "
            "another model."
        )
