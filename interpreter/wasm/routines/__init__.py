"""The language that the runtime is written in: a small, typed part of Python, run as it is in tests and translated to WebAssembly."""
