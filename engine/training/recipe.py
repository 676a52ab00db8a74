"""What the bundled model is trained on: which texts, how much of each, and what is left out."""

from __future__ import annotations

import re

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
