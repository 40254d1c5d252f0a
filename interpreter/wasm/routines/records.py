"""Memory as routines see it: records, arrays and tables, cells and constants, each declared once, with names and types.

A record is an address: a class derived from :class:`Record` says which numbers stand there, one after the other::

    class AgendaRow(Record):
        size: u64  # bytes of its slots
        init: u64  # where they stand as they begin

``agendas[index].size`` reads a number, ``entry.tag = 3`` writes one.  Python reads and writes the current machine's memory; the translator
makes loads and stores with the same offsets, which are written nowhere else.
"""

from __future__ import annotations

import inspect
import sys
from typing import Annotated, Any, ClassVar, Generic, Self, TypeVar, get_args, get_origin, get_type_hints

from arbitre.interpreter.wasm.routines.machine import SIZES, current, load, named, store

i32 = Annotated[int, "32s"]
u32 = Annotated[int, "32u"]
i64 = Annotated[int, "64"]
Inline = Annotated[int, "inline"]  # what stands here is as long as the module wants it: the field is its address

WORD = 8  # bytes of a number of 64 bits


class Place:
    """A field of a record: where it stands, and how it is read; ``target``: the record that it points to, if any."""

    def __init__(self, offset: int, kind: str, target: type[Record] | None = None) -> None:
        self.offset, self.kind, self.target = offset, kind, target

    def __get__(self, held: Any, owner: type) -> Any:
        if held is None:
            return self
        if self.kind == "inline":
            return int(held) + self.offset
        found = load(self.kind, int(held) + self.offset)
        return self.target(found) if self.target is not None else found

    def __set__(self, held: Any, value: int) -> None:
        store(self.kind, int(held) + self.offset, value)


class Record(int):
    """The address of some numbers; 0 is no record."""

    __slots__ = ()
    SIZE: ClassVar[int] = 0  # bytes
    _places: ClassVar[dict[str, Place]] = {}

    def __init_subclass__(cls) -> None:
        inherited = dict(cls._places)
        offset, cls._places = cls.SIZE, inherited
        for name in inspect.get_annotations(cls):
            kind, target = _kind_of(cls, name)
            place = inherited[name] = Place(offset, kind, target)
            setattr(cls, name, place)
            offset += 0 if kind == "inline" else SIZES[kind]
        cls.SIZE = offset

    @classmethod
    def places(cls) -> dict[str, Place]:
        """Its fields by name, in order."""
        return dict(cls._places)

    @property
    def end(self) -> int:
        """The address behind it."""
        return int(self) + self.SIZE

    def nth(self, number: int) -> Self:
        """The record with that number in a table that begins here."""
        return type(self)(int(self) + number * self.SIZE)

    def plus(self, size: int) -> Self:
        """The record that stands so many bytes later."""
        return type(self)(int(self) + size)


def _kind_of(cls: type[Record], name: str) -> tuple[str, type[Record] | None]:
    said = inspect.get_annotations(cls)[name]
    if said == cls.__name__:  # it points to another of its own
        return "64", cls
    found = eval(said, vars(sys.modules[cls.__module__])) if isinstance(said, str) else said
    if isinstance(found, type) and issubclass(found, Record):
        return "64", found
    return get_args(found)[1], None


T = TypeVar("T", bound=Record)


class Area:
    """A part of memory with a name, which the layout gives an address."""

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def address(self) -> int:
        return named(self.name)

    def __repr__(self) -> str:
        return self.name


class Array(Area):
    """Numbers of one kind, one after the other."""

    def __init__(self, name: str, kind: str = "64") -> None:
        super().__init__(name)
        self.kind, self.size = kind, SIZES[kind]

    def at(self, index: int) -> int:
        """The address of a number."""
        return self.address + index * self.size

    def __getitem__(self, index: int) -> int:
        return load(self.kind, self.at(index))

    def __setitem__(self, index: int, value: int) -> None:
        store(self.kind, self.at(index), value)


class Table(Area, Generic[T]):
    """Records of one kind, one after the other; ``stride``: the constant that says how far apart, if not as long as they are."""

    def __init__(self, name: str, row: type[T], stride: str = "") -> None:
        super().__init__(name)
        self.row, self.stride = row, stride

    @property
    def step(self) -> int:
        """Bytes from one to the next."""
        return named(self.stride) if self.stride else self.row.SIZE

    def __getitem__(self, index: int) -> T:
        return self.row(self.address + index * self.step)


class Entries(Table[T]):
    """A list: how many there are, and behind that the records."""

    @property
    def count(self) -> int:
        return load("64", self.address)

    @count.setter
    def count(self, value: int) -> None:
        store("64", self.address, value)

    @property
    def first(self) -> T:
        return self.row(self.address + 8)

    @property
    def bytes(self) -> int:
        """How long the list is, its count included."""
        return 8 + self.count * self.step

    def __getitem__(self, index: int) -> T:
        return self.row(self.address + 8 + index * self.step)


class Words(Area):
    """A list of 64-bit numbers behind their count."""

    @property
    def count(self) -> int:
        return load("64", self.address)

    @count.setter
    def count(self, value: int) -> None:
        store("64", self.address, value)

    @property
    def first(self) -> int:
        """The address of the first."""
        return self.address + 8

    def __getitem__(self, index: int) -> int:
        return load("64", self.address + 8 + index * 8)

    def __setitem__(self, index: int, value: int) -> None:
        store("64", self.address + 8 + index * 8, value)


class Cells:
    """Numbers of 64 bits with an address each, by names of the layout: their own in capitals."""

    def __init_subclass__(cls) -> None:
        for name, hint in get_type_hints(cls, include_extras=True).items():
            if get_origin(hint) is not ClassVar:
                target = hint if isinstance(hint, type) and issubclass(hint, Record) else None
                setattr(cls, name, Cell(name.upper(), target))

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The names of all, as the layout has them."""
        return tuple(cell.name for cell in vars(cls).values() if isinstance(cell, Cell))


class Cell:
    """One of them; ``target``: the record that it points to, if any."""

    def __init__(self, name: str, target: type[Record] | None) -> None:
        self.name, self.target = name, target

    def __get__(self, held: Any, owner: type) -> Any:
        if held is None:
            return self
        found = load("64", named(self.name))
        return self.target(found) if self.target is not None else found

    def __set__(self, held: Any, value: int) -> None:
        store("64", named(self.name), value)


class Constants:
    """Numbers that are known when a module is built, by names of the layout: their own in capitals."""

    def __getattr__(self, name: str) -> int:
        return current().names[name.upper()]


__all__ = [
    "WORD",
    "Area",
    "Array",
    "Cell",
    "Cells",
    "Constants",
    "Entries",
    "Inline",
    "Place",
    "Record",
    "Table",
    "Words",
    "i32",
    "i64",
    "u32",
]  # fmt: skip
