"""Association of person words with professions, as BEC-Pro measures it (METHODS: CABM).

association(person, profession) = ln P(person | person masked) - ln P(person | person and
profession masked), nats: > 0 where the profession makes the person word more likely, 0 where it
changes nothing. A profession's gap is the mean association of male person words minus that of
female ones; > 0 leans male.

- `associations`: from sentences and measured log-probabilities to one row a sentence.
- `professions`: to one row a profession, and to the one figure of a set.
- `groups`: to profession groups, with tests between the genders.
- `report`: all of it, as the command line writes it.

Source: Bartl, Nissim and Gatt 2020, section 4.
"""
