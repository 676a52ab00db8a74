"""What all commands share: options, subject, output; and what is known of every command.

- `options`, `inputs`, `subject`, `output`: what a command is given, and how it writes.
- `facts`: what stands on an option besides its help; `declared` reads it.
- `entries`: the list of commands.
- `command`: a command as a value, which a page offers to copy and a job runs.
"""
