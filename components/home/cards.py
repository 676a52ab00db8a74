"""The cards on Home in their order: one number each from what is already measured on a model.

Nothing is computed for a card: it is read from the store, or there is none.
"""

from __future__ import annotations

from components.home.card import MakeCard
from components.home.health_cards import PLAIN, cloze, perplexity
from components.home.measure_cards import (
    biased_head,
    flagged_completions,
    occupations,
    pair_preference,
    shared_answers,
)
from components.home.own_cards import curated_pairs, planted_bias

# Results that *Prepare* measures: title, and the page that measures it when it is opened.
LATER: dict[MakeCard, tuple[str, str | None]] = {
    pair_preference: ("Sentence pairs", "pages/pairs.py"),
    biased_head: ("Attention heads", "pages/heads.py"),
    occupations: ("Occupations", "pages/cabm.py"),
    shared_answers: ("Annotators", "pages/annotators.py"),
    flagged_completions: ("Sentences about people", "pages/arena.py"),
    cloze: ("Fill in the blank", None),
    perplexity: (PLAIN, None),
}
# Those that an encoder without a language-model head has.
OF_ENCODERS: tuple[MakeCard, ...] = (biased_head, occupations)

# What people come for is first; whether the model's scores can mean anything is last.
CARDS: tuple[MakeCard, ...] = (
    pair_preference,
    biased_head,
    occupations,
    shared_answers,
    flagged_completions,
    curated_pairs,
    planted_bias,
    cloze,
    perplexity,
)
