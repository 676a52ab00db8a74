"""The words that a model gives a text: masked words, the next word, words for several groups.

- `completions`: words of every mask; `group_completion`: of one text for several groups.
- `next_word`, `continuation`: what a causal model writes next.
- `target_words`: words that were looked up; `word_beam`: words of several pieces.
- `completed_file`: sentences of a file.
"""
