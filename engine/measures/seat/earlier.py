"""Which stored association tests of earlier versions still hold.

They counted examples that a model reads alike, or not at all, as others. Whether a test has any
follows from the vocabulary, which no key names, so it is looked at before such a value is used.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.words.association_tests import SETS

if TYPE_CHECKING:
    from engine.core.spec import ModelSpec

MARK = "unread_words"  # of values in which examples count as they do now


def still_holds(
    spec: ModelSpec, item: Mapping[str, Any], params: Mapping[str, Any], value: Mapping[str, Any]
) -> bool:
    """Whether a stored value is what would be measured now.

    Args:
        item: `AssociationTest.item()`, or a head where the test is among the parameters.
        value: of any measure that reads an association test.
    """
    test = params.get("test", item)
    if MARK in value or test.get("distinct") or test.get("plain"):
        return True
    from engine.measures.health.unread import unread_by

    return not any(unread_by(spec, texts_of(test)))


def texts_of(test: Mapping[str, Any]) -> list[str]:
    """Every text of a test: its examples, and the sentences that they are read in."""
    return [*(text for name in SETS for text in test[name]), *(test["contexts"] or ())]
