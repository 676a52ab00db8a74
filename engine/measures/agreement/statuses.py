"""What an answer is to a model; only a word of at most `max_pieces` pieces can be a candidate."""

SINGLE, LONG, SEVERAL, UNSPELLABLE = "word", "long", "several words", "unknown"
