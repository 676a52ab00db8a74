"""The parts of the Heads page.

- `controls`, `choice`, `association`, `own_sentence`: which test is measured, and the user's own
  sentence.
- `claim`: what the test found, and what a mask changes in it, in one sentence; `scale`: how large
  its effect size is.
- `measuring`, `scores`, `board`: the head scores, what of them colours the grid, and the grid;
  `direct_path`: what heads themselves add to the user's two words, in models that have it.
- `masks`: sets of heads to mask.
- `panel`, `results`, `rows`, `cells`, `notes`, `before_after_export`: results before and after
  masking, as they arrive; `sentence_effect`, `word_dots`: those of the user's sentence, next to the
  grid.
- `tabs`, `distribution`, `curve`, `pareto`, `stepping`, `runs`, `counter`, `counter_experiment`,
  `counter_text`, `attention`, `attention_inputs`, `two_models`, `classifier`: the tabs below.

The scores of the heads take one way: the page reads what colours the grid, `measuring` asks the
session, and the page hands what came to the grid, the buttons, the export and the tabs.

The page is drawn first and completed later. A click on it is answered with the sentence, then with
SEAT in the claim; the other metrics are measured at the end of the script, a few items at a time,
as the claim's p is corrected for all of them. Random sets of heads are measured while the box that
shows them is open.
What takes seconds for one item (`head_bias`) runs in a thread while the script waits in small steps
(`components.frame.session.threads`), since Streamlit handles a click only between two steps of a
script; a user who leaves finds the result in the store. The mask is the text of one field of the
model bar; grid, buttons and mask files only set it.
"""
