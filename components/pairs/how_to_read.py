"""How to read the figures of the Pairs page, in plain words."""

_ROWS = (
    "The first row is all pairs; each other row is one kind of stereotype, with its number of "
    "pairs. The dot is the share of pairs in which the model prefers the stereotyping sentence; "
    "the line is its 95% confidence interval (95% CI), the values that fit the data. "
)
_CROSSING = (
    " A line that crosses 50% shows no clear preference. Of many rows, some differ from 50% by "
    "chance alone; Holm's correction allows for that. Rows with counts, of too few pairs for a "
    "share, are grey."
)
TYPES = (
    f"{_ROWS}Orange: clearly the stereotype more often than not; blue: clearly less often; without "
    f"colour: not clear.{_CROSSING}"
)
TYPES_COMPARED = f"{_ROWS.rstrip()}{_CROSSING}"  # the caption names rings and colours
WATERFALL = (
    "Read from left to right: each word raises the difference (orange) if it is more likely in the "
    "stereotyping sentence, or lowers it (blue) if it is more likely in the other. The last bar is "
    "the total. If one bar is as large as the total, a single word decides the pair, and another "
    "word might have reversed it. *Nats* are differences of natural logarithms of probabilities: "
    "0.7 nats is twice as likely."
)
DISTRIBUTION = (
    "Every pair is counted once. Right of 0 the stereotyping sentence is more likely, left of 0 "
    "the other; the further from 0, the stronger the preference. A score of 50% can hide strong "
    "preferences on both sides: they show here as long tails. The outermost bars also hold all "
    "pairs beyond them. *Nats* are differences of natural logarithms of probabilities: 0.7 nats is "
    "twice as likely."
)
TWO_MODELS = (
    "Each point is a pair. Its horizontal position is the difference under the first model, its "
    "vertical position the difference under the second. Right of the vertical dotted line the "
    "first model prefers the stereotype; above the horizontal one the second model does. On points "
    "near the diagonal the models agree; coloured points change sides."
)
VARIANTS = (
    "The same pairs, scored in other ways: the CrowS-Pairs Score (CPS), the pseudo-log-likelihood "
    '(PLL; "left to right" also leaves blank the rest of a split word, "as released" with the '
    "tokenizer's own words), the StereoSet Score (SSS), and the all "
    "unmasked likelihood (AUL; AULA weights it by attention). Each answers its own question, so "
    "they need not agree. Only where every one is clear on the same side does the conclusion not "
    "depend on the scoring method."
)
LANGUAGES = (
    "Each row is one language, with its number of pairs: the dot is the share of pairs in which "
    "the model prefers the stereotyping sentence, the line its 95% confidence interval. Orange: "
    "clearly more often than not; blue: clearly less often; without colour: not clear. A "
    "difference between two rows is not bias alone: "
    "translation, tokenizer and how well the model knows the language differ too. A model that "
    "was not trained on a language gives a number there as well; few words guessed right mean "
    "that it says little."
)
S_JSD = (
    "How certain the model is about each word that the two sentences share, as a distance between "
    "0 (certain) and 1 (impossible), averaged over the words: the stereotyping sentence minus the "
    "other, times 1000. Below 0 (orange, where the 95% interval by word pair leaves out 0) the "
    "model is nearer to certainty in the stereotyping sentence; above 0 (blue) in the other. "
    "Unlike a sum of log-probabilities, no single unlikely word can decide a pair."
)
