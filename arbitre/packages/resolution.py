"""Which versions go together: resolvelib over what shelves offer, contradictions told as a chain that a person follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from packaging.specifiers import SpecifierSet
from packaging.version import Version
from resolvelib import AbstractProvider, BaseReporter, ResolutionImpossible, Resolver

from arbitre.dsl.diagnostics.said import joined
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.opening.books import refused
from arbitre.packages.shelf import Entry, Shelf
from arbitre.words.phrases import later

ROUNDS = 20_000
PASSES = 100  # in which the choice of versions settles, or is searched for


@dataclass(frozen=True, slots=True)
class Wanted:
    """A package in a range of versions, and who wants it so.  ``optional``: it may also be missing, as what ``conflicts`` names may be."""

    name: str
    versions: SpecifierSet
    by: str = ""
    optional: bool = False
    refuses: bool = False  # these versions are just those that are not wanted

    def takes(self, version: Version) -> bool:
        return self.versions.contains(version, prereleases=True) is not self.refuses


@dataclass(frozen=True, slots=True)
class Found:
    """A version that was chosen; ``entry`` is None where the package stays away."""

    name: str
    entry: Entry | None = None
    shelf: Shelf | None = None


class _Provider(AbstractProvider[Wanted, Found, str]):
    def __init__(self, shelves: Sequence[Shelf], kept: Mapping[str, Version]) -> None:
        self.shelves, self.kept = shelves, kept
        self.known: dict[str, list[Found]] = {}
        self.satisfied: dict[tuple[int, int], bool] = {}
        self.held: list[Wanted | Found] = []  # keeps the identities in `satisfied` from being given to others

    def identify(self, requirement_or_candidate: Wanted | Found) -> str:
        return requirement_or_candidate.name

    def get_preference(self, identifier: str, resolutions: Any, candidates: Any, information: Any, backtrack_causes: Any) -> Any:
        """Names that a contradiction was about first, then those with the fewest versions."""
        caused = any(cause.requirement.name == identifier for cause in backtrack_causes) if backtrack_causes else False
        return not caused, len(self.offered(identifier)), identifier

    def find_matches(self, identifier: str, requirements: Any, incompatibilities: Any) -> list[Found]:
        wanted: list[Wanted] = list(requirements[identifier])
        barred = {id(one) for one in incompatibilities[identifier]}
        found = [one for one in self.offered(identifier) if id(one) not in barred and all(self.is_satisfied_by(w, one) for w in wanted)]
        if all(one.optional for one in wanted) and not any(one.entry is None for one in incompatibilities[identifier]):
            found.insert(0, Found(identifier))
        return found

    def offered(self, name: str) -> list[Found]:
        """Versions of the first shelf that has the package, the one that is kept first, then from the newest."""
        if name not in self.known:
            held = next(((shelf, shelf.entries()[name]) for shelf in self.shelves if name in shelf.entries()), None)
            found = [Found(name, entry, held[0]) for entry in held[1]] if held is not None else []
            self.known[name] = sorted(found, key=lambda one: one.entry is None or one.entry.manifest.version != self.kept.get(name))
        return self.known[name]

    def is_satisfied_by(self, requirement: Wanted, candidate: Found) -> bool:
        pair = id(requirement), id(candidate)  # asked again in every round; both live as long as the answers
        if pair not in self.satisfied:
            self.held += [requirement, candidate]
            entry = candidate.entry
            self.satisfied[pair] = requirement.optional if entry is None else requirement.takes(entry.manifest.version)
        return self.satisfied[pair]

    def get_dependencies(self, candidate: Found) -> Iterator[Wanted]:
        if candidate.entry is None:
            return
        manifest = candidate.entry.manifest
        by = f"{manifest.name} {manifest.version}"
        for name, versions in manifest.requires.items():
            yield Wanted(name, versions, by)
        for name, versions in manifest.conflicts.items():
            yield Wanted(name, versions, by, optional=True, refuses=True)


def resolve(wanted: Iterable[Wanted], shelves: Sequence[Shelf], kept: Mapping[str, Version] | None = None) -> list[Found]:
    """The versions of everything that is wanted and of what that requires, what is required first.

    ``shelves``: a package is taken from the first that has it; ``kept``: versions that stay unless something speaks against them.

    Raises:
        Refused: a package is on no shelf, requirements contradict each other or go in a circle.
    """
    provider = _Provider(shelves, kept or {})
    roots = list(wanted)
    for one in roots:
        if not provider.offered(one.name):
            raise missing(one, shelves)
    quick = newest(provider, roots)
    if quick is not None:
        return in_order(quick)
    resolver: Resolver[Wanted, Found, str] = Resolver(provider, BaseReporter())
    try:
        made = resolver.resolve(roots, max_rounds=ROUNDS)
    except ResolutionImpossible as error:
        raise contradiction([(cause.requirement, cause.parent) for cause in error.causes], provider, shelves) from None
    found = {name: one for name, one in made.mapping.items() if one.entry is not None}
    return in_order(found)


def newest(provider: _Provider, roots: list[Wanted]) -> dict[str, Found] | None:
    """The first version of each package that everything chosen takes; None where that leads to no choice, and has to be searched for.

    Nearly all that is asked for is of that kind; resolvelib looks at every package in every round, which is slow for hundreds.
    """
    chosen: dict[str, Found] = {}
    for _ in range(PASSES):
        wanted: dict[str, list[Wanted]] = {}
        found: dict[str, Found] = {}
        open_ = list(roots)
        while open_:  # what the choices of the pass before require
            one = open_.pop()
            lines = wanted.setdefault(one.name, [])
            if not one.optional and one.name in chosen and all(line.optional for line in lines):
                open_ += provider.get_dependencies(chosen[one.name])
            lines.append(one)
        for name, lines in wanted.items():
            if all(one.optional for one in lines):
                continue
            best = next((v for v in provider.offered(name) if all(provider.is_satisfied_by(one, v) for one in lines)), None)
            if best is None:
                return None
            found[name] = best
        if found == chosen:
            return found
        chosen = found
    return None


def missing(one: Wanted, shelves: Sequence[Shelf]) -> Exception:
    names = [name for shelf in shelves for name in shelf.entries()]
    return refused("package.nowhere", name=one.name, by=of_whom(one), hint=did_you_mean(one.name, names))


def of_whom(one: Wanted) -> str:
    return later("package.by", by=one.by) if one.by else ""


def contradiction(causes: list[tuple[Wanted, Found | None]], provider: _Provider, shelves: Sequence[Shelf]) -> Exception:
    """Who wants what of one package, one after the other."""
    wanted = list(dict.fromkeys(requirement for requirement, _ in causes))
    for one in wanted:
        if not one.optional and not provider.offered(one.name):
            return missing(one, shelves)
    lines = [
        later(
            "package.refuses" if one.refuses else "package.wants",
            by=one.by or later("package.you"), name=one.name, versions=str(one.versions) or "*",
        )
        for one in wanted
    ]  # fmt: skip
    there = [str(one.entry.manifest.version) for one in provider.offered(wanted[0].name) if one.entry is not None]
    return refused("package.contradiction", said=joined("; ", lines), name=wanted[0].name, there=", ".join(there[:8]) or "-")


def in_order(found: Mapping[str, Found]) -> list[Found]:
    """What is required comes before what requires it.

    Raises:
        Refused: packages require each other in a circle.
    """
    out: dict[str, Found] = {}

    def visit(name: str, chain: list[str]) -> None:
        if name in chain:
            raise refused("package.circle", chain=" → ".join([*chain[chain.index(name) :], name]))
        if name in out or name not in found:
            return
        entry = found[name].entry
        for other in sorted(entry.manifest.requires) if entry is not None else ():
            visit(other, [*chain, name])
        out[name] = found[name]

    for name in sorted(found):
        visit(name, [])
    return list(out.values())
