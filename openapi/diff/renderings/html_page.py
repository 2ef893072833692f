"""A comparison as one page for a browser. The page needs no network."""

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from openapi.diff.model import Comparison
from openapi.diff.outcomes import VERDICTS, of_verdict
from openapi.diff.renderings.wording import HEADINGS, audiences, headline, judgement, places, reach, summary


def html(comparison: Comparison) -> str:
    """The page: headline, counts, and a section for each verdict."""
    loader = PackageLoader("openapi.diff.renderings")
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    words: dict[str, Any] = {"audiences": audiences, "judgement": judgement, "places": places, "reach": reach}
    environment.globals.update(words)
    sections = [
        {"heading": heading, "name": VERDICTS[verdict], "differences": of_verdict(comparison, verdict)}
        for verdict, heading in HEADINGS.items()
    ]
    return environment.get_template("diff.html.j2").render(
        headline=headline(comparison),
        sentences=[sentence for sentence in summary(comparison) if sentence != headline(comparison)],
        verdict=VERDICTS[comparison.verdict],
        sections=[section for section in sections if section["differences"]],
    )
