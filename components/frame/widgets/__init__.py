"""Controls that several pages use: own files, background work, tabs, and the drawn components.

- `tabs`, `closed_box`, `contents/`: parts of a page that are computed once they are opened, and a
  contents list.
- `examples`, `data_choice`, `seed_field`, `suites`: what is measured, and the way to Pairs.
- `choice_box`: one of what a result holds; `linked_box`: what a link asks of a box.
- `own_file`, `kept_file`, `file_room`, `fetch_offer`: the user's own files and where they are asked
  for, and public data sets.
- `table_layout`, `chosen_columns`, `chosen_values`: how a table is read: its sheet and header, its
  first rows and which column is what, and what values mean.
- `background`, `items`: long work, and what is measured of one model.
- `beside`: a second model next to the first.
- `result`, `export`: what a result exports, reproduces and pins.
- `blur`: offensive sentences until they are asked for.
- `custom_component`: registers the components that a script of ours draws: `likely_words/`,
  `token_strip/`, `attention_words/`, `head_grid/`, `review_keys/`, `current_page/`.
"""
