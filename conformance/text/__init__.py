"""Text for people: what a target sent is made safe to show, and a schema complaint or a typo is put into words."""
