"""Mends mechanical findings in the files of a document, by edits of single lines: comments and layout stay.

An edit never changes what a document means, except for what its rule asks for.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from openapi.lint.running import Located
from openapi.lint.written import SPACE_AT_END, misread_scalars, nodes_of, offset_of

_YAML = (".yaml", ".yml")
_OTHER_LINE_BREAKS = re.compile("[\x85\u2028\u2029]|\r(?!\n)")


@dataclass(frozen=True, order=True)
class Edit:
    """Replaces the characters of a file from *start* to *end*."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Mended:
    """A finding that an edit removed."""

    finding: Located


def mend(findings: list[Located]) -> list[Mended]:
    """Edits the files of the findings that can be mended, and returns these findings.

    Of two edits of the same characters, only the first is done: lint and mend again for the other.
    """
    mended = []
    mendable = [finding for finding in findings if finding.rule in _MENDERS]
    for file in sorted({finding.place.file for finding in mendable}):
        text = _text(Path(file))
        if text is None:
            continue
        here = [finding for finding in mendable if finding.place.file == file]
        edits = [(edit, finding) for finding in here if (edit := _MENDERS[finding.rule](text, finding)) is not None]
        done = _apart(edits)
        Path(file).write_bytes(_edited(text, [edit for edit, _ in done]).encode())
        mended += [Mended(finding) for _, finding in done]
    return mended


def _text(file: Path) -> str | None:
    """The text of a YAML file, or None where its lines are not lines of YAML, or where it is not YAML."""
    if file.suffix not in _YAML:
        return None
    text = file.read_bytes().decode()
    return None if _OTHER_LINE_BREAKS.search(text) else text


def _apart(edits: list[tuple[Edit, Located]]) -> list[tuple[Edit, Located]]:
    """The edits that do not touch an earlier edit."""
    kept: list[tuple[Edit, Located]] = []
    for edit, finding in sorted(edits):
        if not kept or edit.start > kept[-1][0].end:
            kept.append((edit, finding))
    return kept


def _edited(text: str, edits: list[Edit]) -> str:
    for edit in reversed(edits):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def _tidy(text: str, finding: Located) -> Edit | None:
    start = offset_of(text, finding.place.line - 1, 0)
    if spaces := SPACE_AT_END.search(text[start:].split("\n", 1)[0]):
        return Edit(start + spaces.start(), start + spaces.end(), "")
    return None if text.endswith("\n") else Edit(len(text), len(text), "\n")


def _quoted(text: str, finding: Located) -> Edit | None:
    found = [scalar for scalar in misread_scalars(text) if scalar.line == finding.place.line]
    if not found:
        return None
    start = offset_of(text, found[0].line - 1, 0)
    return Edit(start + found[0].start, start + found[0].end, f"'{found[0].text}'")


def _member(text: str, finding: Located) -> yaml.ScalarNode | None:
    """The text of the member that the finding is about."""
    name = finding.pointer.rpartition("/")[2]
    for mapping in nodes_of(text, yaml.MappingNode):
        for key, value in mapping.value:
            here = key.value == name and key.start_mark.line + 1 == finding.place.line
            if here and isinstance(value, yaml.ScalarNode):
                return value
    return None


def _last_letter(text: str, scalar: yaml.ScalarNode) -> int:
    """The offset behind the last letter of a text, before its closing quote."""
    end = offset_of(text, scalar.end_mark.line, scalar.end_mark.column)
    end -= scalar.style in ("'", '"')
    return len(text[:end].rstrip())


def _without_stop(text: str, finding: Located) -> Edit | None:
    scalar = _member(text, finding)
    if scalar is None:
        return None
    end = _last_letter(text, scalar)
    return Edit(end - 1, end, "") if text[end - 1] == "." and not scalar.value.endswith("..") else None


def _with_stop(text: str, finding: Located) -> Edit | None:
    scalar = _member(text, finding)
    if scalar is None or not re.fullmatch(r"[A-Z0-9`].*[A-Za-z0-9`)]", scalar.value.strip(), re.DOTALL):
        return None
    end = _last_letter(text, scalar)
    return Edit(end, end, ".") if scalar.value.strip().endswith(text[end - 1]) else None


def _with_example(text: str, finding: Located) -> Edit | None:
    """The only value of a schema becomes its example."""
    for mapping in nodes_of(text, yaml.MappingNode):
        members = {key.value: (key, value) for key, value in mapping.value}
        if mapping.start_mark.line + 1 != finding.place.line or {"examples", "$ref"} & members.keys():
            continue
        only = _only_value(members)
        if only is not None:
            return _example_beside(text, mapping, *only)
    return None


def _only_value(
    members: Mapping[str, tuple[yaml.Node, yaml.Node]],
) -> tuple[yaml.Node, yaml.Node, yaml.Node] | None:
    """The key, the whole value and the one value of a `const`, or of an `enum` with one value."""
    if "const" in members:
        return (*members["const"], members["const"][1])
    key, value = members.get("enum", (None, None))
    if key is not None and isinstance(value, yaml.SequenceNode) and len(value.value) == 1 and value.flow_style:
        return key, value, value.value[0]
    return None


def _example_beside(
    text: str, mapping: yaml.MappingNode, key: yaml.Node, value: yaml.Node, only: yaml.Node
) -> Edit | None:
    if not isinstance(only, yaml.ScalarNode) or only.style in ("|", ">"):
        return None
    written = text[_offset(text, only.start_mark) : _offset(text, only.end_mark)].strip()
    end = _offset(text, value.end_mark)
    if mapping.flow_style:
        return Edit(end, end, f", examples: [{written}]")
    rest = text[end:].split("\n", 1)[0]
    end += len(rest.removesuffix("\r"))
    line_break = "\r\n" if rest.endswith("\r") else "\n"
    return Edit(end, end, f"{line_break}{' ' * key.start_mark.column}examples: [{written}]")


def _offset(text: str, mark: yaml.Mark) -> int:
    return offset_of(text, mark.line, mark.column)


_MENDERS: Mapping[str, Callable[[str, Located], Edit | None]] = {
    "line-is-tidy": _tidy,
    "text-is-quoted": _quoted,
    "summary-without-full-stop": _without_stop,
    "description-in-sentences": _with_stop,
    "property-has-example": _with_example,
}
MENDABLE = frozenset(_MENDERS)
