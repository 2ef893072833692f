"""Gives verdicts from a recording, without a target: the recording of a run, or the traffic of any other program."""
