"""Whether several people use the server, what it allows them, its settings, and its own pages.

`shared` says which models they may open and how much each session may have measured; the screen
reads that at the start of every run (`components.frame.session.sharing`), and a setting that is not
understood shows no page at all. Whatever would change what others see is refused in
`components.frame.session`, whoever asks for it, and the pages leave its buttons out: reviews,
reports, jobs, the device. What a visitor brings stays in the browser session (`shared.is_shared()`
is the question to ask before keeping anything); only the result store is written, whose keys are
contents.

A folder's model goes by its label: the label is the checkpoint of its `ModelSpec`. Errors leave out
the folders of the server as they are turned into text (`engine.core.errors.hide_folders`); of what
its owner named on the command line only the last part of a path is given. So no path reaches a
page, an export or a message. The command line never asks, since only its owner can type there.
"""
