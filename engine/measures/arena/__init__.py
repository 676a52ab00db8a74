"""The Arena: completions of many prompts, judged by evaluators, as a report that can be ranked."""
