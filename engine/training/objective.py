"""What a training step minimises, surprise and a penalty on copying, and its forward pass."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from engine.core.families import predicting_states
from engine.inference.vocabulary import vocabulary_of
from engine.models.devices import exact_place
from engine.training.masking import TokenKinds, mask_tokens, sentence_numbers
from engine.training.recipe import TrainingSettings

if TYPE_CHECKING:
    import torch
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
    return flags.to(exact_place(model.device))


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

    device = model.device
    given = framed(model, chosen, exact_place(device))  # what is masked is drawn in float64
    fed, predicted = mask_tokens(given.ids, given.text, settings.masking, kinds, salt)
    rows, places = predicted.nonzero(as_tuple=True)
    targets = given.ids[rows, places].to(device)
    with torch.autocast(model.device.type, torch.bfloat16, enabled=settings.bfloat16):
        states = states_of(model, fed.to(device), given.real.to(device))
        logits = logits_of(model, states[rows.to(device), places.to(device)])
    log_probs = logits.log_softmax(-1)
    loss = functional.nll_loss(log_probs, targets)
    if settings.copy_penalty:
        sentences = sentence_numbers(given.ids, given.text, kinds)
        copies = words_in_view(fed, given.text, sentences, kinds)[rows]
        copies &= sentences[rows] == sentences[rows, places][:, None]
        copies &= fed[rows] != given.ids[rows, places][:, None]
        copied = copy_loss(log_probs, fed[rows].to(device), copies.to(device))
        loss = loss + settings.copy_penalty * copied
    return loss


# --- copying ------------------------------------------------------------------------------
# The penalty on copying falls on probability of words standing in view in the same sentence.

_SUREST = 1.0 - 1e-4  # probability; the penalty stays finite


def words_in_view(fed: Tensor, text: Tensor, sentences: Tensor, kinds: TokenKinds) -> Tensor:
    """Tokens that a prediction in the same sentence could copy.

    Args:
        fed: [row, token] token ids after masking.
        text: [row, token] whether a token is one of the text.
        sentences: [row, token] number of its sentence.

    Returns:
        [row, token] whether it is neither common nor the mask, nor again in its sentence.
    """
    import torch

    seen = text & (fed != kinds.mask) & ~kinds.common[fed]
    same = (fed[:, :, None] == fed[:, None, :]) & (sentences[:, :, None] == sentences[:, None, :])
    earlier = torch.ones(same.shape[1:], dtype=torch.bool, device=fed.device).tril(-1)
    return seen & ~(same & earlier & seen[:, None, :]).any(2)


def copy_loss(log_probs: Tensor, tokens: Tensor, copies: Tensor) -> Tensor:
    """Unlikelihood of the words in view: minus the log of the probability that is not theirs.

    Args:
        log_probs: [prediction, vocabulary], nats.
        tokens: [prediction, token] ids of the row that the prediction is in.
        copies: [prediction, token] whether the token would be a copy, and wrong there.

    Returns:
        Mean over the predictions, nats; 0 where no probability goes to copies.

    Source: Welleck et al. 2020, section 5.1.
    """
    import torch

    copied = (log_probs.gather(1, tokens).exp() * copies).sum(1)
    return -torch.log1p(-copied.clamp(max=_SUREST)).mean()


# --- forward ------------------------------------------------------------------------------
# The training forward frames pieces by special tokens, and gives logits at chosen places.


@dataclass(frozen=True, eq=False)
class FramedRows:
    """Rows of token ids between their special tokens, padded on the right.

    Args:
        ids: [row, token].
        text: [row, token] whether it is neither special nor padding.
        real: [row, token] whether it is no padding.
    """

    ids: Tensor
    text: Tensor
    real: Tensor


def framed(
    model: LoadedModel, rows: Sequence[Sequence[int]], device: torch.device | None = None
) -> FramedRows:
    """Rows of token ids as the network reads them.

    Args:
        rows: [row][token] without special tokens, of any lengths.
        device: where they are put together; that of the network by default.
    """
    import torch

    device = model.device if device is None else device
    tokenizer = model.tokenizer
    lengths = torch.tensor([len(row) for row in rows], device=device)[:, None]
    place = torch.arange(int(lengths.max()) + 2, device=device)
    text = (place > 0) & (place <= lengths)
    ids = torch.full(text.shape, tokenizer.pad_token_id, device=device)
    ids[:, 0] = tokenizer.cls_token_id
    ids[place == lengths + 1] = tokenizer.sep_token_id
    ids[text] = torch.tensor(list(chain.from_iterable(rows)), device=device)
    return FramedRows(ids, text, place <= lengths + 1)


def states_of(model: LoadedModel, ids: Tensor, real: Tensor) -> Tensor:
    """Last-layer states of framed rows.

    Args:
        ids: [row, token] of `framed`, or others in their place.
        real: [row, token] of `framed`.

    Returns:
        [row, token, hidden]; the first token is the special one before the text.
    """
    return predicting_states(model.network, input_ids=ids, attention_mask=real.long())


def logits_of(model: LoadedModel, states: Tensor) -> Tensor:
    """Logits of chosen states; only these reach the LM head.

    Args:
        states: [place, hidden].

    Returns:
        [place, vocabulary], float32.
    """
    logits: Tensor = model.family.language_model_head(model.network, states)
    return logits.float()
