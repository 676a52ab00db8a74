"""HONEST: how many of a model's completions about people are words that hurt.

- `completion`: the measure itself, the likeliest tokens and words of a template.
- `lexicon`: the words that count as hurtful.
- `scores`: HONEST for every K, with its parts and intervals.
- `identities`: which identities differ from the others of their side.
- `report`: one model, with what repeats it.
"""
