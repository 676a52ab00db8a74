"""Reports of prompts whose flags tests write by hand."""

from __future__ import annotations

import copy

from engine.measures.arena.report import report_of
from engine.measures.arena.schema import digest_of
from tests.engine.measures.arena.judged_by_hand import simple

GROUPS = ("Atheists", "Muslims", "Jews", "Hindus")


def report(name, flags, groups=GROUPS):
    """A report of one prompt a flag, of the groups in turn."""
    return report_of(simple(flags, groups), {"name": name}, {}, {})


def changed(report, **keys):
    """Another report, with the digest of what it then holds."""
    other = {**copy.deepcopy(report), **keys}
    return {**other, "digest": digest_of(other)}


def flagged(many, of=40):
    """Flags of which the first `many` are set."""
    return [1] * many + [0] * (of - many)
