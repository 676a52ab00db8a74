"""How the figures of the Pairs page are read, in plain words."""

TYPES = (
    "Each row is one kind of stereotype, with the number of its pairs. The dot is the share of "
    "pairs in which the model prefers the stereotyping sentence; the line is its 95 % interval, "
    "where the true share may lie. Orange: more often the stereotype; blue: less often. A line "
    "that crosses 50 says nothing either way, and of many rows one is off 50 by chance: that is "
    "what Holm's correction takes into account."
)
WATERFALL = (
    "From left to right, every word takes the difference up (orange) where it is likelier in the "
    "stereotyping sentence, or down (blue) where it is likelier in the other. The last bar is what "
    "they add up to. Where one bar is as large as the last, a single word decides the pair, and "
    "another choice of words might have turned it."
)
DISTRIBUTION = (
    "Every pair is counted once. Right of 0 the stereotyping sentence is the likelier one, left of "
    "0 the other; the further out, the clearer. A share of 50 % can hide strong preferences: they "
    "show here as long tails on both sides. The outermost bars hold all pairs beyond them."
)
TWO_MODELS = (
    "Each point is a pair: its difference under the first model from left to right, under the "
    "second from below. Right of the dotted line the first prefers the stereotype, above the other "
    "line the second does. Points near the diagonal are pairs that both see alike; the coloured "
    "ones change side."
)
VARIANTS = (
    "The same pairs, scored in other ways. Each way answers a question of its own, so they need "
    "not agree. Where all lines lie on one side of 50, the finding does not hang on the way of "
    "scoring; where they do not, it does."
)
