"""What is said in one part of the program, in both languages."""
