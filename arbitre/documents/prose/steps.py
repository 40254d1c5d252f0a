"""Steps of agendas by their titles."""

from __future__ import annotations

from arbitre.documents.prose.writer import Writer
from arbitre.dsl import tree as t


class Steps(Writer):
    """What the steps of one rulebook are called: by a title of their own, or after what they run."""

    def named(self, name: str) -> str:
        """The title of a step, or of the action or agenda that it runs."""
        for agenda in self.book.of(t.Agenda):
            for step in agenda.steps:
                if str(step.name) == name:
                    return self.titled(step)
        return self.titles.plain(name)

    def called(self, step: t.Step) -> t.Decl | None:
        """The titled event or agenda that a step without lines of its own runs."""
        only = step.body[0] if step.body and len(step.body) == 1 else None
        found = self.book.find(str(only.word), t.Event, t.Agenda) if isinstance(only, t.Call) and not only.how else None
        return found if found is not None and found.title is not None else None

    def titled(self, step: t.Step) -> str:
        if step.title is not None:
            return self.titles.pair(step.title)
        if step.body and all(isinstance(s, t.Perform) for s in step.body):
            owners = list(dict.fromkeys(str(s.of) for s in step.body if isinstance(s, t.Perform) and s.of is not None))
            if len(owners) == 1:
                return self.say("Step.orders.of", who=self.known(self.scopes.of_param(t.Parameter(step.place, t.Word(owners[0])))))
        found = self.book.find(str(step.name), t.Agenda, t.Action, t.Event) or self.called(step)
        said = self.titles.of(found) if found is not None else self.titles.of(step)
        if step.of is not None:
            members = self.book.members(str(step.of))
            said = self.say("Step.of", step=said, who=self.titles.member(members[0][0].name, str(step.of)) if members else str(step.of))
        return said
