"""Measures and cells of a report, as small as a test needs them."""

from __future__ import annotations

from engine.scorecard.scale import SCALES


def measure(name="m", scale="identity", neutral=0.0, group="bias", counted="targets"):
    return {
        "name": name,
        "title": name.upper(),
        "data": "by hand",
        "data_digest": "sha256:0",
        "variant": "by hand",
        "counted": counted,
        "unit": "",
        "scale": scale,
        "neutral": neutral,
        "higher": "more",
        "digits": 2,
        "group": group,
        "page": None,
        "version": 1,
        "problem": "",
    }


def cell(contestant, parts, of=None, **keys):
    of = of or measure()
    known = [part for part in parts or () if part is not None]
    value = SCALES[of["scale"]].of(sum(known) / len(known)) if known else None
    return {
        "contestant": contestant,
        "measure": of["name"],
        "value": value,
        "interval": None,
        "n": len(known),
        "neutral": of["neutral"],
        "status": "measured",
        "problem": "",
        "notes": [],
        "precision": "float32",
        "parts": parts,
        "distance": None,
        "rank": None,
        "rank_interval": None,
        "tier": None,
        "tested_against": None,
        "detail": {},
        **keys,
    }


def contestant(name):
    return {
        "id": name,
        "label": name,
        "origin": "measured",
        "spec": None,
        "source": "",
        "note": "",
        "family": "",
        "parameters": None,
        "health": "",
        "health_reasons": [],
    }
