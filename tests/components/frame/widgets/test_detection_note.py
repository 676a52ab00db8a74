"""What a dose run says of a measure stands next to its figure, where there is one."""

from __future__ import annotations

import pytest

from components.frame.widgets.detection_note import limit_text
from engine.lab.dose.limits import DetectionLimit
from tests.components.drawn import drawn, said


@pytest.mark.parametrize(
    ("limit", "text"),
    [
        (
            DetectionLimit(0.5, 0.21, 2, "occupations", 44),
            "On this machine's dose run, this measure noticed a planted gap of 21 points or more, "
            "in the Lab's sentences (dose 0.5, 44 occupations, 2 seeds).",
        ),
        (
            DetectionLimit(None, 0.43, 3, "occupations", 18),
            "On this machine's dose run, this measure did not notice the largest planted gap, "
            "43 points, in the Lab's sentences (18 occupations, 3 seeds).",
        ),
    ],
)
def test_a_limit_is_said_with_its_gap_and_its_size(limit, text):
    assert limit_text(limit) == text


def _script():
    from components.frame.widgets.detection_note import draw_detection_limit
    from engine.core.spec import ModelSpec

    draw_detection_limit("cps", ModelSpec("bundled", "sha256:0"))


def test_nothing_is_drawn_without_a_run(tmp_path, monkeypatch):
    monkeypatch.setenv("BIASCOPE_CACHE", str(tmp_path))
    assert said(drawn(_script)) == ""


def test_a_run_is_drawn_and_not_on_a_shared_server(monkeypatch):
    from components.frame import session
    from components.frame.session import dose

    found = DetectionLimit(0.5, 0.21, 2, "occupations", 44)
    monkeypatch.setattr(dose, "detection_limit_of", lambda *_: found)
    assert "21 points or more" in said(drawn(_script))
    monkeypatch.setattr(session.dose.shared, "is_shared", lambda: True)
    assert session.dose.detection_limit("cps", None) is None
