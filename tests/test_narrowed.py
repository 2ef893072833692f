"""A narrowed mutant shows under its circumstance and nowhere else, and batches keep their faults apart."""

from collections.abc import AsyncIterator, Callable, Iterator
from datetime import date, timedelta
from itertools import combinations
from typing import Any

import httpx
import pytest

from tests.mutants.narrowed import Narrowed, batches, every_narrowed, planted
from tests.mutants.tools.circumstances import OF_OPERATIONS, VALUES
from tests.mutants.tools.operations import OPERATION_NAMES
from tests.mutants.tools.proxy import build_proxy
from tests.sandbox.servers import serving

pytestmark = pytest.mark.anyio
Ask = Callable[..., Any]


@pytest.fixture(scope="module")
def sandbox() -> Iterator[str]:
    with serving("--ephemeral") as running:
        yield running.address


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def ask(sandbox: str, request: pytest.FixtureRequest) -> AsyncIterator[Ask]:
    """Asks the proxy that serves the narrowed mutant of the test, as one agency or another, for JSON."""
    narrowed = Narrowed(*request.param)
    proxy = build_proxy(sandbox, planted({"narrow": [narrowed]}))
    world = narrowed.mutant.lower().replace(".", "-")
    async with httpx.AsyncClient(transport=httpx.ASGITransport(proxy), base_url="http://proxy") as client:

        async def asked(path: str, agency: str = "alpha", method: str = "GET", body: Any = None) -> Any:
            headers = {"x-api-key": f"sbx_{world}-{narrowed.circumstances[0]}_{agency}"}
            return (await client.request(method, f"/narrow/api/v1{path}", headers=headers, json=body)).json()

        yield asked


async def a_course(ask: Ask, *, online: bool) -> str:
    listed = (await ask("/travel/courses?pageSize=100"))["data"]
    return next(course["id"] for course in listed if course["isOnline"] is online)


async def refunds_at_the_end(ask: Ask, course_id: str, agency: str = "alpha") -> int:
    terms = await ask(f"/travel/courses/{course_id}/terms", agency)
    return int(terms["data"]["cancellationPolicy"]["tiers"][-1]["refundPercent"])


@pytest.mark.parametrize("ask", [("TRM-07", ("asker",), ("second agency",))], indirect=True)
async def test_a_fault_shows_to_the_second_agency_alone(ask: Ask) -> None:
    course_id = await a_course(ask, online=True)

    assert [await refunds_at_the_end(ask, course_id, agency) for agency in ("alpha", "bravo")] == [0, 150]


@pytest.mark.parametrize("ask", [("TRM-07", ("course",), ("offline",))], indirect=True)
async def test_a_fault_shows_at_offline_courses_alone(ask: Ask) -> None:
    ids = [await a_course(ask, online=online) for online in (True, False)]

    assert [await refunds_at_the_end(ask, course_id) for course_id in ids] == [0, 150]


@pytest.mark.parametrize("ask", [("TRM-07", ("asker", "course"), ("second agency", "offline"))], indirect=True)
async def test_a_fault_of_two_circumstances_shows_where_they_meet(ask: Ask) -> None:
    ids = [await a_course(ask, online=online) for online in (True, False)]

    at_alpha = [await refunds_at_the_end(ask, course_id) for course_id in ids]
    at_bravo = [await refunds_at_the_end(ask, course_id, "bravo") for course_id in ids]

    assert (at_alpha, at_bravo) == ([0, 0], [0, 150])


@pytest.mark.parametrize("ask", [("BKG-01.course", ("before",), ("cancelled",))], indirect=True)
async def test_a_fault_shows_at_cancelled_bookings_alone(ask: Ask) -> None:
    day = (date.today() + timedelta(days=30)).isoformat()  # noqa: DTZ011 - any day a month ahead
    course_id = await a_course(ask, online=True)
    sheet = await ask(f"/travel/courses/{course_id}/tee-times?date={day}&players=1")
    lead = {"firstName": "Ada", "lastName": "Lovelace", "email": "ada@example.com"}
    wish = {"courseId": course_id, "date": day, "teeTime": sheet["availableTimes"][0]["time"], "players": 1}
    made = await ask("/travel/bookings", method="POST", body={**wish, "leadPlayer": lead})
    path = f"/travel/bookings/{made['data']['id']}"

    before = (await ask(path))["data"]["course"].keys()
    await ask(path, method="DELETE")
    after = (await ask(path))["data"]["course"].keys()

    assert (before, after) == ({"id", "name"}, {"id"})


@pytest.mark.parametrize("together", [1, 2])
def test_faults_of_a_batch_share_neither_row_nor_operation(together: int) -> None:
    for batch in batches(20, seed=1, together=together).values():
        for narrowed, other in combinations(batch, 2):
            assert narrowed.wide.requirement != other.wide.requirement
            assert not narrowed.wide.operations & other.wide.operations


def test_a_seed_gives_the_same_batches_and_no_mutant_twice() -> None:
    drawn = batches(20, seed=3)

    assert drawn == batches(20, seed=3) != batches(20, seed=4)
    mutants = [narrowed.mutant for batch in drawn.values() for narrowed in batch]
    assert len(mutants) == len(set(mutants)) > 100


def test_every_value_of_every_circumstance_meets_some_mutant() -> None:
    met = {(narrowed.circumstances, narrowed.values) for narrowed in every_narrowed()}

    assert met == {((name,), (value,)) for name, values in VALUES.items() for value in values}


def test_the_circumstances_are_those_of_operations_that_exist() -> None:
    assert OF_OPERATIONS.keys() <= OPERATION_NAMES
    assert {name for names in OF_OPERATIONS.values() for name in names} == VALUES.keys()
