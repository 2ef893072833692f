"""The checks, one file per noun.

Each names the requirement it decides and looks at the wire and nothing else.
"""
