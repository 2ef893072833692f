"""Gives verdicts from a recording, without a target: of a run of this suite, or of anybody's traffic."""
