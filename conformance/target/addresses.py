"""Addresses of a target. A user and a password in an address become a header, so that no shown address has them."""

import base64
from urllib.parse import unquote, urlsplit, urlunsplit


def without_user(address: str) -> tuple[str, str | None]:
    """*address* without user and password, and the value of the header Authorization that replaces them; None when the
    address has no user. Raises ValueError for text that is not an address.
    """
    parts = urlsplit(address)
    user_and_password, at, host = parts.netloc.rpartition("@")
    if not at:
        return address, None
    user, _, password = user_and_password.partition(":")
    credentials = base64.b64encode(f"{unquote(user)}:{unquote(password)}".encode()).decode("ascii")
    return urlunsplit(parts._replace(netloc=host)), f"Basic {credentials}"


def user_of(address: str) -> str | None:
    """The user and the password as *address* spells them; None when it has no user."""
    return urlsplit(address).netloc.rpartition("@")[0] or None
