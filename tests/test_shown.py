"""When a planted fault counts as shown: the caller sees something else than the sandbox does without the fault."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import httpcore
import pytest

from tests.mutants.tools.call import Answer, Call, Upstream
from tests.mutants.tools.shown import noting_what_is_sent, shows

Handler = Callable[[Call], Awaitable[Answer]]
_HEADERS = (("content-type", "application/json"),)
_BODY = b'{"players": 2}'
_HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 14\r\nconnection: close\r\n\r\n"


async def forwarded(call: Call) -> Answer:
    return await call.forward()


async def edited(call: Call) -> Answer:
    answer = await call.forward()
    return answer.with_json(answer.json() | {"players": 4})


async def written_in_another_form(call: Call) -> Answer:
    answer = await call.forward()
    return replace(answer, body=answer.body.replace(b" ", b""))


async def with_another_header(call: Call) -> Answer:
    return (await call.forward()).with_header("etag", '"7"')


async def asked_in_another_form(call: Call) -> Answer:
    return await replace(call, body=b'{ "players":2 }').forward()


async def after_a_look(call: Call) -> Answer:
    await call.upstream("GET", "/travel/courses")
    return await call.forward()


async def with_a_secret_booking(call: Call) -> Answer:
    await call.upstream("POST", "/travel/bookings", json={"players": 1})
    return await call.forward()


async def sent_twice(call: Call) -> Answer:
    await call.forward()
    return await call.forward()


async def of_another_page(call: Call) -> Answer:
    return await call.asking(page=2).forward()


async def never_sent(_: Call) -> Answer:
    return Answer(200, _HEADERS, b'{"players": 2}')


async def through_a_relay(call: Call) -> Answer:
    return await call.with_json({"url": "http://127.0.0.1:1/_relay/a/b/c"}).forward()


@pytest.mark.parametrize("handle", [edited, with_another_header, with_a_secret_booking, of_another_page, never_sent])
def test_a_fault_shows_when_the_caller_gets_or_causes_something_else(handle: Handler) -> None:
    assert shown_by(handle, "GET") is True


@pytest.mark.parametrize(
    "handle", [forwarded, written_in_another_form, asked_in_another_form, after_a_look, sent_twice]
)
def test_a_fault_does_not_show_in_what_the_sandbox_answers_itself(handle: Handler) -> None:
    assert shown_by(handle, "GET") is False


def test_a_write_that_is_sent_twice_shows() -> None:
    assert (shown_by(forwarded, "POST"), shown_by(sent_twice, "POST")) == (False, True)


def test_a_subscription_that_is_relayed_does_not_show() -> None:
    assert shown_by(through_a_relay, "POST") is False


def shown_by(handle: Handler, method: str) -> bool:
    async def asked() -> bool:
        async with httpcore.AsyncConnectionPool(network_backend=httpcore.AsyncMockBackend([_HEAD, _BODY])) as pool:
            sandbox = Upstream(pool, httpcore.URL("http://sandbox.example"))
            call = Call(method, "/travel/bookings", None, {}, "", _HEADERS, _BODY, sandbox)
            with noting_what_is_sent() as sent:
                answer = await handle(call)
            return shows(call, answer, sent)

    return asyncio.run(asked())
