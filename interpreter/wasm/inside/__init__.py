"""Routines that every module has, written in a small part of Python."""
