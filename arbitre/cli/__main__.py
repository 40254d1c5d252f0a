"""``python -m arbitre.cli`` is the command."""

from arbitre.cli.main import main

main()
