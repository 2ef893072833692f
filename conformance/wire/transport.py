"""Carries one request to the target and brings the response back. The only module that opens a connection.

A replay replaces it with another object that has the same method `exchange`.
"""

import base64
import ssl
import threading
import time
import urllib.request
from collections.abc import Sequence
from functools import cache

import httpcore
import httpx

from conformance.evidence.exchanges import Request, Response
from conformance.target.connection import WireSettings, is_proxy
from conformance.target.declarations import TargetError
from conformance.wire.body_reading import MOST_BODY_BYTES, BodyTooLarge, NotCompressed, read_body
from conformance.wire.network import BoundedNetwork, Deadline
from conformance.wire.starting_line import wait_for_the_start

# An exchange that begins in the last moment of a run still gets a chance.
_SHORTEST_EXCHANGE_SECONDS = 0.2

NO_ANSWER_WITHIN = "no answer within"

_LONGEST_REASON = 120
_BROKEN = (httpcore.RemoteProtocolError, httpcore.ReadError, httpcore.WriteError)


class NoAnswer(Exception):
    """The target gave no usable answer; the message is a clause that says why.

    *unusable*: the target did answer, but nobody can use the answer.
    """

    def __init__(self, message: str, *, timed_out: bool = False, tls: bool = False, unusable: bool = False) -> None:
        super().__init__(message)
        self.timed_out = timed_out
        self.tls = tls
        self.unusable = unusable


class HttpTransport:
    """Real HTTP. One exchange, from connecting to the last byte, takes at most *timeout_seconds*.

    It follows no redirects, so that no other host gets a key. It keeps no cookies, because a session must not replace a
    key. Safe to use from several threads.
    """

    def __init__(self, timeout_seconds: float, settings: WireSettings | None = None) -> None:
        """Raises `TargetError` when a certificate or a proxy of the settings cannot be used."""
        self._settings = settings or WireSettings()
        self._timeout_seconds = timeout_seconds
        self._ends_at = time.monotonic() + (self._settings.time_budget_seconds or float("inf"))
        self._deadline = Deadline()
        self._tls = tls_context(self._settings)
        self._pools: dict[str | None, httpcore.ConnectionPool] = {}
        self._pool_of_host: dict[tuple[str, str], httpcore.ConnectionPool] = {}
        self._opening = threading.Lock()

    def exchange(self, request: Request) -> Response:
        """The response to *request*. Raises `NoAnswer`."""
        wait_for_the_start(self._settings.requests_at_once)
        seconds = min(self._timeout_seconds, self._ends_at - time.monotonic())
        with self._deadline.within(max(seconds, _SHORTEST_EXCHANGE_SECONDS)):
            try:
                return self._send(request)
            except httpcore.TimeoutException as error:
                raise NoAnswer(f"{NO_ANSWER_WITHIN} {self._timeout_seconds:g} s", timed_out=True) from error
            except _BROKEN as error:
                raise NoAnswer(f"the connection broke ({_reason(error)})") from error
            except BodyTooLarge as error:
                most = f"{MOST_BODY_BYTES // 1_000_000} MB"
                raise NoAnswer(f"an answer of more than {most}, which was not read", unusable=True) from error
            except NotCompressed as error:
                raise NoAnswer(f"an answer that is not compressed as it says ({error})", unusable=True) from error
            except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.ProxyError, httpx.InvalidURL) as error:
                raise NoAnswer(_reason(error), tls=_is_tls(error)) from error
            except (httpcore.UnsupportedProtocol, UnicodeError) as error:
                raise NoAnswer(f"the request cannot be sent ({_reason(error)})", unusable=True) from error

    def close(self) -> None:
        """Gives back the connections."""
        for pool in self._pools.values():
            pool.close()

    def _send(self, request: Request) -> Response:
        url = httpx.URL(request.url)
        address = httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path)
        headers, began = _headers(request, url), time.perf_counter()
        with self._pool(url).stream(request.method, address, headers=headers, content=request.content) as answer:
            found = tuple((_text(name).lower(), _text(value)) for name, value in answer.headers)
            content = read_body(answer.iter_stream(), _codings(found))
            return Response(answer.status, found, content, time.perf_counter() - began, began)

    def _pool(self, url: httpx.URL) -> httpcore.ConnectionPool:
        host = (url.scheme, url.host)
        if host not in self._pool_of_host:
            with self._opening:
                self._pool_of_host[host] = self._pool_through(self._settings.proxy or _proxy_of_the_environment(url))
        return self._pool_of_host[host]

    def _pool_through(self, proxy: str | None) -> httpcore.ConnectionPool:
        if proxy not in self._pools:
            self._pools[proxy] = self._opened(proxy)
        return self._pools[proxy]

    def _opened(self, proxy: str | None) -> httpcore.ConnectionPool:
        return httpcore.ConnectionPool(
            ssl_context=self._tls,
            proxy=_proxy(proxy) if proxy else None,
            max_connections=100,
            max_keepalive_connections=20,
            keepalive_expiry=5.0,
            network_backend=BoundedNetwork(self._deadline),
        )


