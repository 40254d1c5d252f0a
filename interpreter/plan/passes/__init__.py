"""The passes, a file each: a program of the core is given, one that means the same is given back."""
