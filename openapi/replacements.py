"""What a recording shows in the place of a secret or personal value. A replacement has the form and the length class of
its value, so that a recording can still be judged. Knows names and values, no exchange.
"""

import re
from collections.abc import Callable
from functools import cache, lru_cache

from jsonschema_rs import Draft202012Validator

REDACTED = "[redacted]"
_TEXT = "Redacted"
EMAIL = "redacted@example.invalid"
PHONE = "+00 000 000"
SECRET = "whsec_cmVkYWN0ZWQ="  # noqa: S105 - It says `redacted` in base64.
TOKEN = "redacted.redacted.redacted"  # noqa: S105 - It has the form of a token but gives no access.

# The same with a place for digits that tell values apart.
_MARKED = {_TEXT: f"{_TEXT}{{}}", EMAIL: "redacted{}@example.invalid", PHONE: "+00 000 {}"}

# Members and parameters by their content, in lower case without `_` and `-`.
PERSONAL = frozenset(
    (
        *("firstname", "lastname", "fullname", "givenname", "familyname", "middlename", "surname"),
        *("email", "emailaddress", "mail", "phone", "phonenumber", "telephone", "mobile", "specialrequests"),
    )
)
SECRETS = frozenset(
    (
        *("secret", "clientsecret", "token", "accesstoken", "refreshtoken", "idtoken", "apikey", "xapikey"),
        *("password", "authorization", "proxyauthorization", "cookie"),
    )
)
# The judge of an answer and this module agree on the form of an e-mail address.
_is_email = Draft202012Validator({"format": "email"}, validate_formats=True).is_valid
_is_phone = re.compile(r"[0-9+(). /-]{3,40}\Z").match
_is_secret = re.compile(r"whsec_[A-Za-z0-9+/]+=*\Z").match
_is_token = re.compile(r"[\w-]+\.[\w-]+\.[\w-]+\Z", re.ASCII).match
# Limits of the contract begin at 100 characters: a longer value keeps its length.
KEPT_LENGTH = 100
_LONGEST_LABEL = 64
_LONGEST_HOST = 253


@lru_cache(maxsize=4096)
def plain(name: str) -> str:
    """A name in the form of the lists above: the last word of a pointer or of `lead[email]`, without hyphens."""
    return re.sub(r"[_-]", "", re.split(r"[/.\[]", name.rstrip("]"))[-1]).lower()


def replacement(kind: str, value: str, mark: str = "") -> str:
    """The replacement of *value*. It has the same form, if there is one. It keeps a length of over 100 characters.

    A replacement of a personal value that has its form contains *mark*, at most 8 digits.
    """
    if not value or (kind == "lastname" and value.lower().startswith("sandbox-")):
        return value
    forms, otherwise = _replacements(kind)
    instead = next((instead for has_form, instead in forms if has_form(value)), otherwise)
    if len(value) > KEPT_LENGTH:
        return _long_email(len(value)) if instead == EMAIL else "x" * (len(value) - len(instead)) + instead
    return _MARKED.get(instead, instead).format(mark) if mark else instead


_FORMS: tuple[tuple[tuple[str, ...], Callable[[str], object], str], ...] = (
    (("mail",), _is_email, EMAIL),
    (("phone", "mobile"), _is_phone, PHONE),
    (("secret",), _is_secret, SECRET),
    (("token",), _is_token, TOKEN),
)


@cache
def _replacements(kind: str) -> tuple[list[tuple[Callable[[str], object], str]], str]:
    """The forms that a value of this kind may have, each with its replacement, and the replacement of other values."""
    forms = [(has_form, instead) for words, has_form, instead in _FORMS if any(word in kind for word in words)]
    is_text = kind in PERSONAL and not any(word in kind for word in ("mail", "phone", "mobile"))
    return forms, _TEXT if is_text else REDACTED


def _long_email(length: int) -> str:
    """An e-mail address of *length* characters, more than 100. The parts of an address have limits of their own."""
    name, _, host = EMAIL.partition("@")
    name = name + "x" * max(0, length - len(name) - 1 - _LONGEST_HOST)
    filling = "x" * (length - len(name) - 1 - len(host))
    labels = [filling[place : place + _LONGEST_LABEL - 1] for place in range(0, len(filling), _LONGEST_LABEL)]
    return f"{name}@{'.'.join([*labels, ''])[-len(filling) :]}{host}"
