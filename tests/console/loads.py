"""Requests at a steady pace, and what an open page makes of them."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import httpx
from playwright.sync_api import Page

# Keeps the text of every row that arrives in the journal, and the longest time for which the page did nothing else.
_KEEPING = """() => {
  window.arrived = [];
  window.longest = 0;
  const keep = (row) => { if (row.cells) window.arrived.push(row.cells[3].textContent); };
  const body = document.querySelector("tbody[data-live]");
  if (body) new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach(keep)))
    .observe(body, { childList: true });
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    window.longest = Math.max(window.longest, now - last - 20);
    last = now;
  }, 20);
}"""


def keep_rows(page: Page) -> None:
    """Lets an open page keep `arrived`, the rows that arrive, and `longest`, how long it was busy, in milliseconds."""
    page.evaluate(_KEEPING)


@dataclass
class Load:
    """Requests that were sent: their marks, and how long each took, in seconds."""

    marks: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    done: threading.Event = field(default_factory=threading.Event)


@contextmanager
def sending(address: str, key: str, *, per_second: int, seconds: float) -> Iterator[Load]:
    """Sends a number of requests a second for a number of seconds, beside what the caller does. Each has a mark of its
    own.
    """
    load = Load()

    def send() -> None:
        try:
            with httpx.Client(base_url=address, headers={"X-Api-Key": key}, timeout=30) as client:
                began = time.perf_counter()
                for number in range(int(per_second * seconds)):
                    time.sleep(max(0.0, began + number / per_second - time.perf_counter()))
                    load.seconds.append(_sent(client, f"{number + 1}"))
                    load.marks.append(f"{number + 1}")
        finally:
            load.done.set()

    thread = threading.Thread(target=send, daemon=True)
    thread.start()
    yield load
    thread.join()
    assert len(load.marks) == int(per_second * seconds), "A request failed. The output has the reason."


def _sent(client: httpx.Client, mark: str) -> float:
    """How long a request for a page with this mark as its number took."""
    sent = time.perf_counter()
    client.get("/api/v1/travel/bookings", params={"page": mark}).raise_for_status()
    return time.perf_counter() - sent
