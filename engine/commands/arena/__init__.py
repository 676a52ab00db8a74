"""`arena`: completions of many prompts, judged by evaluators and ranked."""
