"""One sentence opened: who answered what, what the model said, and where they agree."""
