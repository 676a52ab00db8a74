from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from safetensors.numpy import save

from engine.core.errors import BiascopeError, StorageError
from engine.core.interventions import ErasedConcept, SteeringVector
from engine.core.spec import ModelSpec
from engine.files.fit_file import Fit, check_fit, digest_of, fit_bytes, load_fit, read_fit, save_fit
from engine.files.fits import (
    contents_of,
    find_fit,
    fit_of,
    forget_fit,
    hold_fit,
    is_kept,
    is_shipped,
    keep_fit,
    kept_fits,
)

ERASED = Fit(
    kind="erasure",
    concept="gender",
    method="leace",
    checkpoint="owner/model",
    revision="c0ffee0123456",
    family="BERT",
    layers=2,
    layer=0,
    rank=1,
    arrays={
        "center": np.zeros(4, np.float32),
        "left": np.eye(1, 4, dtype=np.float32),
        "right": np.eye(1, 4, dtype=np.float32),
    },
    about={"pairs": 20},
)
VECTOR = replace(
    ERASED,
    kind="steering",
    method="mean-difference",
    layer=2,
    arrays={"vector": np.ones(4, np.float32)},
)
SPEC = ModelSpec("owner/model", "c0ffee0123456")


@pytest.fixture(autouse=True)
def _nothing_is_held(monkeypatch, no_shipped_fits):
    monkeypatch.setattr("engine.files.fits._HELD", {})


def changed(fit=ERASED, **header):
    """A file whose header was changed by hand; its numbers are whole."""
    content = fit_bytes(fit)
    size = int.from_bytes(content[:8], "little")
    whole = json.loads(content[8 : 8 + size])
    known = json.loads(whole["__metadata__"]["biascope"]) | header
    return save(fit.arrays, {"biascope": json.dumps(known)})


@pytest.mark.parametrize("fit", [ERASED, VECTOR], ids=lambda fit: fit.kind)
def test_a_fit_comes_back_from_its_file(fit, tmp_path):
    save_fit(tmp_path / "fit.safetensors", fit_bytes(fit))
    found, content = load_fit(tmp_path / "fit.safetensors")
    assert content == fit_bytes(fit) == fit_bytes(found)
    assert replace(found, arrays={}).about == {"pairs": 20}
    assert {name: array.tolist() for name, array in found.arrays.items()} == {
        name: array.tolist() for name, array in fit.arrays.items()
    }


def test_its_name_tells_a_fit_from_every_other():
    reference = ERASED.reference(digest_of(fit_bytes(ERASED)))
    assert isinstance(reference, ErasedConcept)
    assert reference.label == f"gender-leace-{reference.digest[:12]}"
    steering = VECTOR.reference("d" * 64)
    assert isinstance(steering, SteeringVector)
    assert (steering.label, steering.strength) == (
        "gender-mean-difference-layer-2-dddddddddddd",
        1.0,
    )


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"x" * 7,
        b"x" * 100,
        fit_bytes(ERASED)[:-3],
        fit_bytes(ERASED)[:40],
        b"\xff" * 8 + b"{}",
    ],
)
def test_a_file_that_is_cut_short_or_of_something_else_is_refused(content):
    with pytest.raises(
        BiascopeError, match=r"is no fitted erasure or vector of Biascope|is damaged"
    ):
        read_fit(content, "fit.safetensors")


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ({"format": "other"}, "is no fitted erasure"),
        ({"version": 2}, "format version 2; this Biascope reads version 1"),
        ({"kind": "both"}, "neither an erasure nor a vector"),
        ({"rank": 2}, "do not fit together"),
        ({"rank": 0}, "damaged"),
        ({"layer": 1}, "do not fit together"),
        ({"kind": "steering"}, "must hold vector"),
        ({"concept": "../gender"}, "small letters"),
        ({"method": "x/y"}, "small letters"),
        ({"layers": "two"}, "damaged"),
    ],
)
def test_a_header_that_does_not_fit_is_refused(header, said):
    with pytest.raises(BiascopeError, match=said):
        read_fit(changed(**header))


