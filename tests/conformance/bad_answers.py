"""Answers that no service should give: silent, endless, huge, or spoilt in one place."""

import socket
import time
from collections.abc import Callable
from contextlib import suppress

from tests.conformance.bad_target import (
    Asked,
    response,
)

JSON = "Content-Type: application/json"


EMPTY_PAGE = b'{"data": [], "meta": {"pagination": {"page": 1, "pageSize": 20, "totalItems": 0, "totalPages": 0}}}'


def silent(_asked: Asked, connection: socket.socket) -> None:
    """Accepts and never answers, until the client gives up."""
    with suppress(OSError):
        connection.recv(1)


def closing(_asked: Asked, _connection: socket.socket) -> None:
    """Closes at once."""


def trickling(_asked: Asked, connection: socket.socket) -> None:
    """Sends a valid answer byte by byte, each sooner than any limit on a single read."""
    for byte in response(EMPTY_PAGE, JSON):
        connection.sendall(bytes([byte]))
        time.sleep(0.02)


def trickling_body(_asked: Asked, connection: socket.socket) -> None:
    """Sends the head at once and the body byte by byte."""
    head, _, body = response(EMPTY_PAGE, JSON).partition(b"\r\n\r\n")
    connection.sendall(head + b"\r\n\r\n")
    for byte in body:
        connection.sendall(bytes([byte]))
        time.sleep(0.02)


def endless(_asked: Asked, connection: socket.socket) -> None:
    """Sends a body that never ends."""
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[0")
    while True:
        connection.sendall(b",0" * 50_000)


def hundred_megabytes(_asked: Asked, connection: socket.socket) -> None:
    """Promises 100 MB and sends them."""
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000000\r\n\r\n")
    for _ in range(1000):
        connection.sendall(b" " * 100_000)


def with_header(line: bytes) -> Callable[[Asked, bytes], bytes]:
    """Adds a header to each answer."""
    return lambda _asked, answer: answer.replace(b"\r\n", b"\r\n" + line + b"\r\n", 1)


def with_status(status: bytes) -> Callable[[Asked, bytes], bytes]:
    """Gives each success another status."""
    return lambda _asked, answer: answer.replace(b"200 Status", status, 1)


def with_body(body: bytes, *headers: str) -> Callable[[Asked, bytes], bytes]:
    """Gives each answer another body."""
    return lambda _asked, _answer: response(body, *headers)


def instead(content: bytes) -> Callable[[Asked, bytes], bytes]:
    """Sends other bytes than an answer."""
    return lambda _asked, _answer: content


def in_utf_16(_asked: Asked, answer: bytes) -> bytes:
    """Says it is UTF-16, and is."""
    return response(answer.partition(b"\r\n\r\n")[2].decode().encode("utf-16"), f"{JSON}; charset=utf-16")
