"""Slots are given in the order of asking, and never more of them than there are."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

from conformance.wire.slots import Slots


def test_whoever_waits_comes_before_a_thread_that_asks_again() -> None:
    slots, order, waits = Slots(1), list[str](), threading.Event()

    def wait() -> None:
        waits.set()
        with slots:
            order.append("waited")

    with ThreadPoolExecutor(1) as pool:
        with slots:
            pool.submit(wait)
            waits.wait()
            time.sleep(0.05)
        with slots:
            order.append("asked again")

    assert order == ["waited", "asked again"]


def test_no_more_slots_are_held_than_there_are() -> None:
    slots, counting, held, most = Slots(3), threading.Lock(), 0, 0

    def hold() -> None:
        nonlocal held, most
        for _ in range(50):
            with slots:
                with counting:
                    held += 1
                    most = max(most, held)
                time.sleep(0.0002)
                with counting:
                    held -= 1

    with ThreadPoolExecutor(8) as pool:
        for holding in [pool.submit(hold) for _ in range(8)]:
            holding.result()

    assert (held, most) == (0, 3)
    with slots, slots, slots:
        pass
