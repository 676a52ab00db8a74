"""Pinned results: what one result showed, kept with its data, and collections of them.

- `pin`: one result, and what its fields and its figure may hold.
- `collection`: pins in their order.
- `reading`: a collection as it is read from a file.
- `kept`: the collections of this machine.
- `story`: the collection that comes with Biascope.
- `few_rows`, `figure_rows`, `moved_rows`, `arrays`: a figure of many rows for a room or for paper:
  which rows it has, and where they go; Plotly's JSON as lists.

A pin holds what it shows: its figure (Plotly's JSON in the colours of the light theme), rows,
command, manifest and address. So a collection is one JSON file that shows the same years later, on
any machine, offline, whatever is in the store there. A digest over all of it tells what was changed
since; title, note and questions are the presenter's and are not in it.

A collection is a file that others wrote: figures are reduced to kinds that fetch nothing and to
plain texts, addresses are rebuilt from their settings, and no model is opened because a file names
it. What is pinned and what is read go through the same limits (`pin`), so a pin is the same after
it was written. Every change is applied to what the file holds at that moment, under a lock, pin by
pin, so two windows never undo each other.
"""

from engine.pins.collection import Collection
from engine.pins.pin import Pin, Question, Rows, make_pin

__all__ = ["Collection", "Pin", "Question", "Rows", "make_pin"]
