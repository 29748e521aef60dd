"""`python -m denotary`."""

from denotary.cli import main

if __name__ == "__main__":
    main()
