"""What a client of a contract cannot read in a recorded answer: status, media type, headers and body. Pure."""

from collections.abc import Iterator

from conformance.contracts.complaints import (
    Complaint,
    Side,
    complaint,
    missing,
    schema_complaints,
    undeclared,
    undeclared_status,
)
from conformance.contracts.interface import Interface, MetOperation
from conformance.contracts.media import declared_media, read_json, shown_media
from conformance.evidence.exchanges import Response
from openapi.references import escape


def answer_complaints(interface: Interface, met: MetOperation, response: Response) -> Iterator[Complaint]:
    """Every complaint about *response*, the answer of the operation *met*."""
    pointer = _declared(interface, met, response.status)
    if pointer is None:
        yield undeclared_status(response.status)
        return
    yield from _headers(interface, pointer, response)
    yield from _body(interface, pointer, response)


def _declared(interface: Interface, met: MetOperation, status: int) -> str | None:
    """The pointer of the response that the contract declares for *status*."""
    _, responses = interface.at(f"{met.pointer}/responses")
    names = (str(status), f"{status // 100}XX", f"{status // 100}xx", "default")
    name = next((name for name in names if name in (responses or {})), None)
    return None if name is None else interface.at(f"{met.pointer}/responses/{name}")[0]


def _headers(interface: Interface, pointer: str, response: Response) -> Iterator[Complaint]:
    for name, _, header in interface.members(f"{pointer}/headers"):
        if header.get("required") and response.header(name) is None and name.lower() != "content-type":
            yield missing(Side.answer, f"header.{name}")


def _body(interface: Interface, pointer: str, response: Response) -> Iterator[Complaint]:
    _, content = interface.at(f"{pointer}/content")
    if not content or not response.content:
        if content and any("schema" in media for media in content.values()):
            yield missing(Side.answer, "body")
        return
    answered = response.header("content-type") or ""
    media = declared_media(content, answered)
    if media is None:
        yield undeclared(Side.answer, f"media type {shown_media(answered)}")
    elif "json" in media and "schema" in content[media]:
        is_json, value = read_json(response.content)
        if is_json:
            schema = interface.validator(f"{pointer}/content/{escape(media)}/schema")
            yield from schema_complaints(Side.answer, "body", schema, value)
        else:
            yield complaint(Side.answer, "body", "is not JSON")
