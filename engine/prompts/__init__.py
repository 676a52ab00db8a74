"""Prompts of the Arena: sentences about groups of people with a masked word.

- `prompt`: one prompt, a set that is identified by its content, and smaller ones in the same
  shares.
- `groups`, `templates`: the groups and sentences that the project's own prompts are made of.
- `sets`: the sets that can be chosen.
- `file`: prompts from a user's file.
- `completions`: files of completions that were made elsewhere.
"""
