"""Whether the scores of a model can mean anything: weights, stability, plain sentences."""
