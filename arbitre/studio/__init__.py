"""The board and the editor in a browser: a program on this machine that serves a page, and answers its messages."""
