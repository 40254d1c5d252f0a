"""What the entries of a reference are about: the chapters that teach the clauses in their margins."""

from __future__ import annotations

from collections import Counter

from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t
from arbitre.dsl.modules.chapters import in_order
from arbitre.opening.proof.coverage import notes

OTHERS = "others"  # what no chapter speaks of


class Topics(Writer):
    """``titles``: what the topics are called, in the order in which they are taught; nothing where nothing is taught."""

    def __init__(self, pen: Pen) -> None:
        super().__init__(pen)
        chapters = in_order(self.book.of(t.Chapter))
        self.within = {str(c.name): str(c.where) for c in chapters if c.placed == "in"}
        self.titles_of = {str(c.name): self.titles.of(c) for c in chapters if str(c.name) not in self.within}
        self.taught = {clause: self.page(str(c.name)) for c in reversed(chapters) for part in c.parts for clause in part.taught}
        self.files: dict[str, Counter[str]] = {}
        self.spoken: dict[int, Counter[str]] = {}
        for decl in self.book.decls:
            if isinstance(decl, (t.Chapter, t.Scenario)):
                continue
            said = [str(decl.name)] if isinstance(decl, t.Clause) else [clause for clause, _ in notes(decl)]
            found = Counter(self.taught[clause] for clause in said if clause in self.taught)
            self.spoken[id(decl)] = found
            self.files.setdefault(decl.place.file, Counter()).update(found)
        self.anchors = {self.book.anchor(d): self.of(d) for d in self.book.decls if not isinstance(d, (t.Chapter, t.Scenario))}
        self.clauses = {str(c.name): self.of(c) for c in self.book.of(t.Clause)}

    def page(self, chapter: str) -> str:
        """The chapter that a section stands in, however deep."""
        while chapter in self.within and self.within[chapter] != chapter:
            chapter = self.within[chapter]
        return chapter

    def of(self, decl: t.Decl) -> str:
        """What a declaration is about: what its own clauses are, else those of its file."""
        for found in (self.spoken.get(id(decl)), self.files.get(decl.place.file)):
            if found:
                return max(found, key=lambda topic: (found[topic], topic))
        return OTHERS

    def of_clause(self, clause: str) -> str:
        """What a clause is about, if only as the others of its file are."""
        if clause in self.taught:
            return self.taught[clause]
        return self.clauses.get(clause, OTHERS)

    def order(self) -> list[str]:
        return [*self.titles_of, OTHERS]

    def title(self, topic: str) -> str:
        return self.titles_of.get(topic) or self.l("shelf.others")
