"""What the newest finished run on this machine says of a measure."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from engine.core.spec import HeadRef
from engine.lab.dose.limits import detection_limit_of, limit_in
from engine.lab.dose.place import DosePlace
from engine.lab.folder import home
from tests.engine.lab.dose.made import report_of


@pytest.fixture
def finished(dose_request, tmp_path, monkeypatch):
    """Keep a finished run: `finished("name", report)`, each newer than the one before."""
    monkeypatch.setenv("BIASCOPE_CACHE", str(tmp_path))
    request = dose_request(doses=(0.0, 0.5, 1.0))
    made = []

    def keep(name, report=None):
        place = DosePlace(home() / name, name)
        place.claim(request)
        if report is not None:
            place.write_report(report)
        made.append(place)
        os.utime(place.folder / "dose.json", (len(made), len(made)))
        return request.injection.spec

    return keep


def test_the_newest_finished_run_on_the_model_is_asked(finished):
    finished("older", report_of(limits={"cps": 1.0}))
    spec = finished("newer", report_of(limits={"cps": 0.5}))
    finished("running")
    found = detection_limit_of("cps", spec)
    assert found is not None
    assert (found.dose, found.gap, found.n) == (0.5, 0.25, 44)
    assert detection_limit_of("cps", replace(spec, dtype="bfloat16")) == found


def test_a_run_says_nothing_of_other_models_or_of_masked_heads(finished):
    spec = finished("run", report_of(limits={"cps": 0.5}))
    assert detection_limit_of("cps", replace(spec, revision="other")) is None
    assert detection_limit_of("cps", replace(spec, masked_heads=(HeadRef(0, 1),))) is None
    assert detection_limit_of("unknown", spec) is None


def test_a_measure_that_noticed_nothing_has_the_largest_gap():
    found = limit_in(report_of(limits={"cps": None}), "cps")
    assert found is not None
    assert (found.dose, found.gap) == (None, 0.5)


def test_a_set_without_planted_occupations_has_no_limit():
    report = report_of(limits={"cps": 0.5})
    report["measures"][0]["planted"] = False
    assert limit_in(report, "cps") is None
    report = report_of(limits={"cps": 0.5})
    report["summary"][0]["problem"] = "No word for he."
    assert limit_in(report, "cps") is None
