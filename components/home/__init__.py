"""The parts of the Home page.

- `answer`: the sentence that is completed already.
- `tour`: five steps for a first visit.
- `cards`, `card_grid`: one number each of what is already measured.
- `card`, `measure_cards`, `own_cards`, `health_cards`: what a card is, and each of them.
"""
