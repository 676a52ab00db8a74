"""What surrounds every page: the model bar, the pages and jobs in the sidebar, the address.

- `pages`, `navigation`: the list of pages, and the menu made from it.
- `model_bar`, `model_choice`, `masked_heads`, `interventions`, `applied`, `badges`: the model that
  every page measures, how it is chosen, what is done to it, and what to know of it; `subject`: its
  words, and names of settings in the address.
- `address`, `link_request`: what a link reproduces, and what it may not open by itself.
- `jobs_panel`: long work in the sidebar.
- `login`: logging in to a shared server.
- `guard`, `lifetime`: what the server answers to other programs than its own page, and how it
  starts and stops.
- `polls`: what parts of a page that draw themselves again may not send.

What the theme cannot express is in `screen.css`, constant text of ours: columns stack by their own
width, toolbars stay off the numbers.
"""
