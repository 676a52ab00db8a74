"""People's answers to cloze sentences: the simulated sample, public sets, users' files."""
