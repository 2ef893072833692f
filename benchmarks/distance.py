"""A TCP relay that stands for a distance: every byte arrives half a round trip later, in each direction.

python -m benchmarks.distance --to 127.0.0.1:8080 --port 8090 --round-trip 0.1
"""

import argparse
import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

_CHUNK_BYTES = 65536


@dataclass(frozen=True)
class Distance:
    """A relay to *host* and *port*, *round_trip* seconds away."""

    host: str
    port: int
    round_trip: float

    async def carry(self, near: asyncio.StreamReader, to_near: asyncio.StreamWriter) -> None:
        """Carry one connection until one side closes it. A new connection costs a round trip before its first byte."""
        await asyncio.sleep(self.round_trip)
        try:
            far, to_far = await asyncio.open_connection(self.host, self.port)
        except OSError:
            to_near.close()
            return
        await asyncio.gather(self._one_way(near, to_far), self._one_way(far, to_near))

    async def _one_way(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        waiting: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        clock = asyncio.get_running_loop().time

        async def read() -> None:
            chunk = b"first"
            while chunk:
                try:
                    chunk = await source.read(_CHUNK_BYTES)
                except OSError:
                    chunk = b""
                waiting.put_nowait((clock() + self.round_trip / 2, chunk))

        async def write() -> None:
            while True:
                arrives_at, chunk = await waiting.get()
                await asyncio.sleep(max(arrives_at - clock(), 0.0))
                if not chunk:
                    break
                sink.write(chunk)
                await sink.drain()
            sink.close()

        with suppress(OSError):
            await asyncio.gather(read(), write())


async def serve(distance: Distance, port: int) -> None:
    """Relay every connection to *port* of the loopback address until the task is cancelled."""
    server = await asyncio.start_server(distance.carry, "127.0.0.1", port)
    async with server:
        await server.serve_forever()


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Relay connections as if the target were far away.")
    parser.add_argument("--to", required=True, metavar="HOST:PORT")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--round-trip", type=float, default=0.1, metavar="SECONDS")
    given = parser.parse_args(arguments)
    host, _, port = given.to.rpartition(":")
    with suppress(KeyboardInterrupt):
        asyncio.run(serve(Distance(host, int(port), given.round_trip), given.port))


if __name__ == "__main__":
    main()
