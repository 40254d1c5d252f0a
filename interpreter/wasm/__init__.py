"""The compiled executor: a program of the core as one WebAssembly module, which plays as the interpreter does, only faster."""
