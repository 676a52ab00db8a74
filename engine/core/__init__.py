"""What everything else may use and what uses nothing: identity, words, errors, paths."""
