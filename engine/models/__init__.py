"""Models: where they come from, how each family is built, and whether one can be trusted."""
