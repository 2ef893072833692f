"""Removes secrets and personal data from the record of a request. Knows text and the names of members, no exchange.

It works in three ways: by the name of a member, parameter or header, at any depth; by the shape of a value, at any
place; and by value: if one part of an exchange has a secret or personal value, it is searched in the other parts. It
works on text and not on JSON, since a malformed or truncated body has personal data too. A replacement keeps the type
and the format of the value, so that a recording can still be judged: valid values stay valid, others stay invalid.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from urllib.parse import quote, unquote_plus

from openapi.replacements import EMAIL, KEPT_LENGTH, REDACTED, SECRETS, plain, replacement

IN_URLS = "redacted"
# A header is secret if its name, without hyphens, contains one of these words.
SECRET_HEADERS = ("authorization", "cookie", "token", "secret", "password", "apikey", "credential")

# A text is examined closely only if it contains one of these words, in lower case without `_` and `-`. Most answers
# are long and contain none of them.
_WORDS = (
    *("firstname", "lastname", "fullname", "givenname", "familyname", "middlename", "surname"),
    *("mail", "phone", "mobile", "specialrequests"),
    *("@", "%40", "%2540", "\uff20", "%ef%bc%a0", "\\u"),
)
# A string, with the colon after it if there is one; a punctuation mark; or the text between them.
_PIECE = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)("?)(\s*:)?|([][{},])|[^]["{},]+', re.DOTALL)
# Members with the names of the contract and plain texts: most bodies have nothing else to redact.
_MEMBER = re.compile(
    r'"(firstName|lastName|email|phone|specialRequests|secret|accessToken|refreshToken)"(\s*:\s*)"([^"\\]*)"'
)
_NUMBER = re.compile(r"-?[0-9][0-9.eE+-]*\Z")
_SHAPE_OF_ADDRESS = r"[@\uff20]|%(?:25)?40|%EF%BC%A0|%ef%bc%a0"
_ADDRESS = re.compile(
    # An address begins where a word begins, so each word is searched once.
    r'"(?:[^"\\]|\\.){1,128}"\s?(?:@|\uff20|%(?:25)?40|%EF%BC%A0|%ef%bc%a0)\s?[^\s/]+'
    r"|(?<![^\s/])[^\s/]*(?: ?(?:@|\uff20|%(?:25)?40|%EF%BC%A0|%ef%bc%a0) ?)(?!example\.invalid)[^\s/]+"
)
_FROM_REDACTION = ("@example.invalid", f"{REDACTED}@", f"//{IN_URLS}@")
# A number, a date, a time of day or a moment. With other digits it is still the same kind of value.
_IS_OF_DIGITS = re.compile(r"[0-9.:TZeE+-]*[0-9][0-9.:TZeE+-]*\Z")
_IS_URL = re.compile(r"(?i)[a-z][a-z0-9+.-]*://\S+\Z")
# Words of the contract begin in lower case too. Such a word stays unchanged when it is a value.
_COULD_BE_A_WORD = re.compile(r"[a-z][A-Za-z_.]{0,19}\Z")
# json.dumps would build an encoder for each text.
_in_json = json.JSONEncoder(ensure_ascii=False).encode
_FEWEST_CHARACTERS = {"secret": 6, "personal": 4}


def _no_mark(_value: str) -> str:
    return ""


@dataclass(frozen=True)
class Manner:
    """What a redaction replaces: values of members with *names*, e-mail addresses, and everything with one of *shapes*.

    *words* occur in each text that has such a name or shape, as in `_WORDS`. *begins* finds where a shape can begin.
    *mark* gives the digits that distinguish the replacement of a value from others. By default, there are none.
    """

    names: frozenset[str]
    shapes: tuple[tuple[re.Pattern[str], str], ...] = ()
    words: tuple[str, ...] = _WORDS
    # For most texts, this single search finds nothing and is the only cost.
    begins: re.Pattern[str] = re.compile(_SHAPE_OF_ADDRESS)
    mark: Callable[[str], str] = _no_mark

    def kind_of(self, name: str) -> str | None:
        """The kind of the value in a member or parameter of this name, or None if the value is not replaced."""
        found = plain(name)
        return found if found in self.names else None

    def may_hold(self, text: str) -> bool:
        """Whether *text* can have anything to replace."""
        bare = text.lower().replace("_", "").replace("-", "")
        return any(word in bare for word in self.words)


def manner(names: frozenset[str], shapes: Mapping[str, str], begins: str, words: Sequence[str]) -> Manner:
    """The manner that replaces values of *names*, and in any text also *shapes*: patterns, each with its replacement.

    *begins* is a pattern for the beginnings of shapes, *words* are in lower case without `_` and `-`.
    """
    compiled = tuple((re.compile(shape), instead) for shape, instead in shapes.items())
    return Manner(names, compiled, (*_WORDS, *words), re.compile(f"{_SHAPE_OF_ADDRESS}|{begins}"))


@dataclass(slots=True)
class Redaction:
    """The redaction of one exchange. It remembers secret and personal values, to find them elsewhere too."""

    manner: Manner
    secrets: set[str] = field(default_factory=set)
    personal: set[str] = field(default_factory=set)

    def header(self, name: str, value: str) -> str:
        """The value of a header."""
        bare = _secret_header(name)
        if bare is None:
            return self.text(value)
        scheme, blank, rest = value.partition(" ")
        is_scheme = bool(blank) and "authorization" in bare and scheme.lower() in ("bearer", "basic")
        self._remember("token", rest.strip() if is_scheme else value)
        if "cookie" in bare:
            for item in value.split(";"):
                self._remember("token", item.partition("=")[2].strip())
        return f"{scheme} {REDACTED}" if is_scheme else REDACTED

    def query(self, query: str) -> str:
        """A query string, by the names of its parameters and by shape."""
        if not self.manner.may_hold(unquote_plus(query)):
            return query
        return "&".join(self._parameter(part) for part in query.split("&"))

    def _parameter(self, part: str) -> str:
        name, equals, raw = part.partition("=")
        kind, value = self.manner.kind_of(unquote_plus(name)), unquote_plus(raw)
        if kind is None:
            name, shown = self.text(unquote_plus(name), unless=name), self.text(value, unless=raw)
            return f"{name}{equals}{shown}"
        self._remember(kind, value)
        return f"{name}{equals}{quote(replacement(kind, value, self.manner.mark(value)), safe='@[]+')}"

    def text(self, text: str, unless: str | None = None) -> str:
        """A text in which everything with the shape of a key, a secret, a token or an e-mail address is replaced.

        *unless* is the result if nothing has such a shape; by default it is the text itself. If *unless* is given, the
        result is percent-encoded.
        """
        if self.manner.begins.search(text) is None:
            return text if unless is None else unless
        shown = text
        for shape, instead in self.manner.shapes:
            shown = shape.sub(instead, shown)
        if shown != text and _IS_URL.match(text):
            # Brackets would make an address invalid.
            shown = shown.replace(REDACTED, IN_URLS)
        shown = _ADDRESS.sub(_without_address, shown)
        if shown == text:
            return text if unless is None else unless
        return shown if unless is None else quote(shown, safe="@[]+")

    def body(self, body: str) -> str:
        """A body, by the names of its members at any depth and by shape. A body that is not JSON is read as a form."""
        if not body.lstrip().startswith(("{", "[", '"')):
            return self.query(body) if "=" in body else self.text(body)
        if not self.manner.may_hold(body):
            return body
        if not self.manner.may_hold(_MEMBER.sub("", body)):
            return _MEMBER.sub(self._member, body)
        return "".join(self._pieces(body))

    def _member(self, found: re.Match[str]) -> str:
        return f'"{found[1]}"{found[2]}{_in_json(self._string(self.manner.kind_of(found[1]), found[3]))}'

    def _pieces(self, body: str) -> Iterable[str]:
        """The pieces of a JSON text. *kinds* has the content of each open object or array, innermost last."""
        kinds: list[str | None] = [None]
        named: str | None = None  # The kind of the member whose value comes next.
        for found in _PIECE.finditer(body):
            piece, mark = found[0], found[4]
            kind = kinds[-1] or named
            if found[3] is not None:
                named = self.manner.kind_of(_decoded(found[1]))
            elif found[1] is not None:
                piece = self._quoted(kind, piece, _decoded(found[1]), is_whole=bool(found[2]))
            elif mark is None:
                piece = self._bare(kind, piece)
            elif mark in "{[":
                kinds.append(kind)
                named = None
            else:
                kinds = kinds if mark == "," else kinds[:-1] or [None]
                named = None
            yield piece

    def _quoted(self, kind: str | None, piece: str, text: str, *, is_whole: bool) -> str:
        """A JSON string, redacted. A string that was cut off stays cut off."""
        shown = self._string(kind, text)
        return piece if shown == text else _in_json(shown)[: None if is_whole else -1]

    def _bare(self, kind: str | None, piece: str) -> str:
        """A number, a literal, or a text that is not JSON."""
        bare = piece.strip()
        if not bare or bare in ("true", "false", "null"):
            return piece
        if _NUMBER.match(bare):
            return piece if kind is None else piece.replace(bare, "0" if bare.lstrip("-").isdecimal() else "0.5")
        return self._string(kind, piece)

    def _string(self, kind: str | None, text: str) -> str:
        if kind is None:
            return self.text(text)
        self._remember(kind, text)
        return replacement(kind, text, self.manner.mark(text))

    def _remember(self, kind: str, value: str) -> None:
        is_secret = kind in SECRETS
        if len(value) < _FEWEST_CHARACTERS["secret" if is_secret else "personal"]:
            return
        if is_secret:
            self.secrets.add(value)
        elif not _COULD_BE_A_WORD.match(value) and not value.lower().startswith("sandbox-"):
            self.personal.add(value)

    def elsewhere(self, text: str, *, personal: bool) -> str:
        """A text without the secrets of other parts and, with *personal*, without their personal values."""
        wanted = self.secrets | self.personal if personal else self.secrets
        if not wanted or not text:
            return text
        present = {pair for value in wanted for pair in _spellings(value) if pair[0] in text}
        for spelled, instead in sorted(present, key=lambda pair: len(pair[0]), reverse=True):
            text = _whole_words(spelled).sub(instead.replace("\\", r"\\"), text)
        return text

    def elsewhere_in_all(self, texts: list[str], *, personal: bool) -> list[str]:
        """The same for many short texts. Usually a single search through all of them finds nothing."""
        joined = "\n".join(texts)
        if self.elsewhere(joined, personal=personal) == joined:
            return texts
        return [self.elsewhere(text, personal=personal) for text in texts]


@lru_cache(maxsize=1024)
def _secret_header(name: str) -> str | None:
    """The name of a secret header, in lower case without hyphens; None for a header that is not secret."""
    bare = name.lower().replace("-", "")
    return bare if any(word in bare for word in SECRET_HEADERS) else None


@lru_cache(maxsize=256)
def _spellings(value: str) -> frozenset[tuple[str, str]]:
    """The ways to write a value, each with its replacement: plain, in JSON, in JSON within JSON, in a URL. Messages
    quote long values in part.
    """
    value = value[:KEPT_LENGTH]
    if _IS_OF_DIGITS.match(value):
        instead = re.sub(r"[0-9]", "1", value)
        return frozenset(zip(_written(value), _written(instead), strict=True))
    return frozenset((spelled, REDACTED) for spelled in _written(value))


def _written(value: str) -> tuple[str, ...]:
    once = _in_json(value)[1:-1]
    twice = _in_json(once)[1:-1]
    return value, once, twice, repr(value)[1:-1], quote(value), quote(value, "")


def _whole_words(spelled: str) -> re.Pattern[str]:
    """Finds *spelled*, but not within a word, and digits not within a longer number, date or time."""
    if _IS_OF_DIGITS.match(spelled):
        return re.compile(rf"(?<!\w)(?<![0-9][.:-]){re.escape(spelled)}(?!\w|[.:-][0-9])")
    return re.compile(rf"(?<!\w){re.escape(spelled)}(?!\w)")


def _decoded(text: str) -> str:
    """The text of a JSON string, as far as it can be read."""
    if "\\" not in text:
        return text
    try:
        # Only JSON accepts a lone surrogate as text.
        return str(json.loads(f'"{text}"', strict=False)).encode("utf-8", "replace").decode()
    except ValueError:
        return text


def _without_address(found: re.Match[str]) -> str:
    return found[0] if any(ours in found[0] for ours in _FROM_REDACTION) else EMAIL
