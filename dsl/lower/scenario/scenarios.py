"""Scenarios bound: facts, answers, dice, calls and expectations of one scenario, in a frame of their own."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import an, did_you_mean
from arbitre.dsl.lower.context import Context, bind_expression, bind_statement
from arbitre.dsl.lower.display.audiences import audience_of, seat_of
from arbitre.dsl.lower.display.shown import bind_shown
from arbitre.dsl.lower.game_loop import main_begun
from arbitre.dsl.lower.hints import said, written
from arbitre.dsl.lower.rules.statements import all_but
from arbitre.dsl.lower.scenario.scenario_lines import Answer, Deed, ScenarioLine, ScenarioPlan
from arbitre.dsl.lower.scenario.scenario_words import check_match, check_sayable, conjuncts, face_of, options_of, plain
from arbitre.dsl.lower.values.expressions import bind_as, bind_flag
from arbitre.dsl.parse.trees.build_parts import dotted_name
from arbitre.dsl.resolve.scope import Frame, Scope, form_of
from arbitre.dsl.resolve.symbols import describe, tell_unknown, text_of
from arbitre.dsl.resolve.types import NUMBER, group, row


class ScenarioBinder:
    def __init__(self, cx: Context, scenario: t.Scenario) -> None:
        self.cx, self.scenario = cx, scenario
        self.scope = Scope(Frame(), kind="agenda")
        self.lines: list[ScenarioLine] = []
        self.answers: list[Answer] = []
        self.dice: list[tuple[str, int, Place]] = []
        self.clauses = list(scenario.clauses)

    def bind(self) -> ScenarioPlan:
        for scene in self.scenario.scenes:
            self.clauses += scene.clauses
            known = len(self.answers)
            getattr(self, "on_" + scene.form)(scene, **scene.parts)
            for number, answer in enumerate(self.answers[known:], known):
                answer.line, answer.number = len(self.lines), number
        measures = [line for line in self.lines if line.kind == "measure"]
        if measures and self.dice:
            self.cx.messages.error(
                "C05", measures[0].place, "a scenario that measures cannot set dice", "Remove the dice, or the ‘measure’ line."
            )
        ordered = next((answer for answer in self.answers if answer.order), None)
        if measures and ordered is not None:
            self.cx.messages.error(
                "C05",
                ordered.place,
                "an odds question takes no orders: its answers are a policy, used as often as necessary",
                phrase("Write ‘chooses {0}’ for what is always chosen, or carry it out with ‘do’.", ordered.order),
            )
        halting = next((line for line in self.lines if line.halt is not None), None)
        if measures and halting is not None:
            self.cx.messages.error("C05", halting.place, "an odds question plays its agendas to their end", "Leave out ‘until ...’.")
        return ScenarioPlan(
            self.scenario.name, self.scenario.place, self.scope.frame.size, self.lines, self.answers, self.dice, self.clauses, measures,
            dict(self.scope.names),
        )  # fmt: skip

    def do(self, place: Place, *stmts: core.Stmt, acts: bool = False) -> None:
        self.lines.append(ScenarioLine("do", place, tuple(stmts), acts=acts))

    # ------------------------------------------------------------------------------------ facts

    def on_option(self, scene: t.Scene, name: t.Word, value: t.Expr) -> None:
        """Options were read before the rulebook was bound: see :func:`options_of`."""

    def on_start_from(self, scene: t.Scene, name: t.Word, opened: bool = False, title: t.Text | None = None) -> None:
        """The lines of the setting follow: see :mod:`arbitre.dsl.modules.settings`."""

    def on_given(self, scene: t.Scene, kind: t.Word, name: t.Word, values: list[tuple[t.Word, t.Expr]]) -> None:
        domain = self.cx.symbols.nouns.get(str(kind))
        if domain is None:
            tell_unknown(self.cx.symbols, kind, "kind", self.cx.symbols.nouns)
            return
        place = scene.place
        made = self.cx.symbols.domains[domain]
        found: list[tuple[int, core.Expr]] = []
        for word, expr in values:
            column = self.cx.symbols.fields_of[domain].get(str(word))
            if column is None:
                self.cx.messages.error(
                    "N01",
                    word.place,
                    phrase("{0} has no field ‘{1}’", an(made.name), word),
                    did_you_mean(word, self.cx.symbols.fields_of[domain]),
                )
                continue
            if self.cx.symbols.fields[column].values is not None:
                self.cx.messages.error(
                    "T04", word.place, phrase("‘{0}’ never changes: it is data of the rulebook", word), "Use another row, or another field."
                )
                continue
            found.append((column, bind_as(self.cx, expr, self.scope, self.cx.symbols.field_types[column], f"‘{word}’")))
        if made.dynamic:
            slot = self.scope.add(str(name), row(domain))
            self.do(place, core.Create(place, slot, domain, tuple(found)))
            return
        if str(name) not in made.rows:
            tell_unknown(self.cx.symbols, name, made.name, made.rows)
            return
        at = core.Const(place, made.rows.index(str(name)))
        self.do(place, *(core.Store(place, column, at, value) for column, value in found))

    def on_given_value(self, scene: t.Scene, target: t.Expr, value: t.Expr) -> None:
        self.do(scene.place, *bind_statement(self.cx, t.Becomes(scene.place, target, value, None), self.scope))

    def on_given_gains(
        self, scene: t.Scene, target: t.Expr, gained: tuple[t.Expr, t.Word | None], lasting: t.Lasting | None, gain: bool = True
    ) -> None:
        self.do(scene.place, *bind_statement(self.cx, t.Gains(scene.place, target, gained[0], gained[1], gain, lasting), self.scope))

    # ------------------------------------------------------------------------------------ the tape

    def on_chooses(self, scene: t.Scene, who: t.Expr, choices: list[list[t.Expr]]) -> None:
        for first, *others in choices:
            key, value, domain = self.choice(first)
            answer = Answer(seat_of(self.cx, who, self.scope), first.place, key, value, domain)
            answer.otherwise = [self.choice(other) for other in others]
            self.answers.append(answer)

    def choice(self, choice: t.Expr) -> tuple[str, core.Expr | None, int]:
        """What an answer says: the key of an option, and the row it may stand for."""
        match choice:
            case t.Nothing():
                return "none", None, core.NONE
            case t.Number():
                return str(choice.value), None, core.NONE
            case t.Unary():
                bound, _ = bind_expression(self.cx, choice, self.scope)
                return str(bound.value) if isinstance(bound, core.Const) else "", bound, core.NONE
            case t.Tuple():
                return "(" + ", ".join(plain(i) for i in choice.items) + ")", None, core.NONE
            case t.Name() if str(choice.word) in self.scope.names:
                slot, type_ = self.scope.names[str(choice.word)]
                return str(choice.word), core.Local(choice.place, slot), type_.domain
            case t.Name():
                return str(choice.word), None, core.NONE
        bound, type_ = bind_expression(self.cx, choice, self.scope)
        return "", bound, type_.domain

    def on_refused_choice(self, scene: t.Scene, who: t.Expr, choice: t.Expr, because: t.Because | None) -> None:
        key, value, domain = self.choice(choice)
        seat = seat_of(self.cx, who, self.scope)
        self.answers.append(Answer(seat, scene.place, key, value, domain, forbidden=True, because=because))

    def on_may(self, scene: t.Scene, who: t.Expr, name: t.Word, when: t.Expr | None = None) -> None:
        answer = Answer(seat_of(self.cx, who, self.scope), scene.place, "yes", decision=str(name))
        answer.when = bind_flag(self.cx, when, self.scope) if when is not None else None
        self.answers.append(answer)

    def on_seeking(self, scene: t.Scene, who: t.Expr, name: t.Word, goal: t.Expr) -> None:
        if not any(line.form == "measure" for line in self.scenario.scenes):
            self.cx.messages.error("C05", scene.place, "only an odds question can look for something: here, give the answer",
                                   phrase("Write what {0} answers, or ‘measure’ the outcome.", said(who)))  # fmt: skip
        bound, type_ = bind_expression(self.cx, goal, self.scope)
        if type_.kind not in ("number", "flag", "bad"):
            self.cx.messages.error(
                "T01",
                goal.place,
                phrase("only a number or a condition can be looked for, and this is {0}", describe(self.cx.symbols, type_)),
            )
        self.answers.append(Answer(seat_of(self.cx, who, self.scope), scene.place, decision=str(name), goal=bound))

    def on_orders(self, scene: t.Scene, who: t.Expr, orders: list[t.Call]) -> None:
        for call in orders:
            self.answers.append(self.order(who, call))

    def order(self, who: t.Expr, call: t.Call) -> Answer:
        seat = seat_of(self.cx, who, self.scope)
        if str(call.word) in ("nothing", "done"):
            return Answer(seat, call.place, "done")
        signature = self.cx.symbols.signatures.get(str(call.word))
        answer = Answer(seat, call.place, order=str(call.word))
        if signature is None or signature.kind != "action":
            tell_unknown(self.cx.symbols, call.word, "action", self.cx.symbols.actions)
            return answer
        for arg in call.args:
            fitting = [p for p in signature.params if p.preposition == arg.preposition]
            param = next((p for p in fitting[1:] if self.is_of(arg.value, p.domain)), fitting[0] if fitting else None)
            if param is not None and param is not fitting[0]:
                answer.order = f"{call.word}_{param.name}"
            if param is None:
                self.cx.messages.error("T06", arg.place, phrase("‘{0}’ takes no ‘{1} ...’", call.word, arg.preposition),
                                       phrase("Write it as: {0}.", form_of(signature)))  # fmt: skip
                continue
            if isinstance(arg.value, (t.Tuple, t.Number, t.Nothing)):
                answer.args[param.name] = self.choice(arg.value)
            else:
                type_ = signature.types[signature.names[param.name]]
                value = bind_as(self.cx, arg.value, self.scope, type_)
                answer.args[param.name] = ("", value, param.domain)
        return answer

    def is_of(self, value: t.Expr, domain: int) -> bool:
        """Does this name a thing of that kind (a direction, where a square could stand too)?"""
        if not isinstance(value, t.Name):
            return False
        if str(value.word) in self.scope.names:
            return self.scope.names[str(value.word)][1].domain == domain
        return any(kind == domain for kind, _ in self.cx.symbols.members.get(str(value.word), []))

    def on_dice(self, scene: t.Scene, throws: list[tuple[t.Word | None, list[int | t.Word], Place]]) -> None:
        for label, faces, place in throws:
            self.dice += [(str(label) if label else "", face_of(self.cx, label, face), place) for face in faces]

    # ------------------------------------------------------------------------------------ calls

    def on_play(self, scene: t.Scene, agenda: t.Word | None, times: int, until: t.Expr | None = None) -> None:
        name = agenda or self.cx.symbols.rulebook.game.plays or t.Word("turn", scene.place)
        signature = self.cx.symbols.signatures.get(str(name))
        if signature is None or signature.kind != "agenda":
            tell_unknown(self.cx.symbols, name, "agenda", [n for n, s in self.cx.symbols.signatures.items() if s.kind == "agenda"])
            return
        turns = str(name) == str(self.cx.symbols.rulebook.game.plays or "turn")
        before, args = main_begun(self.cx, signature) if turns else ((), ())
        if len(args) != len(signature.params):
            self.cx.messages.error("T06", scene.place, phrase("‘{0}’ has to be played for something", name),
                                   phrase("Write ‘do {0}’ with what it is for.", form_of(signature)))  # fmt: skip
            return
        halt = None
        if until is not None:
            found = self.steps(dotted_name(until), signature.index)
            if found is None:
                self.cx.messages.error(
                    "N01", until.place, phrase("there is no step ‘{0}’", dotted_name(until)), self.step_hint(dotted_name(until))
                )
                return
            halt = found.agenda, found.steps
        for _ in range(times):
            run = core.Run(scene.place, signature.index, args)
            self.lines.append(ScenarioLine("do", scene.place, (*before, run), acts=True, halt=halt))

    def steps(self, path: str, first: int = core.NONE) -> Deed | None:
        """The steps a path speaks of: AGENDA.STEP, or STEP alone, of the agenda ``first`` or of the first that has one."""
        owner, _, name = path.rpartition(".")
        owner = owner.rpartition(".")[2]
        agendas = [s.index for s in self.cx.symbols.signatures.values() if s.kind == "agenda" and (not owner or s.name == owner)]
        for index in sorted(agendas, key=lambda i: i != first):
            steps = self.cx.procedures[index].steps
            found = frozenset(i for i, s in enumerate(steps) if name in (s.name, s.name.replace(" of ", "_"), s.name.partition(" of ")[0]))
            if found:
                return Deed(path, index, found)
        return None

    def step_hint(self, path: str) -> str:
        agendas = [s for s in self.cx.symbols.signatures.values() if s.kind == "agenda"]
        known = [f"{s.name}.{step.name}" for s in agendas for step in self.cx.procedures[s.index].steps]
        return did_you_mean(path, [*known, *(k.partition(".")[2] for k in known)]) or "Write it as AGENDA.STEP."

    def deed(self, call: t.Call) -> Deed:
        """What a line says may have happened."""
        signature = self.cx.symbols.signatures.get(str(call.word))
        if signature is None:
            found = self.steps(str(call.word))
            if found is None:
                known = [n for n, s in self.cx.symbols.signatures.items()]
                hint = did_you_mean(call.word, known) or self.step_hint(str(call.word))
                self.cx.messages.error("N01", call.place, phrase("nothing called ‘{0}’ can happen", call.word), hint)
                return Deed(str(call.word))
            self.step_args(found, call)
            return found
        out = Deed(str(call.word))
        for arg in call.args:
            param = next((p for p in signature.params if p.preposition == arg.preposition), None)
            if param is None:
                self.cx.messages.error("T06", arg.place, phrase("‘{0}’ takes no ‘{1} ...’", call.word, arg.preposition),
                                       phrase("Write it as: {0}.", form_of(signature)))  # fmt: skip
                continue
            out.args[param.name] = bind_as(self.cx, arg.value, self.scope, signature.types[signature.names[param.name]])
        return out

    def step_args(self, deed: Deed, call: t.Call) -> None:
        """What a step is for: what its agenda was given, and the element of one with ‘for each’."""
        signature = next(s for s in self.cx.symbols.signatures.values() if s.index == deed.agenda)
        procedure = self.cx.procedures[deed.agenda]
        for arg in call.args:
            position = next((i for i, p in enumerate(signature.params) if p.preposition == arg.preposition), None)
            if position is not None:
                slot, type_ = signature.params[position].slot, signature.types[position]
            elif procedure.each is not None and not arg.preposition and isinstance(procedure.each.source, core.Rows):
                slot, type_ = procedure.each.slot, row(procedure.each.source.domain)
            else:
                remedy = (
                    phrase("Write it as: {0}.", form_of(signature))
                    if signature.params
                    else phrase("‘{0}’ takes nothing: leave it out.", signature.name)
                )
                self.cx.messages.error(
                    "T06", arg.place, phrase("‘{0}’ takes no ‘{1}’", call.word, phrase("{0} ...", arg.preposition).strip()), remedy
                )
                continue
            deed.given[slot] = bind_as(self.cx, arg.value, self.scope, type_)

    def on_do(self, scene: t.Scene, call: t.Call, regardless: bool = False) -> None:
        self.do(scene.place, *bind_statement(self.cx, call, self.scope), acts=True)
        self.lines[-1].regardless = regardless
        if regardless and str(call.word) not in self.cx.symbols.actions:
            self.cx.messages.error("C05", scene.place, phrase("‘{0}’ is not an action: nothing is asked before it is done", call.word),
                                   "Leave out ‘regardless’.")  # fmt: skip

    # ------------------------------------------------------------------------------------ expectations

    def on_expect(self, scene: t.Scene, test: t.Expr) -> None:
        for part in conjuncts(test):
            self.lines.append(ScenarioLine("expect", part.place, expr=bind_flag(self.cx, part, self.scope)))

    def on_expect_wins(self, scene: t.Scene, who: t.Expr, wanted: bool, lost: bool = False) -> None:
        bound, type_ = bind_expression(self.cx, who, self.scope)
        if type_.is_row:
            bound, type_ = core.SetOf(scene.place, (bound,)), group(type_.domain)
        if lost:
            bound = all_but(self.cx, scene.place, bound, type_.domain)
        self.lines.append(ScenarioLine("wins", scene.place, expr=bound, domain=type_.domain, wanted=wanted, lost=lost))

    def on_expect_goes_on(self, scene: t.Scene, what: t.Word, wanted: bool) -> None:
        check_match(self.cx, what)
        self.lines.append(ScenarioLine("goes_on", scene.place, wanted=wanted))

    def on_expect_told(self, scene: t.Scene, who: t.Expr, text: str, wanted: bool, recent: bool = False) -> None:
        seats = audience_of(self.cx, who, self.scope)
        if isinstance(who, t.Name) and str(who.word) == "nobody":  # nobody at all, and not all of no seats
            seats, wanted = core.Const(who.place, 0), False
        if not wanted:
            check_sayable(self.cx, self.scenario, scene.place, text)
        self.lines.append(ScenarioLine("told", scene.place, expr=seats, text=text, wanted=wanted, recent=recent))

    def on_expect_told_before(self, scene: t.Scene, who: t.Expr, first: str, second: str) -> None:
        nobody = isinstance(who, t.Name) and str(who.word) == "nobody"
        seats = audience_of(self.cx, who, self.scope)
        self.lines.append(ScenarioLine("told_before", scene.place, expr=seats, text=first, then=second, wanted=not nobody))

    def on_expect_stops(self, scene: t.Scene, text: str) -> None:
        if not self.lines or not self.lines[-1].acts:
            self.cx.messages.error("C05", scene.place, "there is nothing above this line that could stop",
                                   "It goes right after the ‘play’ or ‘do’ that stops.")  # fmt: skip
        self.lines.append(ScenarioLine("stops", scene.place, text=text))

    def on_expect_before(self, scene: t.Scene, first: t.Call, second: t.Call) -> None:
        self.lines.append(ScenarioLine("before", scene.place, deeds=(self.deed(first), self.deed(second))))

    def on_expect_happens(self, scene: t.Scene, deed: t.Call, times: int) -> None:
        self.lines.append(ScenarioLine("happens", scene.place, deeds=(self.deed(deed),), times=times))

    def on_expect_dice(self, scene: t.Scene, throws: list[tuple[t.Word | None, list[int | t.Word], Place]]) -> None:
        found = tuple(
            (str(label) if label else "", tuple(face_of(self.cx, label, face, True) for face in faces)) for label, faces, _ in throws
        )
        self.lines.append(ScenarioLine("dice", scene.place, throws=found))

    def on_expect_totals(self, scene: t.Scene, contest: t.Word, left: t.Expr, right: t.Expr) -> None:
        signature = self.cx.symbols.signatures.get(str(contest))
        if signature is None or signature.kind != "contest":
            tell_unknown(self.cx.symbols, contest, "contest", [n for n, s in self.cx.symbols.signatures.items() if s.kind == "contest"])
            return
        sides = tuple(bind_as(self.cx, side, self.scope, NUMBER) for side in (left, right))
        self.lines.append(ScenarioLine("totals", scene.place, text=str(contest), sides=sides))

    def on_let(self, scene: t.Scene, name: t.Word, value: t.Expr) -> None:
        self.do(scene.place, *bind_statement(self.cx, t.Let(scene.place, name, value), self.scope))

    def on_refused(self, scene: t.Scene, who: t.Expr, order: t.Call, because: t.Because | None = None) -> None:
        answer = self.order(who, order)
        answer.because, answer.number = because, len(self.answers)
        self.lines.append(ScenarioLine("refused", scene.place, answer=answer))

    def on_expect_offered(self, scene: t.Scene, who: t.Expr, choice: t.Expr, offered: bool) -> None:
        seat = seat_of(self.cx, who, self.scope)
        name = str(choice.word) if isinstance(choice, t.Name) else ""
        if name not in self.cx.symbols.actions:
            self.cx.messages.error(
                "N01", choice.place, phrase("there is no action ‘{0}’", name), did_you_mean(name, self.cx.symbols.actions)
            )
        self.lines.append(ScenarioLine("offered", scene.place, expr=seat, text=name, wanted=offered))

    def on_picture(self, scene: t.Scene, said: t.Text, shown: list[t.Shown]) -> None:
        self.lines.append(ScenarioLine("picture", scene.place, said=text_of(said), shown=bind_shown(self.cx, shown, self.scope)))

    def on_measure(self, scene: t.Scene, value: t.Expr, name: t.Word | None) -> None:
        bound, type_ = bind_expression(self.cx, value, self.scope)
        self.lines.append(
            ScenarioLine(
                "measure", scene.place, expr=bound, text=self.new_name(str(name) if name else written(value, self.cx.sources)), type=type_
            )
        )

    def new_name(self, name: str) -> str:
        """What a measured value is called: two that are called alike are told apart."""
        known = {line.text for line in self.lines if line.kind == "measure"}
        return next(one for one in (name, *(f"{name} ({n})" for n in range(2, len(known) + 3))) if one not in known)


def bind_scenario(cx: Context, scenario: t.Scenario) -> ScenarioPlan:
    """The plan of a scenario; messages go to the context's."""
    return ScenarioBinder(cx, scenario).bind()


__all__ = ["bind_scenario", "options_of"]
