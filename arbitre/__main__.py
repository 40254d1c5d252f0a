"""``python -m arbitre`` is the command."""

from arbitre.cli.main import main

main()
