"""Users' files: encodings, tables, columns, and writing tables that are safe to open.

- `text_file`, `single_byte`: a file read whole, and its encoding.
- `records`, `cells`, `columns`: text to rows, rows to cells, columns to the roles they play; JSON
  that is refused with a reason.
- `conventions`: how tools write tables: `sep=;`, signs for no value, one name in two spellings.
- `sentences`, `labelled`, `mask_file`: files of sentences, of labelled texts, and of masked heads.
- `export`, `whole_folder`: tables to CSV, and folders that are written whole or not at all.
- `samples`, `bundled/`: the project's own sample data.
- `fetch/`: public data sets.
"""
