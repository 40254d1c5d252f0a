"""WebAssembly itself: bytes, functions and memory being written, and what is done to instructions once they stand."""
