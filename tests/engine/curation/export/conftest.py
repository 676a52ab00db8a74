"""Reviews that are decided in part, for what is made of them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.curation.review import scores, verdicts
from engine.curation.review.decisions import decide
from engine.curation.review.names import path_of
from engine.curation.review.verdicts import Verdict
from tests.engine.curation.review.reviews import accept, candidate, made, reject


@pytest.fixture(scope="session")
def _kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the review, made once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BIASCOPE_CACHE", str(tmp_path_factory.mktemp("decided")))
        return path_of(_decided())


@pytest.fixture
def decided(_kept: Path) -> str:
    """Two films of which Mari accepted four sentences and Jaan three, two of them both.

    Mari accepts 0, 1 (edited), 2 and 4, and rejects 3; Jaan accepts 0, 2 (edited) and 3, and
    rejects 4.
    """
    place = path_of(_kept.stem)
    place.parent.mkdir(parents=True, mode=0o700)
    shutil.copy(_kept, place)
    return _kept.stem


def _decided() -> str:
    name = made()
    ones = [candidate(number) for number in range(6)]
    edited = {"sent_more": "She never drove.", "sent_less": "He never drove."}
    for one in (
        accept(ones[0]),
        accept(ones[1], **edited),
        accept(ones[2]),
        reject(ones[3]),
        accept(ones[4]),
        accept(ones[0], "Jaan", 2),
        accept(ones[2], "Jaan", 2, sent_more="Who hires an old clerk?",
               sent_less="Who hires a young clerk?"),
        accept(ones[3], "Jaan", 2),
        reject(ones[4], "Jaan", 2),
    ):  # fmt: skip
        decide(name, one)
    scores.keep_scores(name, "tiny", "key", {one.id: 0.5 + n for n, one in enumerate(ones)})
    said = {ones[0].id: Verdict(True, "roles"), ones[1].id: Verdict(None)}
    verdicts.keep_verdicts(name, "assistant", "Helper", said)
    verdicts.keep_verdicts(name, "zero-shot", "nli", {ones[0].id: Verdict(False)})
    return name
