"""A match as data: what a client on a screen is sent, and what it sends.

``scene`` is what a viewer sees of the boards, ``story`` what he is told of the match, ``questions`` what he is asked, with what every
option means on the board.  ``table`` is one match with the people and bots who play it; :class:`~arbitre.api.messages.table.MatchTable`
answers the messages about it.  All of it is plain data that can be written as JSON; its shape is published in ``schema.json`` beside
this file and in the guide, under the version :data:`VERSION`.  Everything goes through the eyes of one viewer.
"""

VERSION = 2
"""Of the shape of messages: what is added keeps it, what is changed or taken away makes it another."""
