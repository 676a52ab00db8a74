"""What a training step minimises: surprise of masked words, and a penalty on copying."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from engine.inference.vocabulary import vocabulary_of
from engine.training.copying import copy_loss, words_in_view
from engine.training.forward import framed, logits_of, states_of
from engine.training.masking import TokenKinds, mask_tokens, sentence_numbers
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
    kinds = _kinds(model, pieces)

    def objective(batch: Sequence[int], draw: random.Random) -> Tensor:
        chosen = [pieces[index] for index in batch]
        return _loss(model, chosen, settings, kinds, draw.getrandbits(62))

    return objective


def _kinds(model: LoadedModel, pieces: list[list[int]]) -> TokenKinds:
    """What masking and the copy penalty need to know of the model's tokens and of this text."""
    tokenizer = model.tokenizer
    counts = Counter(token for piece in pieces for token in piece)
    continues = vocabulary_of(tokenizer, model.vocabulary).continuing
    return TokenKinds(
        tokenizer.mask_token_id,
        len(tokenizer),
        _flags(model, (token for token, goes_on in enumerate(continues) if goes_on)),
        _flags(model, tokenizer.convert_tokens_to_ids([".", "!", "?"])),
        _flags(model, (token for token, _ in counts.most_common(_COMMON))),
    )


def _flags(model: LoadedModel, tokens: Iterable[int]) -> Tensor:
    """[token id] whether it is one of them."""
    import torch

    flags = torch.zeros(max(model.vocabulary, len(model.tokenizer)), dtype=torch.bool)
    flags[list(tokens)] = True
    return flags.to(model.device)


def _loss(
    model: LoadedModel,
    chosen: list[list[int]],
    settings: TrainingSettings,
    kinds: TokenKinds,
    salt: int,
) -> Tensor:
    """Mean cross-entropy of the masked tokens, which alone reach the LM head, and the penalty."""
    import torch
    import torch.nn.functional as functional

    given = framed(model, chosen)
    fed, predicted = mask_tokens(given.ids, given.text, settings.masking, kinds, salt)
    rows, places = predicted.nonzero(as_tuple=True)
    targets = given.ids[rows, places]
    with torch.autocast(model.device.type, torch.bfloat16, enabled=settings.bfloat16):
        logits = logits_of(model, states_of(model, fed, given.real)[rows, places])
    log_probs = logits.log_softmax(-1)
    loss = functional.nll_loss(log_probs, targets)
    if settings.copy_penalty:
        sentences = sentence_numbers(given.ids, given.text, kinds)
        copies = words_in_view(fed, given.text, sentences, kinds)[rows]
        copies &= sentences[rows] == sentences[rows, places][:, None]
        copies &= fed[rows] != targets[:, None]
        loss = loss + settings.copy_penalty * copy_loss(log_probs, fed[rows], copies)
    return loss
