"""Where the Annotators page's answers come from: the simulated sample, public sets, or a file."""
