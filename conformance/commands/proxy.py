"""The command `proxy`. It parses, starts and prints; nothing is decided here."""

import asyncio
import signal
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import click

from conformance.proxy.beside import Beside
from conformance.proxy.gate import ContractGate
from conformance.proxy.judges import Settings, judges
from conformance.proxy.road import Road
from conformance.proxy.service import Service, listening_place, service_at
from conformance.results.run_result import EXIT_NOT_STARTED
from conformance.target.declarations import TargetError
from conformance.target.describing import describe_target
from conformance.target.target import Target
from conformance.target.target_files import read_target_file
from conformance.text.terminal import say
from conformance.watching.contract_judge import ContractJudge
from conformance.wire.transport import tls_context
from openapi.bundler import contract
from openapi.places import ContractError
from openapi.versions import read_version

_INSTALLED = "the contract"
_NO_KEY = "none"
_MOST_CONTRACTS = 2


@click.command()
@click.option(
    "--to", "to", metavar="URL", required=True, help="The service: an address that ends in the version segment."
)
@click.option(
    "--listen", metavar="HOST:PORT", default="127.0.0.1:8090", show_default=True, help="Where callers come in."
)
@click.option(
    "--target", "target_file", metavar="FILE_OR_URL", help="The target file: keys, key header, hold id, budgets."
)
@click.option(
    "--contract",
    "contracts",
    metavar="A",
    multiple=True,
    help="Judge by this contract; a second one is judged beside it.",
)
@click.option("--enforce", is_flag=True, help="Answer for the service where a message breaks the contract.")
@click.option(
    "--webhooks",
    metavar="HOST:PORT=URL",
    help="Take deliveries at HOST:PORT, judge them, and pass them on to the subscriber at URL.",
)
@click.option("--har", type=click.Path(path_type=Path, dir_okay=False), help="Keep every exchange in this archive.")
@click.option("--page", metavar="HOST:PORT", help="Show the findings on a page at this address.")
@click.pass_context
def proxy(
    context: click.Context,
    /,
    *,
    to: str,
    listen: str,
    target_file: str | None,
    contracts: Sequence[str],
    enforce: bool,
    webhooks: str | None,
    har: Path | None,
    page: str | None,
) -> None:
    """Judge the traffic between callers and the service behind --to, without changing it.

    Runs until Ctrl-C. Exit codes: 0 ended, 2 the proxy could not start.
    """
    try:
        target = _target(to, target_file)
        service = service_at(to, tls_context(target.wire))
        documents = _documents(contracts)
        settings = Settings(
            origin=service.origin,
            base_path=service.base_path,
            contracts=documents,
            keys=(target.api_key or None, target.second_api_key),
            key_header=target.wire.key_header,
            hold_id=target.hold_id,
            visibility=target.budgets.visibility_seconds,
            har=har,
            page=listening_place("--page", page) if page else None,
        )
        place = listening_place("--listen", listen)
        gate = ContractGate(ContractJudge(*next(iter(documents.items())), target.hold_id), service.base_path)
        deliveries = _deliveries(webhooks, target) if webhooks else None
        with asyncio.Runner(loop_factory=_fastest_loop()) as runner:
            runner.run(_run(service, place, settings, gate if enforce else None, deliveries))
    except (TargetError, ContractError) as error:
        say(f"teesheet proxy: {error}", err=True)
        context.exit(EXIT_NOT_STARTED)


def _fastest_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Creates the event loop of the extra `fast`. None, for Python's own, where that is not installed."""
    try:
        import uvloop  # noqa: PLC0415 - only the extra `fast` brings it
    except ModuleNotFoundError:
        return None
    return uvloop.new_event_loop


Deliveries = tuple[tuple[str, int], Service]


async def _run(
    service: Service,
    place: tuple[str, int],
    settings: Settings,
    gate: ContractGate | None,
    deliveries: Deliveries | None,
) -> None:
    over = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, over.set)
    beside = Beside(partial(judges, settings))
    numbers = count()
    road = Road(service, beside.take, gate, numbers=numbers)
    roads = [road]
    try:
        address = await road.listen(*place)
        say(f"teesheet proxy: {address}{service.base_path} passes everything to {service.origin}. Ctrl-C ends it.")
        if deliveries:
            where, subscriber = deliveries
            roads.append(Road(subscriber, beside.take, numbers=numbers, of_deliveries=True))
            address = await roads[-1].listen(*where)
            say(f"Deliveries to {address} pass on to {subscriber.origin}.")
        await over.wait()
    finally:
        for opened in roads:
            await opened.close()
        await asyncio.to_thread(beside.close)


def _deliveries(text: str, target: Target) -> Deliveries:
    """Where deliveries come in, and the subscriber behind it. Raises `TargetError`."""
    place, equals, url = text.partition("=")
    if not equals:
        raise TargetError(f"--webhooks must be HOST:PORT=URL like 127.0.0.1:8091=http://127.0.0.1:9000, not {text}.")
    return listening_place("--webhooks", place), service_at(url, tls_context(target.wire), "--webhooks")


def _target(to: str, target_file: str | None) -> Target:
    """The facts about the service. A proxy needs no keys, but the keys of a target file tell two agencies apart."""
    if target_file is None:
        return Target(to, "")
    declared = read_target_file(target_file)
    found = describe_target(to, _NO_KEY if "keys" not in declared else None, None, declared)
    return replace(found, api_key="") if found.api_key == _NO_KEY else found


def _documents(names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The contracts to judge by, under their names: the named contracts, else the contract of this distribution."""
    if len(names) > _MOST_CONTRACTS:
        raise TargetError("--contract can be given at most twice.")
    return {name: read_version(name).document for name in names} or {_INSTALLED: contract()}
