"""Measures and cells of a report, as small as a test needs them."""

from __future__ import annotations

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
