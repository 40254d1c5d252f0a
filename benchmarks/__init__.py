"""Speed measurements. Every module here with a function `playouts(seconds) -> per second` is one row of the table."""
