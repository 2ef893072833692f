"""Names the word that a user probably meant, as the commands about contracts do."""

from openapi.spelling import did_you_mean, nearest

__all__ = ["did_you_mean", "nearest"]
