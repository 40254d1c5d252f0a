"""What is written and what is meant: lines that may say something else than their author had in mind."""
