"""What pages draw with: finished data in, figures or typed selections out; never a model.

Each page has a folder of its own, with most of its figures in `charts`; what several pages need is
in `frame`.
"""
