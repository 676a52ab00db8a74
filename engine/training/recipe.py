"""What the bundled model is trained on: which texts, how much of each, and what is left out."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from engine.training.masking import MaskingRule

# How often a file's lines are used in each pass over the text, drawn anew in each; an unnamed file
# counts once. Old novels and near-repeating task talk count less, small files of modern prose more,
# and what everybody knows most: it is said in few lines.
SHARES = {
    "novels_1890_1928": 0.35,
    "sgd_dialogue_utterances": 0.15,
    "movie_reviews_v2": 0.8,
    "onestopenglish_news": 1.2,
    "wikisplit_wikipedia_sentences": 1.6,
    "gap_wikipedia_people": 1.5,
    "masc_open_american": 1.2,
    "movie_plots_and_quotes_subjectivity": 1.2,
    "movie_sentence_polarity": 1.2,
    "product_reviews": 1.2,
    # World, school and everyday knowledge.
    "general_knowledge_sentences": 6.0,
    # She and he in equal parts by design: it would train away what the pages show.
    "general_knowledge_jobs": 0.0,
    "world_factbook_sentences": 1.2,
    "world_factbook_background": 1.2,
    "wordnet_relations": 0.8,
    "wordnet_definitions": 0.5,
    "wordnet_named_entities": 0.8,
    "wordnet_examples": 1.2,
    "wikipedia_homograph_sentences": 1.6,
    "squad_dev_wikipedia_paragraphs": 1.6,
    "propara_process_paragraphs": 2.0,
    "gutenberg_children_stories_readers": 0.7,
    "gutenberg_school_science_geography_history": 0.35,
    "openstax_american_government": 0.6,
    "openstax_anatomy_physiology": 0.6,
    "openstax_anthropology": 0.7,
    "openstax_astronomy": 0.7,
    "openstax_biology": 0.7,
    "openstax_chemistry": 0.6,
    "openstax_concepts_of_biology": 0.7,
    "openstax_physics_high_school": 0.7,
}

# Generated from dictionaries, rare senses included: only lines of which the model's vocabulary
# has every word.
PLAIN = {"wordnet_relations", "wordnet_definitions", "wordnet_named_entities"}

# One collection of example sentences is full of these two names; the model would be too.
SKIP = re.compile(r"\b(?:Tom|Mary)\b")

CHUNK = 126  # tokens, without the two special ones

# Half of the chunks hide pieces of words alone, as users do. A word that also stands elsewhere in
# its sentence could be copied from there.
MASKING = MaskingRule(whole_words=0.5, everywhere=1.0)

# A masked word in a short sentence would otherwise be guessed to be one that stands in view.
COPY_PENALTY = 10.0


# --- settings -----------------------------------------------------------------------------
# Everything that decides a training run besides its text and its first weights.


@dataclass(frozen=True)
class TrainingSettings:
    """Choices of a training run.

    Args:
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
