"""Measures and cells of a report, as small as a test needs them."""

from __future__ import annotations

import copy
import json

from engine.scorecard.schema import digest_of
from engine.scorecard.table import report_of
from tests.engine.scorecard import hand_made


def measure(name="m", scale="identity", neutral=0.0, group="bias", counted="targets"):
    return hand_made.measure(
        name,
        **{"title": name.upper(), "data": "by hand", "variant": "by hand", "counted": counted},
        **{"unit": "", "scale": scale, "neutral": neutral, "higher": "more", "digits": 2},
        **{"group": group, "page": None, "version": 1},
    )


def cell(contestant, parts, of=None, **keys):
    """A cell that was measured, without what is worked out from several."""
    known = [part for part in parts or () if part is not None]
    plain = {"parts": parts, "n": len(known), "status": "measured", "problem": ""}
    later = {"interval": None, "distance": None}
    return hand_made.cell(contestant, of or measure(), known) | plain | later | keys


def contestant(name):
    unknown = {"spec": None, "family": "", "parameters": None, "health": ""}
    return hand_made.contestant(name, label=name, **unknown)


def small():
    """A report of two models in one column."""
    cells = [cell("a", [0.1, 0.2]), cell("b", [0.3, None])]
    return report_of([contestant("a"), contestant("b")], [measure()], cells, draws=20)


def text(report):
    """A report as its file has it."""
    return json.dumps(report, ensure_ascii=False)


def sealed(report, **keys):
    """The text of a report with other keys, under the digest of what it then holds."""
    changed = {**copy.deepcopy(report), **keys}
    return text({**changed, "digest": digest_of(changed)})
