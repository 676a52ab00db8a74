"""The occupations of a set of framed sentences with their lists, as columns ask for them."""

from __future__ import annotations

from typing import NamedTuple

from engine.core.errors import InputTextError
from engine.measures.cabm.data.sentences import FramedSet
from engine.measures.cabm.data.sets import BUNDLED, SETS, load_framed


class OccupationLists(NamedTuple):
    """A set, and occupation -> `male` or `female`, in the order of the set's sentences."""

    name: str
    title: str
    lists: dict[str, str]
    sentences: FramedSet


def occupation_lists(family: str, argument: str) -> OccupationLists:
    """The occupations of a set that are on a list.

    Args:
        family: word before the colon, for the message.
        argument: name of the set; empty for the bundled one.
    """
    name = argument or BUNDLED
    if name not in SETS:
        raise InputTextError(f"There is no {family}:{name}; there is {', '.join(SETS)}.")
    data = load_framed(name)
    lists = {target: data.lists[target] for target in data.targets if target in data.lists}
    return OccupationLists(name, data.title, lists, data)
