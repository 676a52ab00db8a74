"""Measuring on the machines of a Ray cluster: the only part that imports ray.

The driver asks its store first, sends what is missing in chunks, and alone writes: workers return
values and have no store. A chunk may be computed twice where a worker is lost; keys are by content,
so that does no harm. Chunks follow from the places of items among all items, known ones counted
too, so they are the same for any number of workers and after a stop. The engine's code is sent
along, so all machines run the same.

- `connection`: where the head is, whether it takes the user's token, being part of the cluster, and
  saying that it is lost.
- `processors`: whether all machines compute alike; in guarded precision they must have one kind of
  processor, or all is float32.
- `order`: what a worker is told and what it answers, and how the missing items are cut.
- `shipping`: a model's files on their way to a worker, and where they are there.
- `workers`: the actors of one model, the chunks they are at, and what runs on the machines.
- `asker`: what measures contestants there.
"""

from engine.cluster.asker import ClusterAsker, Settings
from engine.cluster.connection import LOCAL, connected

__all__ = ["LOCAL", "ClusterAsker", "Settings", "connected"]
