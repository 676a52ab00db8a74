"""HONEST on the Arena page: how many completions about people are words that hurt."""
