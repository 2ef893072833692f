"""Serves every mutant: ``python -m tests.mutants --upstream http://127.0.0.1:8080 --port 8090``."""

from __future__ import annotations

import argparse
import socket
from collections.abc import Mapping

import uvicorn

from tests.mutants import MUTANTS, Mutant, laid_aside
from tests.mutants.narrowed import batches, planted
from tests.mutants.tools.header_names import KeepingHeaderNames
from tests.mutants.tools.proxy import build_proxy


def main() -> None:
    """Serves the proxy on the loopback address."""
    options = _parser().parse_args()
    served = _served(options)
    # Date and Server come from the sandbox, like every other header.
    config = uvicorn.Config(
        build_proxy(options.upstream, served),
        http=KeepingHeaderNames,
        log_level="warning",
        server_header=False,
        date_header=False,
    )
    with socket.create_server(("127.0.0.1", options.port)) as listening:
        port = listening.getsockname()[1]
        print(f"{len(served)} mutants on http://127.0.0.1:{port}/<mutant>/api/v1", flush=True)
        uvicorn.Server(config).run([listening])


def _served(options: argparse.Namespace) -> Mapping[str, Mutant]:
    if options.narrowed:
        return planted(batches(options.narrowed, options.seed, options.together))
    return laid_aside.load() if options.laid_aside else MUTANTS


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--upstream", required=True, help="origin of the sandbox, http://127.0.0.1:8080")
    parser.add_argument("--port", type=int, default=0, help="port to listen on, a free one by default")
    parser.add_argument("--laid-aside", action="store_true", help="serve the faults of tests/mutants/laid_aside")
    parser.add_argument("--narrowed", type=int, metavar="COUNT", help="serve so many batches of narrowed mutants")
    parser.add_argument("--together", type=int, default=1, help="how many circumstances they need together")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the narrowed mutants")
    return parser


if __name__ == "__main__":
    main()
