"""Everything that decides a training run besides its text and its first weights."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.training.masking import MaskingRule


@dataclass(frozen=True)
class TrainingSettings:
    """Choices of a training run.

    Args:
        steps: optimiser steps of the whole run.
        token_budget: padded tokens a step.
        peak_lr: learning rate after the warm-up; in the end it falls linearly to zero.
        warmup: share of the steps spent rising to `peak_lr`.
        decay: share of the steps at the end over which it falls, all after the warm-up at most.
            Before the fall begins, a run can still be given more or fewer steps.
        average: share of the running mean of the weights that each step keeps; a run ends with
            that mean, which a small batch's noise moves less. 0 ends with the last weights.
        dropout: share of what passes between layers that a step leaves out, attention aside; None
            for what the model's own configuration says, attention included.
        dropout_until: share of the steps after which nothing is left out any more, if `dropout`
            is given.
        copy_penalty: weight of the penalty on probability that goes to words in view; see
            `copy_loss`. 0 is none.
        bfloat16: run the forward in bfloat16 autocast.
        checkpoint_every: seconds between checkpoints.
    """

    steps: int
    token_budget: int = 4096
    peak_lr: float = 3e-4
    warmup: float = 0.03
    decay: float = 1.0
    weight_decay: float = 0.01
    clip: float = 1.0
    average: float = 0.0
    dropout: float | None = None
    dropout_until: float = 1.0
    copy_penalty: float = 0.0
    seed: int = 0
    bfloat16: bool = True
    checkpoint_every: float = 300.0
    masking: MaskingRule = field(default_factory=MaskingRule)

    def left_out(self, step: int) -> float | None:
        """Share of what passes between layers that a step leaves out; None for the model's own."""
        if self.dropout is None or step < round(self.dropout_until * self.steps):
            return self.dropout
        return 0.0

    def learning_rate(self, step: int) -> float:
        """Linear rise to `peak_lr`, and in the end a linear fall to zero at the last step."""
        rising = max(1, round(self.warmup * self.steps))
        if step < rising:
            return self.peak_lr * (step + 1) / rising
        falling = min(self.steps - rising, round(self.decay * self.steps))
        return self.peak_lr * min(1.0, (self.steps - step) / max(1, falling))
