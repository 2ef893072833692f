"""Carries one request to the target and brings the response back. The only module that opens a connection.

A replay puts another object with the same method `exchange` in its place.
"""

import ssl

import httpx

from conformance.exchanges import Request, Response


class NoAnswer(Exception):
    """The target did not answer; the message is one clause that says why."""

    def __init__(self, message: str, *, timed_out: bool = False, tls: bool = False) -> None:
        super().__init__(message)
        self.timed_out = timed_out
        self.tls = tls


class HttpTransport:
    """Real HTTP. Follows no redirects and keeps no cookies: a session must not stand in for a key."""

    def __init__(self, timeout_seconds: float) -> None:
        self._timeout_seconds = timeout_seconds
        self._client = httpx.Client(timeout=timeout_seconds, follow_redirects=False)

    def exchange(self, request: Request) -> Response:
        """The response to *request*. Raises `NoAnswer`."""
        try:
            return self._send(request)
        except httpx.RemoteProtocolError as error:
            # A kept-alive connection may close under us; asking again is safe for a read only.
            if request.method != "GET":
                raise NoAnswer(f"the connection broke ({error})") from error
        try:
            return self._send(request)
        except httpx.RemoteProtocolError as error:
            raise NoAnswer(f"the connection broke ({error})") from error

    def close(self) -> None:
        """Give back the connections."""
        self._client.close()

    def _send(self, request: Request) -> Response:
        try:
            answer = self._client.request(
                request.method, request.url, headers=list(request.headers), content=request.content
            )
        except httpx.TimeoutException as error:
            raise NoAnswer(f"no answer within {self._timeout_seconds:g} s", timed_out=True) from error
        except httpx.RemoteProtocolError:
            raise
        except (httpx.TransportError, httpx.InvalidURL) as error:
            raise NoAnswer(str(error) or type(error).__name__, tls=_is_tls(error)) from error
        finally:
            self._client.cookies.clear()
        return Response(answer.status_code, tuple(answer.headers.multi_items()), answer.content)


def _is_tls(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ssl.SSLError):
            return True
        error = error.__cause__ or error.__context__
    return False
