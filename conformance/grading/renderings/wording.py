"""The sentences that several renderings of a grade share."""

from conformance.grading.grades import Grade, GradeOutcome, GradeVerdict, RowGrade, Stage

NO_MORE = "This grade says what was observed in these scenarios. It certifies nothing more."


def headline(grade: Grade) -> str:
    """The outcome in one sentence."""
    failed, warned = len(grade.of(GradeVerdict.failed)), len(grade.of(GradeVerdict.warned))
    passed, unobserved = len(grade.of(GradeVerdict.passed)), len(grade.of(GradeVerdict.unobserved))
    counts = f"{passed} rows hold, {failed} fail, {warned} warn, {unobserved} were not observed"
    words = {
        GradeOutcome.passed: "Pass: the client did everything right that it must",
        GradeOutcome.failed: f"Fail: the client violates {_many(failed, 'must')}",
        GradeOutcome.incomplete: "Incomplete: the client could not be judged in every scenario",
    }
    return f"{words[grade.outcome]}. {counts}."


def _many(count: int, noun: str) -> str:
    return f"1 {noun}" if count == 1 else f"{count} {noun}s"


def judged_by(grade: Grade) -> str:
    """What judged the client, and when."""
    return f"teesheet {grade.version}, contract {grade.contract}, {grade.finished_at:%Y-%m-%d %H:%M} UTC"


def title_of(grade: Grade, name: str) -> str:
    """The title of the scenario called *name*; empty for a recording."""
    return next((stage.title for stage in grade.stages if stage.name == name), "") if name else ""


def situations(row: RowGrade) -> str:
    """How often the situation of the row occurred."""
    seen = row.right + row.wrong
    return f"{row.wrong} of {seen} times wrong" if row.wrong else f"{seen} times right"


def call_lines(stage: Stage, calls: tuple[int, ...]) -> list[str]:
    """The calls of a finding, a line each: number, time since the first call, request and answer."""
    return [_call_line(stage, index) for index in calls]


def _call_line(stage: Stage, index: int) -> str:
    exchange = stage.exchanges[index]
    seconds = (exchange.started_at - stage.exchanges[0].started_at).total_seconds()
    answer = f"{exchange.response.status}" if exchange.response and exchange.response.status else "no answer"
    return f"#{index} +{seconds:.2f} s {exchange.request.line} -> {answer}"


def stage_named(grade: Grade, name: str) -> Stage:
    """The stage of a finding."""
    return next(stage for stage in grade.stages if stage.name == name)
