"""What a training step minimises: by default the surprise of randomly masked tokens."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.inference.vocabulary import vocabulary_of
from engine.training.copying import copy_loss, words_in_view
from engine.training.forward import logits_at, states_of
from engine.training.masking import TokenKinds, mask_tokens
from engine.training.settings import TrainingSettings

if TYPE_CHECKING:
    from torch import Tensor

    from engine.models.loading import LoadedModel

_COMMON = 150  # tokens, the most frequent of the text: articles, pronouns, full stops

# (indices of a batch's pieces, random choices of this step) -> loss, nats.
Objective = Callable[[Sequence[int], random.Random], "Tensor"]


def masked_words(
    model: LoadedModel, pieces: list[list[int]], settings: TrainingSettings
) -> Objective:
    """Surprise of tokens masked by the settings' rule, and their penalty on copying."""
    kinds = _kinds(model, pieces, settings)

    def objective(batch: Sequence[int], draw: random.Random) -> Tensor:
        return _loss(model, [pieces[index] for index in batch], settings, kinds, draw)

    return objective


def _kinds(model: LoadedModel, pieces: list[list[int]], settings: TrainingSettings) -> TokenKinds:
    """What masking and the copy penalty need to know of the model's tokens and of this text."""
    tokenizer = model.tokenizer
    mask, size = tokenizer.mask_token_id, len(tokenizer)
    if not (settings.masking.about_words or settings.copy_penalty):
        return TokenKinds(mask, size)
    counts = Counter(token for piece in pieces for token in piece)
    return TokenKinds(
        mask,
        size,
        vocabulary_of(tokenizer, model.vocabulary).continuing,
        frozenset(tokenizer.convert_tokens_to_ids([".", "!", "?"])),
        frozenset(token for token, _ in counts.most_common(_COMMON)),
    )


def _loss(
    model: LoadedModel,
    chosen: list[list[int]],
    settings: TrainingSettings,
    kinds: TokenKinds,
    draw: random.Random,
) -> Tensor:
    """Mean cross-entropy of the masked tokens, which alone reach the LM head, and the penalty."""
    import torch
    import torch.nn.functional as functional

    fed, places, targets, in_view = [], [], [], []
    for row, ids in enumerate(chosen):
        masked_ids, positions = mask_tokens(ids, settings.masking, kinds, draw)
        fed.append(masked_ids)
        places += [(row, position) for position in positions]
        targets += [ids[position] for position in positions]
        if settings.copy_penalty:
            in_view += words_in_view(ids, masked_ids, positions, kinds)
    with torch.autocast(model.device.type, torch.bfloat16, enabled=settings.bfloat16):
        logits = logits_at(model, states_of(model, fed), places)
    log_probs = logits.log_softmax(-1)
    loss = functional.nll_loss(log_probs, torch.tensor(targets, device=model.device))
    if any(in_view):
        loss = loss + settings.copy_penalty * copy_loss(log_probs, in_view)
    return loss
