"""Everything that OpenAPI says of the interface, tried with what it allows and with what it does not, by schemathesis."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance, status_code_conformance

from arbitre.table import people
from arbitre.table.storage.store import Store
from arbitre.table.web.mirrors import EVERYTHING
from tests.arbitre.table.hall import HERE, Browser, Hall

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
SCHEMA = schemathesis.openapi.from_dict(EVERYTHING)
OPERATIONS = {f"{one.ok().method.upper()} {one.ok().path}": one.ok() for one in SCHEMA.get_all_operations()}


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Hall, str, str]]:
    """A hall, a table that somebody plays at, and his key."""
    store = Store(str(tmp_path_factory.mktemp("schema") / "tables.db"))
    hall = Hall(store)
    hall.person("Ana")
    hall.person("Ben")
    table = hall.table("Ana", {"Ana": "cross", "Ben": "nought"}, early=False)
    with store.writing() as held:
        key = people.new_key(held, hall.ids["Ana"], hall.now, "api")
    hall.service.patience = 0.0
    yield hall, table, key
    store.close()


def tried(asked: tuple[Hall, str, str], name: str, mode: GenerationMode, examples: int) -> set[int]:
    """What is answered, in all, to whatever fits an operation, or does not."""
    hall, table, key = asked
    client = Browser(hall).client
    statuses = set()

    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=OPERATIONS[name].as_strategy(generation_mode=mode), real=st.booleans(), known=st.booleans())
    def once(case: Any, real: bool, known: bool) -> None:
        if real and "{table}" in case.path:
            case.path_parameters = {**(case.path_parameters or {}), "table": table}
        case.headers = {**(case.headers or {}), **({"authorization": f"Bearer {key}"} if known else {})}
        hall.service.limits.left.clear()
        parts = case.as_transport_kwargs(base_url=HERE)
        parts.pop("cookies", None)
        answer = client.request(**parts)
        statuses.add(answer.status_code)
        case.validate_response(answer, checks=CHECKS)

    once()
    return statuses


@pytest.mark.parametrize("examples", [8, pytest.param(50, marks=pytest.mark.more)])
@pytest.mark.parametrize("name", sorted(OPERATIONS))
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["fits", "does-not"])
def test_what_is_answered_is_what_is_promised(asked: tuple[Hall, str, str], name: str, mode: GenerationMode, examples: int) -> None:
    try:
        statuses = tried(asked, name, mode, examples)
    except schemathesis.errors.InvalidSchema as error:  # nothing that does not fit can be sent there
        assert mode == GenerationMode.NEGATIVE and "{" not in name, error
        return
    assert statuses and not any(status >= 500 for status in statuses)


def test_all_that_programs_can_ask_is_promised() -> None:
    from arbitre.table.web.routes import HANDLERS

    known = {f"{method} {path.replace(':int', '')}" for method, path in HANDLERS if path.startswith("/api/")}
    assert known == {*OPERATIONS, "GET /api/openapi.json"}
