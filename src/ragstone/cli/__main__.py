"""`python -m ragstone.cli`: the command line without its script."""

from ragstone.cli.main import main

main()
