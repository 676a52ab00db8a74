"""`python -m biascope`: the same as `biascope`."""

from biascope.script import main

if __name__ == "__main__":
    main()
