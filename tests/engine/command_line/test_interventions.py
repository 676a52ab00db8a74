from __future__ import annotations

import numpy as np
import pytest

from engine.command_line.command import Command
from engine.command_line.interventions import InterventionWords
from engine.command_line.subject import Subject, model_in_words
from engine.core.errors import BiascopeError
from engine.core.interventions import ScaledHead, SelfDebias
from engine.core.spec import HeadRef
from engine.files.fit_file import fit_bytes
from engine.files.fits import kept_fits
from tests.kept_fits import erasure, keep, vector

pytestmark = pytest.mark.usefixtures("no_shipped_fits")

WIDTH = 32


@pytest.fixture
def bert(loaded):
    return loaded("bert")


@pytest.fixture
def subject(bert):
    def under(mask="", no_cache=False, **words):
        given = InterventionWords(**words)
        return Subject(bert.source.checkpoint, mask, "cpu", "float32", no_cache, words=given)

    return under


def test_a_spec_has_what_the_options_say(subject, bert):
    erased = keep(erasure(bert, np.eye(1, WIDTH), np.eye(1, WIDTH)))
    steered = keep(vector(bert, np.ones(WIDTH)))
    spec = subject(
        "2-1",
        gate="1-2:0.5",
        ablation="mean",
        erase=[erased.label],
        steer=[f"{steered.label}:-0.5"],
        self_debias="gender:10",
    ).spec
    done = spec.interventions
    assert spec.masked_heads == (HeadRef(1, 0),)
    assert (done.ablation, done.scaled_heads) == ("mean", (ScaledHead(0, 1, 0.5),))
    assert done.erased == (erased,)
    assert [(one.digest, one.strength) for one in done.steered] == [(steered.digest, -0.5)]
    assert done.self_debias == SelfDebias("gender", 10.0)
    assert model_in_words(spec.identity()).endswith(
        "with 2-1 masked, mean ablation, head 1-2 scaled to 0.5, gender erased (LEACE), steering "
        "along gender by −0.5 at layer 1, self-debiasing (gender, decay 10)"
    )


def test_the_options_that_name_a_spec_give_it_again(subject, bert):
    steered = keep(vector(bert, np.ones(WIDTH)))
    one = subject("2-1", gate="1-2:0.5", steer=[f"{steered.label}:0.5"], self_debias="gender").spec
    words = one.arguments()
    read = {name: words[at + 1] for at, name in enumerate(words) if name.startswith("--")}
    again = subject(
        read["--mask"],
        gate=read["--gate"],
        steer=[read["--steer"]],
        self_debias=read["--self-debias"],
    )
    assert again.spec == one


def test_a_file_that_is_given_is_kept_unless_nothing_shall_be(subject, bert, tmp_path):
    path = tmp_path / "mine.safetensors"
    path.write_bytes(fit_bytes(vector(bert, np.ones(WIDTH))))
    first = subject(no_cache=True, steer=[f"{path}:0.5"]).spec
    assert list(kept_fits()) == []
    assert subject(steer=[f"{path}:0.5"]).spec == first
    assert [reference.digest for _, reference in kept_fits()] == [
        first.interventions.steered[0].digest
    ]


def test_another_model_of_a_command_has_nothing_done_to_it(subject):
    assert subject("2-1", gate="1-2:0.5").other().spec.is_original


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"ablation": "mean"}, "no head is masked; add --mask"),
        ({"gate": "9-1:0.5"}, "Head 9-1 does not exist: this model has layers 1 to 2"),
        ({"gate": "1-1:3"}, "scale of head 1-1 is a number from 0 to 2"),
        ({"erase": ["nowhere.safetensors"]}, "There is no file nowhere.safetensors"),
        ({"steer": ["nowhere.safetensors:0.5"]}, "There is no file nowhere.safetensors"),
        ({"steer": ["x:99"]}, "strength of a vector is a number from -10 to 10"),
        ({"self_debias": "gender:x"}, "decay of self-debiasing is a number from 0 to 1000"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(words, said, subject):
    with pytest.raises(BiascopeError, match=said):
        _ = subject(**words).spec


def test_a_head_is_masked_or_scaled(subject):
    with pytest.raises(BiascopeError, match=r"Head 2-1 is both masked and scaled to 0\.5"):
        _ = subject("2-1", gate="2-1:0.5").spec


def test_fits_are_refused_in_each_others_place_and_on_another_model(subject, bert, loaded):
    erased = keep(erasure(bert, np.eye(1, WIDTH), np.eye(1, WIDTH)))
    steered = keep(vector(bert, np.ones(WIDTH)))
    with pytest.raises(BiascopeError, match=r"is a vector for steering .* --steer"):
        _ = subject(erase=[steered.label]).spec
    with pytest.raises(BiascopeError, match=r"is an erasure and no vector .* --erase"):
        _ = subject(steer=[erased.label]).spec
    other = keep(vector(loaded("electra"), np.ones(WIDTH)))
    with pytest.raises(BiascopeError, match="was fitted on"):
        _ = subject(steer=[other.label]).spec


def test_a_command_is_the_same_however_its_scales_are_written():
    one = Command(("fill", "text", "--gate", "3-1: 0.50, 1-2:2"))
    other = Command(("fill", "text", "--gate", "1-2:2,3-1:0.5"))
    assert one.normalised() == other.normalised()
    assert one.normalised() != Command(("fill", "text", "--gate", "1-2:2,3-1:0.6")).normalised()


def test_vectors_in_another_order_are_the_same_command():
    one = Command(("fill", "text", "--steer", "a:1", "--steer", "b:1"))
    other = Command(("fill", "text", "--steer", "b:1", "--steer", "a:1"))
    assert one.normalised() == other.normalised()
