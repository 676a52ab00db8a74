"""What an assistant or a classifier says of candidates: provenance, never a decision.

- `assistant`: candidates as prompts for an assistant of the user's, or as texts for a classifier.
- `answers`: an assistant's answers read back.
"""