def test_numbers_that_are_not_finite_are_refused():
    broken = replace(VECTOR, arrays={"vector": np.full(4, np.nan, np.float32)})
    with pytest.raises(BiascopeError, match="as finite numbers"):
        read_fit(fit_bytes(broken))


def test_a_vector_of_a_layer_that_the_model_lacks_is_refused():
    with pytest.raises(BiascopeError, match="do not fit together"):
        read_fit(fit_bytes(replace(VECTOR, layer=3)))


def test_a_fit_belongs_to_one_revision_of_one_model():
    check_fit(ERASED, SPEC)
    check_fit(ERASED, replace(SPEC, checkpoint="/copies/model"))
    with pytest.raises(
        BiascopeError, match=r"was fitted on owner/model \(BERT, 2 layers, .* Choose"
    ):
        check_fit(ERASED, ModelSpec("owner/other", "beef"))
    with pytest.raises(
        BiascopeError, match=r"another revision of owner/model \(c0ffee0123, here be"
    ):
        check_fit(VECTOR, replace(SPEC, revision="beef"))


def test_a_file_that_was_given_is_kept_under_its_name(tmp_path):
    path = tmp_path / "mine.safetensors"
    path.write_bytes(fit_bytes(ERASED))
    _, reference = find_fit(str(path))
    path.unlink()
    assert find_fit(reference.label)[1] == reference
    assert [kept for _, kept in kept_fits()] == [reference]
    assert contents_of([reference]) == [fit_bytes(ERASED)]


def test_nothing_is_kept_where_nothing_shall_be(tmp_path):
    path = tmp_path / "mine.safetensors"
    path.write_bytes(fit_bytes(ERASED))
    _, reference = find_fit(str(path), keep=False)
    assert list(kept_fits()) == []
    assert fit_of(reference).concept == "gender"


@pytest.mark.parametrize("name", ["gender-leace-0123456789ab", "nowhere.safetensors", "../x"])
def test_a_fit_that_is_not_here_is_named_in_a_sentence(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BiascopeError, match=r"No fit named gender-leace|There is no file"):
        find_fit(name)


def test_a_kept_fit_that_was_changed_is_refused(cache_folder, monkeypatch):
    reference = keep_fit(fit_bytes(ERASED))
    (cache_folder / "fits" / f"{reference.label}.safetensors").write_bytes(fit_bytes(VECTOR))
    monkeypatch.setattr("engine.files.fits._HELD", {})
    with pytest.raises(BiascopeError, match="was changed; fit it again"):
        fit_of(reference)
    assert list(kept_fits()) == []


def test_a_fit_that_was_deleted_is_not_found():
    reference = keep_fit(fit_bytes(ERASED))
    forget_fit(reference)
    with pytest.raises(BiascopeError, match="is not on this machine"):
        fit_of(reference)


def test_what_came_from_another_machine_is_held_without_a_file():
    reference = hold_fit(fit_bytes(VECTOR))
    assert fit_of(reference).layer == 2
    assert list(kept_fits()) == []


def test_a_disk_that_takes_no_file_is_said(cache_folder):
    (cache_folder / "fits").write_text("a file where the folder should be", encoding="utf-8")
    with pytest.raises(StorageError, match="cannot be kept in"):
        keep_fit(fit_bytes(ERASED))


def test_what_is_shipped_is_found_and_listed_and_neither_written_nor_deleted(
    no_shipped_fits, cache_folder
):
    content = fit_bytes(VECTOR)
    reference = VECTOR.reference(digest_of(content))
    place = no_shipped_fits / f"{reference.label}.safetensors"
    place.write_bytes(content)
    assert find_fit(reference.label)[1] == reference
    assert is_kept(reference.label)
    assert is_shipped(reference.label)
    assert keep_fit(content) == reference
    assert not (cache_folder / "fits" / place.name).exists()
    forget_fit(reference)
    assert [kept for _, kept in kept_fits()] == [reference]
    assert fit_of(reference).layer == 2


def test_a_fit_that_is_shipped_and_kept_is_listed_once(no_shipped_fits):
    reference = keep_fit(fit_bytes(ERASED))
    (no_shipped_fits / f"{reference.label}.safetensors").write_bytes(fit_bytes(ERASED))
    assert [kept for _, kept in kept_fits()] == [reference]
