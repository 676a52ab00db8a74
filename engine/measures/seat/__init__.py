"""SEAT: the Sentence Encoder Association Test, and WEAT on words in context (METHODS: Heads).

s(w, A, B) = mean over a in A of cos(w, a) - mean over b in B of cos(w, b), and the effect
size d = (mean over X of s - mean over Y of s) / std over X and Y together, with the sample
standard deviation (n - 1). d > 0: X goes with A and Y with B; 0 is neutral.

- `reading`: which states make the vector of a word or a sentence.
- `association`: the effect size, its interval and its permutation test.
- `scale`: what an effect size is read against: a convention, and random splits.
- `measure`: one association test to all of these.

Source: Caliskan et al. 2017; May et al. 2019.
"""
