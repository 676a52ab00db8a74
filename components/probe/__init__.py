"""The parts of the Probe page.

- `controls`: the question, and those before it.
- `words`, `groups`, `two_sentences`, `second`: results for one sentence, several groups, or two
  sentences.
- `sentences_file`, `verdicts`: for a file of sentences, and as evaluators judge the words.
- `pinned`: what a pinned result says.
"""
