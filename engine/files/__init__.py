"""Users' files: encodings, tables, columns, and writing tables that are safe to open.

- `text_file`, `single_byte`: a file read whole, and its encoding.
- `workbook`, `layout`: a sheet of an Excel file as text; where a table lies in its file.
- `records`, `cells`, `columns`, `column_names`: text to rows, rows to cells, columns to the roles
  they play; JSON that is refused with a reason.
- `recognised`, `cell_frames`: a file whose columns are known, and its rows as tables.
- `values`, `mapping`, `preview`: what a user says of values and columns, and sees of them first.
- `conventions`: how tools write tables: `sep=;`, signs for no value, one name in two spellings.
- `sentences`, `labelled`, `mask_file`: files of sentences, of labelled texts, and of masked heads.
- `export`, `whole_folder`: tables to CSV, and folders that are written whole or not at all.
- `samples`, `bundled/`: the project's own sample data.
- `fetch/`: public data sets.
"""
