"""What the journal and the log of the sandbox hide: keys, secrets, tokens and personal data."""

from openapi.redaction import Redaction, manner
from openapi.replacements import PERSONAL, REDACTED, SECRET, SECRETS, TOKEN

_SHAPES = {
    r"(?i)\b(bearer) +[^\s\"',]{12,}": rf"\1 {REDACTED}",
    r"//[^/\s@]*@": f"//{REDACTED}@",
    r"\bsbx_[a-z0-9-]*(?:_[a-z0-9-]*)?": REDACTED,
    r"\bwhsec_[A-Za-z0-9+/=_-]*": SECRET,
    r"\beyJ[\w-]*(?:\.[\w-]*)*": TOKEN,
    r"\brft_[\w.]*": REDACTED,
}
_WORDS = (
    *("secret", "token", "apikey", "password", "authorization", "cookie"),
    *("sbx", "whsec", "rft", "eyj", "bearer "),
)
_EVERYTHING = manner(PERSONAL | SECRETS, _SHAPES, "sbx_|whsec_|rft_|eyJ|(?i:bearer )", _WORDS)


def new_redaction() -> Redaction:
    """The redaction of one exchange."""
    return Redaction(_EVERYTHING)


class Shown:
    """A text for the log. It is redacted by shape, and only when the log writes it."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return new_redaction().text(self.text)
