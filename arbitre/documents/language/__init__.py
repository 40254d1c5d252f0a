"""The languages the pages are written in."""
