"""The parts of the Probe page.

- `controls`, `second`, `history`: the question, a second sentence, and the questions before it.
- `words`, `groups`, `group_sentences`, `heatmaps`, `two_sentences`: results for one sentence,
  several groups, or two sentences.
- `sentences_file`, `verdicts`: for a file of sentences, and as evaluators judge the words.
- `pinned`: what a pinned result says.
"""
