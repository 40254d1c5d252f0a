"""A program prepared to run: rewritten by passes, each of them general, switchable and tested by itself."""

WITHOUT = "ARBITRE_WITHOUT"  # names of passes that are left out, separated by commas: to measure and to doubt them
