"""`bench device`: whether a device gives the CPU's numbers, and how fast it is, in ten minutes.

It needs torch, transformers, numpy, pandas, scipy and the command line's typer and rich, so that it
runs on a machine that was lent for an hour and reaches no network.

- `parts`: what is tried, one after the other; a part that fails says why and ends nothing.
- `agreement`: measures, masks, gradients, classifiers and training, on the device and on the CPU.
- `pressure`: masks in threads, too little memory, models that replace each other, mixed precision.
- `speed`: rows a second by the size of a batch, with models of random weights.
- `command`: the command.
"""
