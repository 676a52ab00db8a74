"""Word lists, association tests, and the sentences that words occur in."""
