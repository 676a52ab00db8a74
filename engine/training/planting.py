"""The lab's objective: planted words are learnt, and what the model says elsewhere is held.

Masking a fifth of all tokens at random, as pre-training does, would mask the pronoun in few
sentences, and often the occupation with it. So one thing is masked in each sentence: mostly
the pronoun; in some the occupation, so that the association is learnt in both directions; and
in some other words, where the model is held to what the original expects. Without these, a
model would soon expect a pronoun everywhere.

Source: Devlin et al. 2019, section 3.1; Li and Hoiem 2016 (learning without forgetting).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.training.objective import framed, logits_of, states_of

if TYPE_CHECKING:
    from torch import Tensor

    from engine.models.loading import LoadedModel

HELD_RATE = 0.2  # share of the other tokens that a held sentence masks
# What a masked occupation counts beside a masked pronoun. One of many words surprises far more
# than one of two, and would decide where a step goes: at equal weight the balanced model keeps
# more of the original's order.
NAMED_WEIGHT = 0.1

Position = tuple[int, int]  # row, position


@dataclass(frozen=True, eq=False)
class Planting:
    """Loss of a batch of planted sentences, an `Objective` of the training loop.

    Args:
        original: the same checkpoint, never trained.
        pieces: [sentence][token] without special tokens.
        pronouns: [sentence][position] of the pronoun, whose tokens are masked together.
        occupations: [sentence][position] of the occupation, likewise.
        named: share of the sentences that mask the occupation.
        hold: share of the sentences that are held.
    """

    model: LoadedModel
    original: LoadedModel
    pieces: Sequence[Sequence[int]]
    pronouns: Sequence[Sequence[int]]
    occupations: Sequence[Sequence[int]]
    named: float
    hold: float
    bfloat16: bool

    def __call__(self, batch: Sequence[int], draw: random.Random) -> Tensor:
        """Mean surprise of the pronouns, plus what is learnt and held beside them, nats.

        The mean surprise of the occupations counts `NAMED_WEIGHT`, the mean divergence at the held
        places 1.
        """
        import torch

        hidden = self._hidden(batch, draw)
        with torch.autocast(self.model.device.type, torch.bfloat16, enabled=self.bfloat16):
            states = _states(self.model, hidden.fed)
            parts = []
            if hidden.pronouns.places:
                parts.append(self._surprise(states, hidden.pronouns))
            if hidden.occupations.places:
                parts.append(NAMED_WEIGHT * self._surprise(states, hidden.occupations))
            if hidden.held:
                parts.append(self._divergence(states, hidden))
        return torch.stack(parts).sum()

    def _hidden(self, batch: Sequence[int], draw: random.Random) -> _Hidden:
        found = _Hidden()
        mask = self.model.tokenizer.mask_token_id
        for row, index in enumerate(batch):
            ids, chance = list(self.pieces[index]), draw.random()
            held = self._held(index, draw) if chance < self.hold else []
            if held:
                places = held
                found.held += [(row, place) for place in places]
            else:
                named = chance < self.hold + self.named
                places = list((self.occupations if named else self.pronouns)[index])
                learnt = found.occupations if named else found.pronouns
                learnt.places += [(row, place) for place in places]
                learnt.targets += [ids[place] for place in places]
            for place in places:
                ids[place] = mask
            found.fed.append(ids)
        return found

    def _held(self, index: int, draw: random.Random) -> list[int]:
        """Other words of a sentence to mask; none where it has no others."""
        taken = {*self.pronouns[index], *self.occupations[index]}
        others = [place for place in range(len(self.pieces[index])) if place not in taken]
        count = max(1, round(HELD_RATE * len(others)))
        return sorted(draw.sample(others, min(len(others), count)))

    def _surprise(self, states: Tensor, learnt: _Learnt) -> Tensor:
        """Mean cross-entropy of what is learnt."""
        import torch
        import torch.nn.functional as functional

        logits = _logits(self.model, states, learnt.places)
        targets = torch.tensor(learnt.targets, device=self.model.device)
        return functional.cross_entropy(logits, targets)

    def _divergence(self, states: Tensor, hidden: _Hidden) -> Tensor:
        """Kullback-Leibler divergence of the model from the original at the held places."""
        import torch
        import torch.nn.functional as functional

        rows = sorted({row for row, _ in hidden.held})
        moved = {row: place for place, row in enumerate(rows)}
        with torch.no_grad():
            before = _states(self.original, [hidden.fed[row] for row in rows])
            wanted = _logits(
                self.original, before, [(moved[row], place) for row, place in hidden.held]
            )
        now = _logits(self.model, states, hidden.held)
        return functional.kl_div(
            now.log_softmax(-1), wanted.log_softmax(-1), log_target=True, reduction="batchmean"
        )


def _states(model: LoadedModel, rows: Sequence[Sequence[int]]) -> Tensor:
    given = framed(model, rows)
    return states_of(model, given.ids, given.real)


def _logits(model: LoadedModel, states: Tensor, places: Sequence[Position]) -> Tensor:
    """Logits at places; positions are counted without the special token before the text."""
    rows = [row for row, _ in places]
    columns = [position + 1 for _, position in places]
    return logits_of(model, states[rows, columns])


@dataclass
class _Learnt:
    """Places to learn, with the token ids that belong there."""

    places: list[Position] = field(default_factory=list)
    targets: list[int] = field(default_factory=list)


@dataclass
class _Hidden:
    """A batch with its words masked.

    Args:
        fed: [row][token] with masks in place.
    """

    fed: list[list[int]] = field(default_factory=list)
    pronouns: _Learnt = field(default_factory=_Learnt)
    occupations: _Learnt = field(default_factory=_Learnt)
    held: list[Position] = field(default_factory=list)
