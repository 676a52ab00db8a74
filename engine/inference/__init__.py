"""The only place that runs a network for measuring: plan rows, run them, read them out."""
