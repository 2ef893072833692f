"""The grade of a recording: calls that another program recorded. Nobody asks the service, so less is observed."""

from dataclasses import replace
from pathlib import Path

from conformance.contracts.interface import Interface
from conformance.evidence.exchanges import Exchange
from conformance.grading.calls import ClientTraffic, calls_of
from conformance.grading.grades import Stage, observed_in
from conformance.recordings.har_reading import read_archive
from conformance.replaying.traffic import TrafficFiles
from conformance.replaying.traffic import calls_of as calls_in
from openapi.bundler import contract


def stage_of(file: Path, base_url: str | None) -> Stage:
    """The stage of the calls in *file* to the interface at *base_url*, or at its most frequent address.

    Raises `RecordingError` when the file has no call to the interface, or is damaged.
    """
    archive = read_archive(file)
    found = calls_in(TrafficFiles({file.name: archive}), [Interface("the contract", contract())], base_url)
    exchanges = tuple(_placed(call.exchange, index, call.path, call.agency) for index, call in enumerate(found.calls))
    return Stage(
        name="",
        title=f"The calls in {file.name}",
        exchanges=exchanges,
        observed=observed_in(ClientTraffic(calls_of(exchanges))),
    )


def _placed(exchange: Exchange, index: int, path: str, agency: str) -> Exchange:
    return replace(exchange, index=index, agency=agency, request=replace(exchange.request, path=path))
