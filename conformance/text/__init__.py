"""Text for people: a text of a target in a form that is safe to show, a schema complaint in words, near spellings."""
