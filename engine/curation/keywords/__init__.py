"""Keyword lists by language and category, and where a sentence holds their words.

- `group`, `toml_form`: words that are counterparts of each other, and how a file writes them.
- `plain_form`, `rows_form`: the user's lists as lines of text, and as a table.
- `json_form`: files of words alone, as CineBias has them.
- `table_form`: a group as a table that is edited on screen.
- `estonian`: all forms of a noun or an adjective.
- `lists`: the lists of a language, from the folder of its code (`en/`, `et/`) and from the user.
- `matching`: where a sentence holds their words.
"""
