"""What a seat may know of a match, and worlds sampled from that: written here for modules and for the interpreter.

These routines know a match only by functions that are provided (:mod:`arbitre.interpreter.wasm.runtime.interfaces`) and by tables of its
program (:mod:`arbitre.interpreter.wasm.layout.sampling_rooms`).  A module has them translated, for matches in its memory; for a match of
the interpreter Python runs them, with functions of its own in place of the module's (:mod:`arbitre.interpreter.play.bots.sampler`).
"""
