"""What is kept is listed as it is now, and only what is kept."""

from __future__ import annotations

import pytest

from components.frame import session
from engine.core.spec import ModelSpec
from engine.files.fits import FOLDER
from engine.storage.store import cache_folder
from tests.kept_fits import erasure, kept, vector

pytestmark = pytest.mark.usefixtures("fresh_caches", "no_shipped_fits")


def test_a_fit_is_listed_while_it_is_kept():
    assert session.fits.kept() == {}
    with kept(erasure(session.BUNDLED), vector(session.BUNDLED)) as (erased, steered):
        found = session.fits.kept()
        assert [*found] == sorted([erased.label, steered.label])
        assert found[erased.label].reference == erased
        assert found[erased.label].is_of(session.spec_of(session.BUNDLED))
        assert not found[erased.label].is_of(ModelSpec(session.BUNDLED, "sha256:other"))
    assert session.fits.kept() == {}


def test_a_file_that_is_no_fit_is_not_listed():
    folder = cache_folder() / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    wrong = folder / "gender-leace-0123456789ab.safetensors"
    wrong.write_bytes(b"no fit")
    try:
        assert session.fits.kept() == {}
    finally:
        wrong.unlink()


def test_fits_are_read_once_until_a_file_changes(monkeypatch):
    from importlib import import_module

    fits = import_module("components.frame.session.fits")
    read: list[int] = []
    whole = fits.kept_fits

    def counted():
        read.append(1)
        return whole()

    monkeypatch.setattr(fits, "kept_fits", counted)
    with kept(erasure(session.BUNDLED)):
        for _ in range(3):
            fits.kept()
        assert len(read) == 1
    fits.kept()
    assert len(read) == 2
