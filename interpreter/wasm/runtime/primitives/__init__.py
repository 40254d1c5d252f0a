"""What all other routines build on: arithmetic, sets, room for slots, dice, answers."""
