"""The receiver of deliveries: what it keeps, how it waits, and what it survives."""

import socket
import threading
import time
from collections.abc import Iterator

import httpx
import pytest

from conformance.evidence.receiver import Receiver, ReceiverError
from conformance.target.channels import ReceiverFacts
from conformance.wire.listening import ListeningReceiver


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    listening = ListeningReceiver(ReceiverFacts())
    yield listening
    listening.close()


def test_a_delivery_is_kept_as_it_came(receiver: Receiver) -> None:
    url = receiver.new_address("desk")

    answer = httpx.post(f"{url}?agency=1", content=b'{"id": "bkg_1"}', headers={"X-Signature": "abc"})

    (kept,) = receiver.everything()
    assert answer.status_code == 204
    assert (kept.method, kept.content, kept.body) == ("POST", b'{"id": "bkg_1"}', {"id": "bkg_1"})
    assert ("X-Signature", "abc") in kept.headers
    assert url.endswith(kept.path.partition("?")[0])
    assert kept.arrived_at.utcoffset() is not None


def test_each_address_is_given_once_and_sees_its_own(receiver: Receiver) -> None:
    first, second = receiver.new_address("desk"), receiver.new_address("desk")

    httpx.post(first, content=b"1")
    httpx.post(second, content=b"2")

    assert [delivery.content for delivery in receiver.at(first)] == [b"1"]


def test_deliveries_are_answered_during_a_look(receiver: Receiver) -> None:
    url, is_answered, looks = receiver.new_address("desk"), threading.Event(), list[bool]()

    def post() -> None:
        httpx.post(url, content=b"1")
        is_answered.set()

    def look(_: object) -> bool:
        if not is_answered.is_set():
            threading.Thread(target=post).start()
        looks.append(is_answered.wait(5))
        return looks[-1]

    receiver.wait(look, 10)

    assert looks[0]


def test_a_query_is_part_of_an_address(receiver: Receiver) -> None:
    url = receiver.new_address("desk")

    httpx.post(url)

    assert receiver.at(f"{url}?agency=1") == []


def test_an_address_in_front_may_change_what_stands_before_the_last_segment() -> None:
    listening = ListeningReceiver(ReceiverFacts(public_url="https://tunnel.example/golf"))
    url = listening.new_address("desk")

    httpx.post(f"http://127.0.0.1:{listening._server.server_port}/{url.rpartition('/')[2]}", content=b"1")
    found = listening.at(url)
    listening.close()

    assert url.startswith("https://tunnel.example/golf/desk-")
    assert [item.content for item in found] == [b"1"]


@pytest.mark.parametrize(
    ("content", "headers"),
    [
        (b'{"booking": "bkg_1"}', {}),
        (b'{"note": "\\u0062kg_1"}', {}),
        (b"booking=bkg_1", {"Content-Type": "application/x-www-form-urlencoded"}),
        (b"", {"X-Booking": "bkg_1"}),
    ],
    ids=["body", "escaped", "form", "header"],
)
def test_a_delivery_is_searched_wherever_the_value_stands(
    receiver: Receiver, content: bytes, headers: dict[str, str]
) -> None:
    httpx.post(receiver.new_address("desk"), content=content, headers=headers)

    assert receiver.everything()[0].mentions("bkg_2", "bkg_1")


def test_a_value_that_is_not_there_is_not_found(receiver: Receiver) -> None:
    httpx.post(receiver.new_address("desk"), content=b'{"booking": "bkg_1"}')

    assert not receiver.everything()[0].mentions("bkg_2")


def test_waiting_ends_with_the_arrival(receiver: Receiver) -> None:
    url = receiver.new_address("desk")
    threading.Timer(0.1, httpx.post, [url]).start()

    assert len(receiver.wait(lambda _: receiver.at(url), 20.0)) == 1


def test_waiting_ends_with_the_time(receiver: Receiver) -> None:
    assert receiver.wait(lambda _: receiver.at("http://127.0.0.1/nobody"), 0.05) == []


def test_waiting_in_vain_costs_patience_until_something_arrives(receiver: Receiver) -> None:
    url = receiver.new_address("desk")
    receiver.wait_for_delivery(lambda _: receiver.at(url), 0.05)

    began = time.monotonic()
    receiver.wait_for_delivery(lambda _: receiver.at(url), 20.0)
    in_vain = time.monotonic() - began
    httpx.post(receiver.new_address("other"))
    threading.Timer(1.0, httpx.post, [url]).start()

    assert in_vain < 10.0
    assert len(receiver.wait_for_delivery(lambda _: receiver.at(url), 20.0)) == 1


def test_a_body_in_chunks_is_put_together(receiver: Receiver) -> None:
    httpx.post(receiver.new_address("desk"), content=iter([b'{"id":', b'"bkg_1"}']))

    assert receiver.everything()[0].body == {"id": "bkg_1"}


def test_a_caller_that_hangs_up_harms_nobody(receiver: Receiver, capfd: pytest.CaptureFixture[str]) -> None:
    url = httpx.URL(receiver.new_address("desk"))
    with socket.create_connection((str(url.host), int(url.port or 0))) as caller:
        caller.sendall(b"POST / HTTP/1.1\r\nContent-Length: nonsense\r\nTransfer-Encoding: chunked\r\n\r\nzzz\r\n")

    httpx.post(url, content=b"1")

    assert receiver.at(str(url))[0].content == b"1"
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    "cut_off", [b'Content-Length: 20\r\n\r\n{"id":', b'Transfer-Encoding: chunked\r\n\r\n6\r\n{"id":\r\n']
)
def test_a_delivery_that_is_cut_off_is_none(receiver: Receiver, cut_off: bytes) -> None:
    url = httpx.URL(receiver.new_address("desk"))
    with socket.create_connection((str(url.host), int(url.port or 0))) as caller:
        caller.sendall(b"POST %s HTTP/1.1\r\n" % url.raw_path + cut_off)

    httpx.post(url, content=b"1")
    receiver.close()

    assert [kept.content for kept in receiver.everything()] == [b"1"]


def test_an_address_that_is_taken_is_refused_in_a_sentence(receiver: Receiver) -> None:
    port = int(httpx.URL(receiver.new_address("desk")).port or 0)

    with pytest.raises(ReceiverError, match=f"Deliveries cannot be received on 127.0.0.1:{port}"):
        ListeningReceiver(ReceiverFacts(port=port))


def test_nothing_listens_after_the_end() -> None:
    listening = ListeningReceiver(ReceiverFacts())
    url = listening.new_address("desk")

    listening.close()

    with pytest.raises(httpx.ConnectError):
        httpx.post(url)
