"""Prompts of the Arena: sentences about groups of people with a masked word.

- `prompt`: one prompt, and a set that is identified by its content.
- `groups`, `templates`: the groups and sentences that the project's own prompts are made of.
- `sets`, `subset`: the sets that can be chosen, and smaller ones in the same shares.
- `file`, `columns`: prompts from a user's file.
- `completions`: files of completions that were made elsewhere.
"""