def _headers(request: Request, url: httpx.URL) -> list[tuple[str, str]]:
    given = {name.lower() for name, _ in request.headers}
    added = [("Accept-Encoding", "gzip, deflate"), ("Connection", "keep-alive")]
    if url.userinfo and "authorization" not in given:
        added.append(("Authorization", f"Basic {base64.b64encode(url.userinfo).decode('ascii')}"))
    return [*request.headers, *((name, value) for name, value in added if name.lower() not in given)]


def _codings(headers: Sequence[tuple[str, str]]) -> list[str]:
    values = ",".join(value for name, value in headers if name == "content-encoding")
    return [coding.strip().lower() for coding in values.split(",") if coding.strip()]


def _text(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def tls_context(settings: WireSettings) -> ssl.SSLContext:
    """How *settings* secure a connection. Raises `TargetError` for a certificate that cannot be used."""
    if not (settings.insecure or settings.ca_file or settings.client_cert):
        return _usual_context()
    if settings.insecure:
        context = httpx.create_ssl_context(verify=False)
    elif settings.ca_file:
        context = _trusting(settings.ca_file)
    else:
        context = httpx.create_ssl_context()
    if settings.client_cert:
        _present(context, settings.client_cert, settings.client_key)
    return context


@cache
def _usual_context() -> ssl.SSLContext:
    """A context that trusts the usual authorities. Reading them takes longer than a dozen requests."""
    return httpx.create_ssl_context()


def _trusting(ca_file: str) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=ca_file)
    except OSError as error:
        raise TargetError(f"The file {ca_file} of --ca-file is not a readable PEM file: {error}.") from error


def _present(context: ssl.SSLContext, certificate: str, key: str | None) -> None:
    try:
        # A key with a passphrase is refused rather than asked for in the middle of a run.
        context.load_cert_chain(certificate, key, password="")
    except OSError as error:
        files = f"{certificate} and {key}" if key else certificate
        raise TargetError(
            f"The client certificate cannot be read from {files}: {error}."
            " Give PEM files, the key without a passphrase."
        ) from error


def _proxy_of_the_environment(url: httpx.URL) -> str | None:
    """The proxy that HTTP_PROXY, HTTPS_PROXY and ALL_PROXY name for *url*, None when none does or NO_PROXY forbids."""
    named = urllib.request.getproxies()
    proxy = named.get(url.scheme) or named.get("all")
    if not proxy or urllib.request.proxy_bypass(url.host):
        return None
    return proxy if "://" in proxy else f"http://{proxy}"


def _proxy(address: str) -> httpcore.Proxy:
    if not is_proxy(address):
        raise NoAnswer("the proxy that the environment names is neither http nor https; unset it or give --proxy")
    url = httpx.URL(address)
    bare = httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=b"/")
    auth = (url.username, url.password) if url.userinfo else None
    return httpcore.Proxy(bare, auth=auth)


def _reason(error: Exception) -> str:
    """What *error* says, on one short line: some quote all that came."""
    said = str(error).rstrip(".") or type(error).__name__
    line = "".join(character if character.isprintable() else " " for character in said)
    return line if len(line) <= _LONGEST_REASON else f"{line[:_LONGEST_REASON]} ..."


def _is_tls(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ssl.SSLError):
            return True
        error = error.__cause__ or error.__context__
    return False
