"""The checks, a folder for each noun.

Each check names the requirement that it decides, and judges only what passes on the wire.
"""
