"""HONEST: how many of a model's completions about people are words that hurt."""
