"""Tests of the room that judges exchanges, with exchanges made up. The judges of the proxy are around it."""
