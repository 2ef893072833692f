"""Tests of what leaves the sandbox by itself: signatures, the guard, the sender, the gauntlet."""
