"""What a screen of the Stage can ask the model live: one module a kind, listed in `registry`.

- `answer`: what a kind is, what it answers, and what it refuses.
- `titles`: titles of questions that are not the kept one.
- `completions`: completions as several kinds ask for them.
- `words`, `sentences`, `groups`, `pair`, `heads`, `steering`: one kind each. `steering_words`:
  what is said of a position of the slider.
"""
