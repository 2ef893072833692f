"""Counts of requests for Prometheus: how many, how they ended, how long they took."""

from collections.abc import Iterator, Mapping

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest, multiprocess
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from mock_server.api.exchanges import Exchange

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Metrics:
    """The metrics of one process, or of all processes that share a folder of samples."""

    def __init__(self, *, of_several_processes: bool) -> None:
        self.registry = CollectorRegistry()
        self.of_several_processes = of_several_processes
        self.requests = Counter(
            "teesheet_requests", "Requests answered.", ["operation", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "teesheet_request_seconds", "Time to answer.", ["operation"], buckets=_BUCKETS, registry=self.registry
        )
        self.events = Counter("teesheet_events", "Events that requests caused.", registry=self.registry)
        self.lost_entries = Counter(
            "teesheet_journal_entries_lost",
            "Exchanges that the journal does not have.",
            registry=self.registry,
        )
        self._counters: dict[tuple[str, int], Counter] = {}
        self._timers: dict[str, Histogram] = {}

    def count(self, exchange: Exchange) -> None:
        """Counts one request. A connection that was cut has the status 0."""
        operation = exchange.operation or "none"
        key = (operation, exchange.status)
        counter = self._counters.get(key)
        if counter is None:
            counter = self._counters[key] = self.requests.labels(operation, str(exchange.status))
            self._timers[operation] = self.seconds.labels(operation)
        counter.inc()
        self._timers[operation].observe(exchange.seconds)
        if exchange.events:
            self.events.inc(len(exchange.events))

    def exposition(self, gauges: Mapping[str, tuple[str, float]]) -> bytes:
        """All metrics in the text format of Prometheus. *gauges* maps names to a help text and a present value."""
        counted = self.registry
        if self.of_several_processes:
            counted = CollectorRegistry()
            multiprocess.MultiProcessCollector(counted)  # type: ignore[no-untyped-call]  # It carries no types.
        of_now = CollectorRegistry()
        of_now.register(_Gauges(gauges))
        return generate_latest(counted) + generate_latest(of_now)


class _Gauges(Collector):
    """Values of this moment, which belong to the server and not to a process."""

    def __init__(self, gauges: Mapping[str, tuple[str, float]]) -> None:
        self.gauges = gauges

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The gauges with their values."""
        for name, (text, value) in self.gauges.items():
            yield GaugeMetricFamily(name, text, value)
