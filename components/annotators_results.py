"""Results of the Annotators page: coverage first, then groups, languages, gaps, exports."""
