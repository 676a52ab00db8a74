"""The Arena page: what models write about people, judged by declared evaluators, and ranked."""
