"""Mends mechanical findings in the files of a document, by edits of single lines: comments and layout stay.

An edit never changes what a document means, except for what its rule asks for.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from openapi.lint.running import Located
from openapi.lint.written import SPACE_AT_END, Lines

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
    mended: list[Mended] = []
    by_file: dict[str, list[Located]] = {}
    for finding in findings:
        if finding.rule in _MENDERS:
            by_file.setdefault(finding.place.file, []).append(finding)
    for file, here in sorted(by_file.items()):
        text = _text(Path(file))
        if text is not None:
            lines = Lines(text)
            edits = [(_MENDERS[finding.rule](lines, finding), finding) for finding in here]
            done = _apart([(edit, finding) for edit, finding in edits if edit is not None])
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
    kept, end = [], 0
    for edit in edits:
        kept += [text[end : edit.start], edit.text]
        end = edit.end
    return "".join([*kept, text[end:]])


def _tidy(lines: Lines, finding: Located) -> Edit | None:
    start = lines.offset(finding.place.line - 1)
    if spaces := SPACE_AT_END.search(lines.rest(start)):
        return Edit(start + spaces.start(), start + spaces.end(), "")
    text = lines.text
    return None if text.endswith("\n") else Edit(len(text), len(text), "\n")


def _quoted(lines: Lines, finding: Located) -> Edit | None:
    scalar = lines.misread.get(finding.place.line)
    if scalar is None:
        return None
    start = lines.offset(scalar.line - 1)
    return Edit(start + scalar.start, start + scalar.end, f"'{scalar.text}'")


def _member(lines: Lines, finding: Located) -> yaml.ScalarNode | None:
    """The text of the member that the finding is about."""
    return lines.texts.get((finding.place.line, finding.pointer.rpartition("/")[2]))


def _last_letter(lines: Lines, scalar: yaml.ScalarNode) -> int:
    """The offset behind the last letter of a text, before its closing quote."""
    end = lines.offset_of(scalar.end_mark) - (scalar.style in ("'", '"'))
    while end and lines.text[end - 1].isspace():
        end -= 1
    return end


def _without_stop(lines: Lines, finding: Located) -> Edit | None:
    scalar = _member(lines, finding)
    if scalar is None:
        return None
    end = _last_letter(lines, scalar)
    return Edit(end - 1, end, "") if lines.text[end - 1] == "." and not scalar.value.endswith("..") else None


def _with_stop(lines: Lines, finding: Located) -> Edit | None:
    scalar = _member(lines, finding)
    if scalar is None or not re.fullmatch(r"[A-Z0-9`].*[A-Za-z0-9`)]", scalar.value.strip(), re.DOTALL):
        return None
    end = _last_letter(lines, scalar)
    return Edit(end, end, ".") if scalar.value.strip().endswith(lines.text[end - 1]) else None


def _with_example(lines: Lines, finding: Located) -> Edit | None:
    """The only value of a schema becomes its example."""
    for mapping in lines.mappings.get(finding.place.line, ()):
        members = {key.value: (key, value) for key, value in mapping.value}
        only = None if {"examples", "$ref"} & members.keys() else _only_value(members)
        if only is not None:
            return _example_beside(lines, mapping, *only)
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
    lines: Lines, mapping: yaml.MappingNode, key: yaml.Node, value: yaml.Node, only: yaml.Node
) -> Edit | None:
    if not isinstance(only, yaml.ScalarNode) or only.style in ("|", ">"):
        return None
    written = lines.text[lines.offset_of(only.start_mark) : lines.offset_of(only.end_mark)].strip()
    end = lines.offset_of(value.end_mark)
    if mapping.flow_style:
        return Edit(end, end, f", examples: [{written}]")
    rest = lines.rest(end)
    end += len(rest.removesuffix("\r"))
    line_break = "\r\n" if rest.endswith("\r") else "\n"
    return Edit(end, end, f"{line_break}{' ' * key.start_mark.column}examples: [{written}]")


_MENDERS: Mapping[str, Callable[[Lines, Located], Edit | None]] = {
    "line-is-tidy": _tidy,
    "text-is-quoted": _quoted,
    "summary-without-full-stop": _without_stop,
    "description-in-sentences": _with_stop,
    "property-has-example": _with_example,
}
MENDABLE = frozenset(_MENDERS)
