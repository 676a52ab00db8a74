"""Pinned results: what one result showed, kept with its data, and collections of them.

A collection is one JSON file that holds everything it shows, so it opens on any machine, offline,
whatever is in the store there. `pin.py` is one result, `fields.py` what its fields may hold,
`figure.py` and `figure_text.py` what a figure may hold, `collection.py` their order, `reading.py` a
file as it is read, `kept.py` the collections of this machine, and `story.py` the collection that
comes with Biascope.
"""

from engine.pins.collection import Collection
from engine.pins.pin import Pin, Question, Rows, made

__all__ = ["Collection", "Pin", "Question", "Rows", "made"]
