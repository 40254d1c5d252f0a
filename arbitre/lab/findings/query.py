"""Questions in SQL about results, answered by DuckDB."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from arbitre.lab.findings.results import Results, read_about
from arbitre.opening.books import refused


def opened(folder: Path) -> Any:
    """A DuckDB connection in which ``matches``, ``measures`` and ``variants`` are tables; files elsewhere cannot be read with it.

    Raises:
        Refused: there are no results.
    """
    import duckdb
    import pyarrow as pa

    results = Results(folder, read_about(folder))
    connection = duckdb.connect()
    for what in ("matches", "measures"):
        found = results.table(what)
        if found is not None:
            connection.register(what, found)
    rows = [{"variant": one["number"], "name": one["name"], "rules": one["rules"],
             **{key: one["settings"].get(key) for key in _settings(results.about)}} for one in results.about["variants"]]  # fmt: skip
    connection.register("variants", pa.Table.from_pylist(json.loads(json.dumps(rows))))
    connection.execute("SET enable_external_access = false")
    return connection


def _settings(about: dict[str, Any]) -> list[str]:
    return list(dict.fromkeys(name for one in about["variants"] for name in one["settings"]))


def asked(folder: Path, sql: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    """The heads and rows of an answer.

    Raises:
        Refused: it is no question that can be answered.
    """
    import duckdb

    with opened(folder) as connection:
        try:
            answer = connection.execute(sql)
        except duckdb.Error as error:
            raise refused("lab.no_answer", said=str(error).strip()[:500]) from None
        return [str(one[0]) for one in answer.description or ()], list(answer.fetchall())
