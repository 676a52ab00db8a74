"""What the runner is compared with: bare forwards and backwards, and the plain loop over rows.

None measures anything for a user: the bare passes are the speed that no scoring, and no
gradient, on the same batches can exceed; the loop has the scores and the speed of the
simplest program that is right.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.core.families import hidden_states
from engine.inference.plan import Row, plan
from engine.inference.runner import TokenScores, padded, run_plan, token_budget
from engine.models.hooks import gated

if TYPE_CHECKING:
    from engine.models.loading import LoadedModel, MaskedLM


def run_encoder(lm: MaskedLM, rows: Sequence[Row], budget: int | None = None) -> None:
    """Run the encoder over rows in the runner's own batches, and read nothing.

    Args:
        budget: padded tokens a batch may hold; by default what the runner takes.
    """
    planned = plan(rows, token_budget(lm.model) if budget is None else budget)
    for _ in run_plan(lm, planned, _states_only):
        pass


def _states_only(model: LoadedModel, rows: list[Row]) -> list[float]:
    states = hidden_states(model.network, **padded(model, rows))
    # An accelerator works on behind our back; waiting for one number waits for the batch.
    return [states[-1, -1, -1].item()]


def two_forwards_and_a_backward(lm: MaskedLM, rows: Sequence[Row]) -> None:
    """Run the encoder over rows, then again and back to its input, and keep nothing."""
    import torch

    run_encoder(lm, rows)
    planned = plan(rows, token_budget(lm.model))
    embed = lm.model.network.get_input_embeddings()
    for start, stop in planned.batches:
        inputs = padded(lm.model, planned.rows[start:stop])
        words = embed(inputs.pop("input_ids")).detach().requires_grad_()
        with torch.enable_grad(), gated(lm.model, lm.gates, lm.changes):
            states = hidden_states(lm.model.network, inputs_embeds=words, **inputs)
            (gradient,) = torch.autograd.grad(states.sum(), words)
        gradient[-1, -1, -1].item()


def plain_loop(lm: MaskedLM, rows: Sequence[Row]) -> list[TokenScores]:
    """Score one row a forward, every position through the LM head, as published scripts do.

    Returns:
        What `score_rows` returns, equal up to the rounding of another batch size.
    """
    import torch

    answers = []
    for row in rows:
        with torch.inference_mode(), gated(lm.model, lm.gates, lm.changes):
            ids = torch.tensor([row.ids], device=lm.model.device)
            logits = lm.model.network(input_ids=ids).logits[0]
        log_probs = logits[list(row.read)].float().log_softmax(-1)
        wanted = torch.tensor(row.targets, device=lm.model.device)
        chosen = log_probs.gather(-1, wanted[:, None]).squeeze(-1)
        top = log_probs.argmax(-1) == wanted
        answers.append(TokenScores(tuple(chosen.tolist()), tuple(top.tolist())))
    return answers
