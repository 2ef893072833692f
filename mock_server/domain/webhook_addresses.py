"""Which addresses may receive deliveries: public ones over HTTPS, and this machine where that is allowed.

A sandbox that posts to any address can be misused to attack its own network. This module checks the text of an
address. The sender checks where a host name leads when a delivery connects. Assumption A-49.
"""

import re
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from urllib.parse import SplitResult, urlsplit

from mock_server.domain.refusals import AddressRule, WebhookUrl

Address = IPv4Address | IPv6Address

_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")


def require_url(url: str, *, allow_loopback: bool) -> None:
    """Refuses an address that may not receive deliveries.

    *allow_loopback* lets deliveries go to this machine, by http too. Raises WebhookUrl. Assumption A-49.
    """
    parts = _split(url)
    to_loopback = is_loopback_host(parts.hostname or "")
    if parts.scheme not in ("https", "http") or not parts.hostname:
        raise WebhookUrl(url, AddressRule.IS_AN_ADDRESS if parts.scheme == "https" else AddressRule.USES_HTTPS)
    if parts.username is not None or parts.password is not None or "#" in url:
        raise WebhookUrl(url, AddressRule.CARRIES_NO_CREDENTIALS)
    if to_loopback and allow_loopback:
        return
    if parts.scheme != "https":
        raise WebhookUrl(url, AddressRule.USES_HTTPS)
    if to_loopback or not _may_be_public(parts.hostname):
        raise WebhookUrl(url, AddressRule.IS_PUBLIC)


def _split(url: str) -> SplitResult:
    # The standard library drops or accepts characters that another reader of the same text may treat differently.
    if any(letter <= " " or letter > "~" or letter == "\\" for letter in url):
        raise WebhookUrl(url, AddressRule.IS_AN_ADDRESS)
    try:
        parts = urlsplit(url)
    except ValueError:
        raise WebhookUrl(url, AddressRule.IS_AN_ADDRESS) from None
    _require_port(url, parts)
    return parts


def _require_port(url: str, parts: SplitResult) -> None:
    try:
        port = parts.port
    except ValueError:
        raise WebhookUrl(url, AddressRule.HAS_A_VALID_PORT) from None
    if port == 0:
        raise WebhookUrl(url, AddressRule.HAS_A_VALID_PORT)


def is_loopback_host(host: str) -> bool:
    """Whether the text of a host names this machine: `localhost`, or a literal such as 127.0.0.1, ::1 or 0x7f000001."""
    name = host.rstrip(".")
    address = address_of(name)
    return name == "localhost" or name.endswith(".localhost") or (address is not None and is_loopback(address))


def _may_be_public(host: str) -> bool:
    name = host.rstrip(".")
    # A reader that decodes %31 sees another host than a reader that does not.
    if not name or "%" in name:
        return False
    address = address_of(name)
    return is_public(address) if address is not None else not name.rpartition(".")[2].isdigit()


def address_of(host: str) -> Address | None:
    """The address that the text of a host spells, in any form that a resolver accepts; None for a name.

    Besides `127.0.0.1` and `::1` such forms are `127.1`, `2130706433`, `0x7f000001` and `0177.0.0.1`.
    """
    if ":" in host:
        try:
            return IPv6Address(host)
        except AddressValueError:
            return None
    try:
        numbers = [_number(part) for part in host.split(".")]
    except ValueError:
        return None
    return _joined(numbers)


def _number(text: str) -> int:
    """A part of an IPv4 address: decimal, octal after 0, hexadecimal after 0x. Raises ValueError."""
    if not _NUMBER.fullmatch(text):
        raise ValueError(text)
    if text.startswith("0x"):
        return int(text[2:] or "0", 16)
    return int(text, 8 if text.startswith("0") else 10)


def _joined(numbers: list[int]) -> IPv4Address | None:
    # The last part fills the remaining bytes: 127.1 is 127.0.0.1.
    *first, last = numbers
    room = 4 - len(first)
    if room < 1 or last >= 256**room or any(number > 255 for number in first):
        return None
    return IPv4Address(sum(number << 8 * (3 - place) for place, number in enumerate(first)) + last)


def is_loopback(address: Address) -> bool:
    """Whether an address itself is a loopback address. An address that carries another one never counts."""
    return (isinstance(address, IPv4Address) or address.ipv4_mapped is None) and address.is_loopback


def is_public(address: Address) -> bool:
    """Whether an address belongs to the public internet: not private, local, shared, multicast or reserved."""
    if isinstance(address, IPv6Address):
        # An IPv6 address can carry an IPv4 address, and a gateway forwards to the address that is carried.
        address = address.ipv4_mapped or address.sixtofour or address
    return address.is_global and not address.is_multicast and not address.is_reserved


_INBOX = re.compile(r"[a-z0-9-]{1,32}/[a-z0-9-]{1,32}")


def is_own_inbox(url: str, own_inboxes: str) -> bool:
    """Whether an address is an inbox of this sandbox, which may always receive. *own_inboxes* is their prefix."""
    return bool(own_inboxes) and url.startswith(own_inboxes) and bool(_INBOX.fullmatch(url[len(own_inboxes) :]))
