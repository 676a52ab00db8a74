"""The Annotators page's controls -> whose answers, grouped how, by which score."""
