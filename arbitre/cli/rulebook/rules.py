"""Commands about rulebooks: what there is, faults, scenarios, clauses, the one form."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from arbitre.cli import completion as completing
from arbitre.cli.common import EXTENSION, JSON, LANG, dump, out
from arbitre.cli.group import cli


@cli.command("list")
@click.argument("game", required=False, shell_complete=completing.games)
@LANG
@JSON
def list_(game: str | None, lang: str, as_json: bool) -> None:
    """List the games, or what one game offers.

    With GAME: its sides, options, extensions, scenarios, what can be asked of ‘odds’, and whose game it is.
    """
    if game is None:
        from arbitre.cli.rulebook.shelf import games

        games(lang, as_json)
        if not as_json:
            from arbitre.cli.rulebook.packages import tell_installed

            tell_installed(lang)
    else:
        from arbitre.cli.rulebook import game_list as listing

        listing.one(game, lang, as_json)


@cli.command()
@click.argument("path", shell_complete=completing.games)
@EXTENSION
@LANG
@JSON
def check(path: str, extensions: tuple[str, ...], lang: str, as_json: bool) -> None:
    """Check rulebooks for mistakes.

    PATH is a game, a file or a folder. Exit status 1 if there are errors.
    """
    from arbitre.cli.rulebook import check as checking

    if not checking.check(path, extensions, lang, as_json):
        sys.exit(1)


@cli.command()
@click.argument("path", shell_complete=completing.games)
@EXTENSION
@LANG
@JSON
def test(path: str, extensions: tuple[str, ...], lang: str, as_json: bool) -> None:
    """Run the scenarios of rulebooks.

    PATH is a game, a file that extends one, or a folder. Exit status 1 if a scenario fails.
    """
    from arbitre.cli.rulebook import check as checking

    if not checking.test(path, extensions, lang, as_json):
        sys.exit(1)


@cli.command()
@click.argument("game", shell_complete=completing.games)
@EXTENSION
@LANG
@JSON
def clauses(game: str, extensions: tuple[str, ...], lang: str, as_json: bool) -> None:
    """Show which rule implements each clause.

    For each clause of the paper rules: the rules that carry it out, the scenarios that prove it, or why it is waived.
    """
    from arbitre.opening.books import open_book, readable
    from arbitre.opening.proof.coverage import coverage
    from arbitre.words.phrases import of

    rulebook = open_book(game, extensions, scenarios=True)
    readable(rulebook)
    found = coverage(rulebook)
    if as_json:
        dump([c.data(lang) for c in found])
        return
    say = of(lang).say
    called = {scenario.name: scenario.called(lang) for scenario in rulebook.scenarios}
    for clause in found:
        data = clause.data(lang)
        mark = " " if clause.proved else "!"
        out(f"{mark} {clause.id}  {say(f'clauses.{clause.status}')}{say('colon')}{data['text']}")
        for rule in clause.rules:
            out("      " + say("clauses.rule", rule=rule))
        for scenario in clause.scenarios:
            out("      " + say("clauses.scenario", scenario=called.get(scenario, scenario)))
        if data["reason"]:
            out("      " + say("clauses.reason", reason=data["reason"]))
    count = {status: sum(1 for c in found if c.status == status) for status in ("executed", "waived", "missing")}
    out(say("clauses.count", n=len(found), **count))


@cli.command()
@click.argument("game", shell_complete=completing.games)
@click.option("--sample", type=click.IntRange(1), default=None, help="Remove only this many lines, drawn at random.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of that draw.")
@click.option("--cores", type=click.IntRange(1, 64), default=2, show_default=True, help="Number of processes.")
@EXTENSION
@LANG
@JSON
def prove(game: str, sample: int | None, seed: int, cores: int, extensions: tuple[str, ...], lang: str, as_json: bool) -> None:
    """Test whether the scenarios prove the rules.

    Mutation testing: every expectation is negated and must then fail; every line with a margin note is removed, in
    memory, and a scenario must notice. The scenarios that claim the line's clauses run first, then all others. For an
    extension, every line of its file is removed and its own scenarios must notice. Exit status 1 if any line can go
    unnoticed.
    """
    from arbitre.cli.rulebook.proofs import told
    from arbitre.opening.proof.prover import prove as run
    from arbitre.words.phrases import of

    watched = sys.stderr.isatty()

    def progress(done: int, count: int) -> None:
        if watched or done % 50 == 0 or done == count:
            said = of(lang).say("prove.progress", done=done, n=count)
            click.echo(f"{chr(13) if watched else ''}{said}", nl=not watched, err=True)

    report = run(game, extensions, sample, seed, cores, progress)
    if watched:
        click.echo("", err=True)
    if as_json:
        dump(report.data())
    else:
        for line in told(report, lang):
            out(line)
    if not report.ok:
        sys.exit(1)


@cli.command()
@click.argument("game", shell_complete=completing.games)
@EXTENSION
@LANG
@JSON
def show(game: str, extensions: tuple[str, ...], lang: str, as_json: bool) -> None:
    """Show the rules in force, extensions applied.

    Every declaration is shown with the file it comes from.
    """
    from arbitre.opening.books import open_book, readable
    from arbitre.opening.effective import effective

    rulebook = open_book(game, extensions)
    readable(rulebook)
    rows = effective(rulebook)
    if as_json:
        dump(rows)
        return
    for row in rows:
        out(f"# {row['file']}:{row['line']}\n{row['source']}\n")


@cli.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--check", "only_check", is_flag=True, help="Change nothing; exit status 1 if any file would change.")
@click.option("--migrate", "migrating", is_flag=True, help="Replace former names by current ones; change nothing else.")
@LANG
def fmt(paths: tuple[Path, ...], only_check: bool, migrating: bool, lang: str) -> None:
    """Format rulebook files."""
    from arbitre.cli.rulebook.format import format_files, migrate_files

    if not (migrate_files if migrating else format_files)(paths, only_check, lang):
        sys.exit(1)


@cli.command()
@click.argument("code", required=False, shell_complete=completing.codes)
@LANG
@JSON
def explain(code: str | None, lang: str, as_json: bool) -> None:
    """Explain a message and how to fix it.

    Without CODE, list all messages. CODE may be a word of the rules language
    too: then it is told which chapter explains it.
    """
    from arbitre.dsl.diagnostics.explain import codes, page
    from arbitre.dsl.diagnostics.explain.words import chapter_of, words_of_the_language
    from arbitre.dsl.diagnostics.suggest import did_you_mean
    from arbitre.opening.books import refused
    from arbitre.words.phrases import of

    if code is None:
        found = codes(lang)
        if as_json:
            dump([{"code": c, "name": n} for c, n in found.items()])
            return
        for known, name in found.items():
            out(f"{known}  {name}")
        return
    text = page(code.upper(), lang)
    if text is None and (chapter := chapter_of(code, lang)) is not None:
        found_in = {"word": code, "title": chapter[0], "address": chapter[1]}
        dump(found_in) if as_json else out(of(lang).say("explain.word", **found_in))
        return
    if text is None:
        hint = did_you_mean(code.upper(), codes()) or did_you_mean(code, words_of_the_language()) or of(lang).say("explain.elsewhere")
        raise refused("cannot.no_message", code=code, hint=hint)
    dump({"code": code.upper(), "text": text}) if as_json else out(text)


@cli.command()
@LANG
def lsp(lang: str) -> None:
    """Run the language server for editors.

    It speaks the language server protocol on standard input and output; editors start it themselves. See “Editors” in
    the guide.
    """
    try:
        from arbitre.desk.server import serve
    except ModuleNotFoundError:
        from arbitre.opening.books import refused

        raise refused("cannot.no_desk") from None
    serve(lang)
