"""One set of pairs in many languages, and what can be compared between them."""
