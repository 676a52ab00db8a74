"""The fits that come with Biascope are of the bundled model as it is now."""

from __future__ import annotations

import numpy as np
import pytest

from engine.core.spec import BUNDLED
from engine.files.fit_file import STEERING, digest_of, load_fit
from engine.files.fits import SHIPPED
from engine.interventions.fitting import fit_erasure, fit_steering
from engine.interventions.pairs import bundled_pairs
from engine.models.loading import MaskedLM, load
from engine.models.sources import resolve

FILES = sorted(SHIPPED.glob("*.safetensors"))
AGAIN = (
    "The bundled model is another one than the shipped fits are of. Fit them again with `erase fit "
    "--method leace --concept gender` and `steer fit --concept gender`, put the files into "
    "engine/files/shipped_fits under their names, and make the story again."
)


def test_there_are_a_vector_and_an_erasure_for_gender():
    assert [load_fit(path)[0].kind for path in FILES] == ["erasure", "steering"]
    assert {load_fit(path)[0].concept for path in FILES} == {"gender"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_has_its_name_and_is_of_the_bundled_model(path):
    fit, content = load_fit(path)
    assert path.stem == fit.reference(digest_of(content)).label
    assert fit.revision == resolve(BUNDLED).revision, AGAIN


@pytest.mark.model
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_fitting_again_gives_nearly_the_same_numbers(path):
    fit, _ = load_fit(path)
    pairs = bundled_pairs(fit.concept)
    lm = MaskedLM(load(BUNDLED, "cpu"))
    if fit.kind == STEERING:
        again = fit_steering(lm, pairs, fit.method, fit.layer)
    else:
        again = fit_erasure(lm, pairs, fit.method)
    for name, array in fit.arrays.items():
        assert cosine(array, again.arrays[name]) > 0.999, AGAIN


def cosine(one: np.ndarray, other: np.ndarray) -> float:
    return float(np.vdot(one, other) / (np.linalg.norm(one) * np.linalg.norm(other)))
