"""Association of person words with professions, as BEC-Pro measures it (METHODS: CABM).

association(person, profession) = ln P(person | person masked) - ln P(person | person and
profession masked), nats: > 0 where the profession makes the person word more likely, 0 where it
changes nothing. A profession's gap is the mean association of male person words minus that of
female ones; > 0 leans male.

- `masked_words`: the measure itself, a text to log-probabilities of given words.
- `report`: from these to one row a sentence, a row a profession and the one figure of a set, and to
  profession groups with tests between the genders.

Source: Bartl, Nissim and Gatt 2020, section 4.
"""
