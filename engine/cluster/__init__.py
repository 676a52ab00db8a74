"""Measuring on the machines of a Ray cluster: the only part that imports ray.

The driver asks its store first, sends what is missing in chunks, and alone writes. A chunk may
be computed twice where a worker is lost; values follow from their keys, so that does no harm.

- `address`: where its head is, and whether one answers there.
- `access`: whether the cluster takes the user's token.
- `connection`: being part of it, and saying that it is lost.
- `chunks`: how the missing items are cut, whatever the number of workers.
- `processors`: whether all machines compute alike.
- `order`: what a worker is told and what it answers.
- `worker`: what runs on the machines of the cluster.
- `shipping`: a model's files on their way to a worker.
- `scratch`: where they lie there, and what killed workers have left.
- `workers`: the actors of one model, and the chunks they are at.
- `asker`: what measures contestants there.
"""

from engine.cluster.asker import ClusterAsker, Settings
from engine.cluster.connection import LOCAL, connected

__all__ = ["LOCAL", "ClusterAsker", "Settings", "connected"]
