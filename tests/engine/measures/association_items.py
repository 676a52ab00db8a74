"""A small association test on words that tiny models know, and its plain second reading."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.models.hooks import gated

CONTEXTS = [
    "The nurse said that she was tired.",
    "The engineer and the woman went home.",
    "The mother saw the secretary at the table.",
    "A dancer told the man that he was late.",
    "The soldier is a father and the mechanic is a man.",
    "My father loves the dancer.",
    "The nurse asked the soldier, and he asked the engineer.",
    "She is a mechanic.",
]
ITEM: dict[str, Any] = {
    "x": ["nurse", "secretary", "dancer"],
    "y": ["engineer", "soldier", "mechanic"],
    "a": ["she", "woman", "mother"],
    "b": ["he", "man", "father"],
    "contexts": CONTEXTS,
}


def states(lm, text):
    """[token, hidden] last-layer states of one text, and the tokens' offsets and kinds."""
    import torch

    causal = lm.model.family.kind == "causal"
    read = lm.tokenizer(text, return_offsets_mapping=True, return_special_tokens_mask=True)
    ids, offsets = list(read["input_ids"]), [tuple(pair) for pair in read["offset_mapping"]]
    special = [bool(flag) for flag in read["special_tokens_mask"]]
    if causal and lm.tokenizer.bos_token_id not in ids[:1]:
        ids, offsets, special = (
            [lm.tokenizer.bos_token_id, *ids],
            [(0, 0), *offsets],
            [True, *special],
        )
    with torch.inference_mode(), gated(lm.model, lm.gates):
        hidden = lm.model.network.base_model(input_ids=torch.tensor([ids])).last_hidden_state[0]
    return hidden.double().numpy(), offsets, special


def word_vector(lm, word, contexts):
    """Mean over contexts of the mean over occurrences of the mean over pieces."""
    found = []
    for text in contexts:
        lower = text.lower()
        places = [
            start
            for start in range(len(text))
            if lower.startswith(word, start)
            and not (lower[start - 1 : start] if start else " ").isalnum()
            and not lower[start + len(word) : start + len(word) + 1].isalnum()
        ]
        if places:
            hidden, offsets, special = states(lm, text)
            occurrences = [
                hidden[
                    [
                        index
                        for index, (start, stop) in enumerate(offsets)
                        if start < place + len(word) and stop > place and not special[index]
                    ]
                ].mean(axis=0)
                for place in places
            ]
            found.append(np.mean(occurrences, axis=0))
    return np.mean(found, axis=0)


def cosine(one, other):
    return one @ other / np.sqrt((one @ one) * (other @ other))


def plain_effect_size(x, y, a, b):
    """The effect size from vectors, term by term."""

    def s(word):
        return np.mean([cosine(word, other) for other in a]) - np.mean(
            [cosine(word, other) for other in b]
        )

    s_x, s_y = [s(word) for word in x], [s(word) for word in y]
    together = np.array(s_x + s_y)
    spread = np.sqrt(((together - together.mean()) ** 2).sum() / (len(together) - 1))
    return (np.mean(s_x) - np.mean(s_y)) / spread
