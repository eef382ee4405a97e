"""`python -m coset` is the command line."""

from coset.cli import main

if __name__ == "__main__":
    main()
