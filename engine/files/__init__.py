"""Users' files: encodings, tables, columns, and writing tables that are safe to open.

- `text_file`, `single_byte`: a file read whole, and its encoding.
- `workbook`, `layout`: a sheet of an Excel file as text; where a table lies in its file.
- `records`, `cells`: text to rows, or to a reason why not, and rows to cells; `delimited_cells` of
  CSV and TSV, `json_cells` of JSON, `read_cells` of whichever it is.
- `columns`, `column_names`: columns to the roles they play.
- `recognised`, `cell_frames`: a file whose columns are known, and its rows as tables.
- `values`, `mapping`, `preview`: what a user says of values and columns, and sees of them first.
- `conventions`: how tools write tables: `sep=;`, signs for no value, one name in two spellings.
- `sentences`, `labelled`, `mask_file`: files of sentences, of labelled texts, and of masked heads.
- `fit_file`, `fits`, `shipped_fits/`: a fitted erasure or steering vector, those that are kept, and
  those of the bundled model.
- `export`, `whole_folder`: tables to CSV, and folders that are written whole or not at all.
- `samples`, `bundled/`: the project's own sample data.
- `fetch/`: public data sets.
"""
