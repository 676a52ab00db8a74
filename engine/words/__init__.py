"""Word lists, association tests, and the sentences that words occur in.

- `lists`: pairs of counterparts and labelled targets, read from files.
- `association_tests`: two sets of targets and two of attributes.
- `contexts`: the sentences that hold a word.
- `counterparts`: sentences with one person word, and the same with its counterpart.
- `pronouns/`: whether `her` and `his` own what follows them.
"""
