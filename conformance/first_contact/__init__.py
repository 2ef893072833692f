"""First contact with a target: reads it, tries undocumented places, and writes a target file with the findings."""
