"""Names what was probably meant when a word is unknown: the same words as the commands about contracts use."""

from openapi.spelling import did_you_mean

__all__ = ["did_you_mean"]
