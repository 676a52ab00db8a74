"""The counterpart of a sentence: its marked words swapped, all else the same.

- `counted`: which keywords count at all.
- `propose`: the counterpart, by the rules of the language (`english`, `estonian`) or by the tables
  alone.
- `false_swaps`: English sentences that no swap fits, as with a name of one gender or `pregnant`.
- `proposal`, `render`: what is proposed or refused, and how it is written out and checked.
- `accuracy`: how many counterparts of a labelled table come out as expected.

Rules come before models. `her` is `him` or `his` by the words around it (`engine.words.pronouns`,
shared with Probe), case and number of Estonian words by paradigms, and everything else by tables
that name their counterparts. The rules are held to a table of 200 sentences whose author did not
see them; `bench swaps` shows both. Where a counterpart would not be clean the sentence is refused
with a code, and refusals are counted in the funnel.
"""
