"""The words that a model gives a text: masked words, the next word, words for several groups.

- `completions`: words of every mask; `group_completion`: of one text for several groups.
- `next_word`: what a causal model writes next.
- `word_beam`: words of several pieces, several masked words jointly, and words that were looked up.
- `completed_file`: sentences of a file.
"""
