"""Finds the base address of a target: the given address, or an address below it that ends in a version segment."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from conformance.asking.levers import LeverCaller, TargetClock
from conformance.asking.preflight import PreflightError, preflight
from conformance.catalogue.paths import VERSION_AT_THE_END
from conformance.recordings.recording import Transport
from conformance.target.levers import Levers
from conformance.target.target import Target

_USUAL_PATHS = ("/api/v1", "/v1")


def find_target(given: Target, transport: Transport) -> tuple[Target, date]:
    """The target below the address of *given* that lists its courses, and its own date. Raises `PreflightError`."""
    tried = []
    for address in _addresses(given.base_url):
        target = replace(given, base_url=address)
        try:
            return target, preflight(target, transport, TargetClock(Levers(), LeverCaller(transport, given.api_key)))
        except PreflightError as error:
            tried.append(error)
    if len(tried) == 1:
        raise tried[0]
    refusals = " ".join(str(error) for error in tried)
    raise PreflightError(
        f"No address below {given.base_url} lists courses. Give the address that ends in the version. {refusals}"
    )


def _addresses(given: str) -> Sequence[str]:
    bare = given.rstrip("/")
    return [bare] if VERSION_AT_THE_END.search(bare) else [bare + path for path in _USUAL_PATHS]
